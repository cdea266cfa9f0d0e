import { embeddedWalletClient, fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { findWallet } from '../../wallets/index.ts';

/** Unverified facts about a wallet. */
interface Claimed {
  readonly address?: string | undefined;
  readonly walletClientType?: string | null | undefined;
  readonly connectorType?: string | null | undefined;
}

/**
 * Refuses to log in with, link, unlink or confirm with an embedded wallet (EMBW-07), before the service or a wallet is
 * called. Recognises it by the name of its client or connector, or by its address among the signed-in user's embedded
 * wallets.
 *
 * @throws ServiceError `not_supported`
 */
export function checkNotEmbedded(
  client: LatchkeyClient,
  { address, walletClientType, connectorType }: Claimed,
  message = 'An embedded wallet cannot log in or be linked: a login opens it',
): void {
  const { user } = client.getState();
  const isNamedSo = walletClientType === embeddedWalletClient || connectorType === 'embedded';
  if (isNamedSo || (user && address !== undefined && findWallet(user, address)))
    fail('not_supported', { message, details: { reason: 'embedded_wallet' } });
}
