import { connectWallet, getEmbeddedWallet } from '@latchkey/core/startup';
import { isCode, type RecoveryMethod, type ServiceError, type WalletAccount } from '@latchkey/wire';
import { useEffect } from 'react';
import type { Entry } from '../../flow/index.ts';
import { Status, useTexts } from '../../ui/index.ts';
import { defineScreen, type ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface ConnectingProps {
  /** Which wallet; the user's embedded one where it is not said. */
  readonly address: string | undefined;
  /** What the wallet is wanted for; null where it is what was asked for. */
  readonly next: Entry | null;
}

export interface ConnectingExits {
  connected: { wallet: WalletAccount };
  /** This device does not hold the wallet, and only the person can get it back. */
  locked: { address: string; method: RecoveryMethod | null };
  failed: { error: ServiceError };
}

export const connectingTexts = { title: 'Connecting to your wallet' } as const;

function ConnectingView({ props, exit }: ViewProps<ConnectingProps, ConnectingExits>) {
  const texts = useTexts('connecting', connectingTexts);
  const { client } = useServices();
  const { address } = props;
  const { run } = useTask({
    work: () => connectWallet(client, address ? { address } : {}),
    onDone: (wallet) => exit('connected', { wallet }),
    onFailed(error) {
      if (!isCode(error, 'wallet_not_on_device')) return exit('failed', { error });
      const wallet = getEmbeddedWallet(client, address);
      exit('locked', { address: wallet.address, method: wallet.recoveryMethod });
    },
  });

  useEffect(() => run(), [run]);

  return (
    <div className="page">
      <Status state="busy" title={texts.title} />
    </div>
  );
}

export const connectingScreen = defineScreen<ConnectingProps, ConnectingExits>({
  height: 'compact',
  header: {},
  View: ConnectingView,
});
