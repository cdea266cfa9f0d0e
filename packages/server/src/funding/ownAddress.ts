import { fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { UserKey } from '../userKey.ts';
import { contractKey, type Users, walletKey } from '../users/index.ts';

/**
 * Checks that an address is the user's embedded or linked wallet, unless the app allows any wallet to be funded.
 *
 * A malicious page could otherwise start a purchase in the app's name that pays into an attacker's wallet. A contract's
 * address can have another owner on another chain, so a contract wallet is accepted only on its own chain.
 *
 * @param chains chain ids on which the address is funded; null for networks other than EVM
 * @throws ServiceError `wallet_not_linked`
 */
export async function assertOwn(
  users: Pick<Users, 'hasAccount'>,
  { app, user }: { readonly app: App; readonly user: UserKey },
  { address, chains }: { readonly address: string; readonly chains: readonly (number | null)[] },
): Promise<void> {
  if (app.settings.fund_connected_wallets) return;
  if (await users.hasAccount(user, walletKey(address))) return;
  for (const chain of chains) {
    const isOwn = chain !== null && (await users.hasAccount(user, contractKey(address, chain)));
    if (!isOwn) fail('wallet_not_linked');
  }
}
