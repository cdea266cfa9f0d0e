import { type LatchkeyClient, openWalletInFrame } from '@latchkey/core';
import { type ConfirmationAct, isEmbeddedWallet, type ServiceError, type User } from '@latchkey/wire';
import { useCallback } from 'react';
import { Title } from '../../ui/index.ts';
import { Page } from '../Page.tsx';
import { useServices } from '../services.ts';
import { type WalletPage, WalletPageView } from '../wallets/WalletPageView.tsx';

/**
 * Returns the address of the wallet that must be opened in the wallet's own iframe. The user types a code there, which
 * an attacker's script in the host page cannot read. Returns null if this screen itself confirms the login.
 */
export function findOpenedInFrame(
  { settings, user }: ReturnType<LatchkeyClient['getState']>,
  confirms: ConfirmationAct | undefined,
): string | null {
  const isStrict = settings?.embeddedWallets.approval === 'frame';
  if (!isStrict || confirms?.purpose !== 'release' || !user || hasFactor(user)) return null;
  const wallets = user.linkedAccounts.filter(isEmbeddedWallet);
  return wallets.find(({ recoveryMethod }) => recoveryMethod === 'privy')?.address ?? null;
}

const hasFactor = ({ mfaMethods }: User) => mfaMethods.length > 0;

interface OpenInFrameProps {
  readonly address: string;
  readonly title: string;
  onOpened(): void;
  onRejected(): void;
  onFailed(error: ServiceError): void;
}

export function OpenInFrame({ address, title, onOpened, ...rest }: OpenInFrameProps) {
  const { client } = useServices();
  const run = useCallback(
    (page: WalletPage) => openWalletInFrame(client, { ...page, address }),
    [client, address],
  );
  return (
    <Page className="tight">
      <Title>{title}</Title>
      <WalletPageView run={run} label={title} onDone={onOpened} {...rest} />
    </Page>
  );
}
