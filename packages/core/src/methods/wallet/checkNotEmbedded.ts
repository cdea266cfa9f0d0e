import { embeddedWalletClient, fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { findWallet } from '../../wallets/index.ts';

/** Known facts about a wallet. An address read from a message is unproven. */
interface Claimed {
  readonly address?: string | undefined;
  readonly walletClientType?: string | null | undefined;
  readonly connectorType?: string | null | undefined;
}

/**
 * Refuses to log in with, link or unlink an embedded wallet of the signed-in user (EMBW-07), before the service or a
 * wallet is called.
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
