import type { SessionContext } from '../contexts.ts';
import { isSameAddress } from '../wallets/index.ts';

/**
 * Returns true if an on-ramp may fund an address: a wallet of the user, or any address if the app allows it. The
 * service enforces this; the check here only answers faster.
 */
export function isFundedByCard(session: SessionContext, address: string): boolean {
  const { user, settings } = session.state.get();
  const isOwn = user?.linkedAccounts.some(
    (account) => account.type === 'wallet' && isSameAddress(account.address, address),
  );
  return isOwn === true || settings?.fundingConfig?.services?.connected_wallets === true;
}
