import type { SessionContext } from '../contexts.ts';
import { isSameAddress } from '../wallets/index.ts';

/**
 * Tells whether a provider may be asked to fund an address: one of the user's, unless the app also allows others. The service's
 * refusal is the one that counts; this one is faster.
 */
export function isFundedByCard(session: SessionContext, address: string): boolean {
  const { user, settings } = session.state.get();
  const isOwn = user?.linkedAccounts.some(
    (account) => account.type === 'wallet' && isSameAddress(account.address, address),
  );
  return isOwn === true || settings?.fundingConfig?.services?.connected_wallets === true;
}
