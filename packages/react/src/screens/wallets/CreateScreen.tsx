import { createDueWallets, createWallet } from '@latchkey/core';
import { useEffect } from 'react';
import type { LoginResult } from '../../request.ts';
import { creatingTexts } from '../../texts/generated/en/creating.ts';
import { useTexts } from '../../texts/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import { defineScreen, type Failed, type ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface CreateProps {
  /** Whether it is the app that makes wallets at login: then all that are due, else the Ethereum one. */
  readonly isDue?: boolean;
  /** The login that counts once the wallet is there, where the person accepted terms for it. */
  readonly afterTerms?: LoginResult;
}

export interface CreateExits {
  created: { address: string };
  failed: Failed<CreateProps>;
}

function CreateView({ props: { isDue }, exit }: ViewProps<CreateProps, CreateExits>) {
  const texts = useTexts('creating', creatingTexts);
  const { client } = useServices();
  const { run } = useTask({
    work: () => (isDue ? createDueWallets(client) : createWallet(client)),
    onDone: ({ address }) => exit('created', { address }),
    onFailed: (error) => exit('failed', { error }),
  });

  useEffect(() => run(), [run]);

  return <StatusPage detail={texts.detail} state="busy" title={texts.title} />;
}

export const createScreen = defineScreen<CreateProps, CreateExits>({
  height: 'compact',
  // Leaving half-way would only hide a creation that goes on; it ends by itself, with a wallet or an error.
  header: { closeable: false },
  View: CreateView,
});
