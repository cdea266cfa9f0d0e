import { connectWallet } from '@latchkey/core';
import type { WalletAccount } from '@latchkey/wire';
import { useEffect } from 'react';
import { connectingTexts } from '../../texts/generated/en/connecting.ts';
import { useTexts } from '../../texts/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import { defineScreen, type Failed, type ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface ConnectingProps {
  /** Address of the wallet. Undefined means the user's Ethereum wallet. */
  readonly address: string | undefined;
}

export interface ConnectingExits {
  connected: { wallet: WalletAccount };
  failed: Failed<ConnectingProps>;
}

function ConnectingView({ props, exit }: ViewProps<ConnectingProps, ConnectingExits>) {
  const texts = useTexts('connecting', connectingTexts);
  const { client } = useServices();
  const { address } = props;
  const { run } = useTask({
    work: () => connectWallet(client, address ? { address } : {}),
    onDone: (wallet) => exit('connected', { wallet }),
    onFailed: (error) => exit('failed', { error }),
  });

  useEffect(() => run(), [run]);

  return <StatusPage state="busy" title={texts.title} />;
}

export const connectingScreen = defineScreen<ConnectingProps, ConnectingExits>({
  height: 'compact',
  header: {},
  View: ConnectingView,
});
