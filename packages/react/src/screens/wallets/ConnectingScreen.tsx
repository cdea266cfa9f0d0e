import { connectWallet } from '@latchkey/core/startup';
import type { ServiceError } from '@latchkey/wire';
import { useEffect } from 'react';
import type { SignInput } from '../../flow/index.ts';
import { Status, useTexts } from '../../ui/index.ts';
import { defineScreen, type ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface ConnectingProps {
  /** What the wallet is wanted for. */
  readonly request: SignInput;
}

export interface ConnectingExits {
  connected: undefined;
  failed: { error: ServiceError };
}

export const connectingTexts = { title: 'Connecting to your wallet' } as const;

function ConnectingView({ props, exit }: ViewProps<ConnectingProps, ConnectingExits>) {
  const texts = useTexts('connecting', connectingTexts);
  const { client } = useServices();
  const { address } = props.request;
  const { run } = useTask({
    work: () => connectWallet(client, { address }),
    onDone: () => exit('connected'),
    onFailed: (error) => exit('failed', { error }),
  });

  useEffect(() => run(), [run]);

  return (
    <div className="page">
      <Status state="busy" title={texts.title} />
    </div>
  );
}

export const connectingScreen = defineScreen<ConnectingProps, ConnectingExits>({
  name: 'EMBEDDED_WALLET_CONNECTING_SCREEN',
  height: 'compact',
  header: {},
  View: ConnectingView,
});
