import type { WalletAccount } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { unlockWallet } from './unlockWallet.ts';

/**
 * Unlocks a wallet in the frame. If this device does not hold the wallet and its recovery is automatic, recovers it
 * first.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_not_on_device`,
 *   `wallet_proxy_timeout`, and other errors of the wallet frame
 */
export async function connectWallet(
  client: LatchkeyClient,
  { address }: { address?: string } = {},
): Promise<WalletAccount> {
  return (await unlockWallet(contextsOf(client).frame, address)).wallet;
}
