import { embeddedWalletClient, fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { findWallet } from '../../wallets/index.ts';

/** A wallet as far as it is known: of a message, its address is the one that the message claims. */
interface Claimed {
  readonly address?: string | undefined;
  readonly walletClientType?: string | null | undefined;
  readonly connectorType?: string | null | undefined;
}

/**
 * Refuses an embedded wallet as a login, a link or an unlink (EMBW-07), before the service or a wallet is asked. The
 * service refuses it too, and those that this page does not know, as a signed-out user's.
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
