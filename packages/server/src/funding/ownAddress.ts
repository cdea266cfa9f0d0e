import { fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { UserKey } from '../userKey.ts';
import { contractKey, type Users, walletKey } from '../users/index.ts';

/**
 * Lets an address through that is the user's: embedded or linked, one that is a contract on its own chain alone.
 *
 * Threat: a page of a stranger's would have someone pay for the stranger's wallet, under the app's name and by a link
 * that the app signed; and at the address of a contract may stand another owner's on another chain.
 *
 * @param chains on which it is funded; null for those that are not of Ethereum
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
