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
  /** True to create all wallets that the app creates at login. Otherwise only the Ethereum wallet is created. */
  readonly isDue?: boolean;
  /** Login that counts once the wallet exists, if the user accepted terms for it. */
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
  // Closing would only hide the creation, which continues until there is a wallet or an error.
  header: { closeable: false },
  View: CreateView,
});
