import type { SessionContext } from '../contexts.ts';
import { isSameAddress } from '../wallets/index.ts';

/**
 * Returns true if a provider may fund an address: the user's own, unless the app allows others. The service enforces
 * this; the check here only answers faster.
 */
export function isFundedByCard(session: SessionContext, address: string): boolean {
  const { user, settings } = session.state.get();
  const isOwn = user?.linkedAccounts.some(
    (account) => account.type === 'wallet' && isSameAddress(account.address, address),
  );
  return isOwn === true || settings?.fundingConfig?.services?.connected_wallets === true;
}
