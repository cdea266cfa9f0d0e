import type { PageContext } from '../contexts.ts';
import type { ProviderEvents } from './providerEvents.ts';
import { providerError } from './toProviderError.ts';

interface Permission {
  readonly invoker: string;
  readonly parentCapability: 'eth_accounts';
  readonly caveats: readonly [
    { readonly type: 'restrictReturnedAccounts'; readonly value: readonly string[] },
  ];
}

/**
 * Creates the EIP-2255 methods. The only permission is to see the wallet's address, which the user grants by logging
 * in. A dapp that revokes it sees no account until it requests it again.
 */
export function createPermissions(
  page: PageContext,
  events: ProviderEvents,
  requestAccounts: () => Promise<unknown>,
) {
  const list = (): Permission[] => {
    const accounts = events.accounts();
    if (accounts.length === 0) return [];
    const invoker = page.environment.window?.location.origin ?? '';
    const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }] as const;
    return [{ invoker, parentCapability: 'eth_accounts', caveats }];
  };
  return {
    wallet_getPermissions: list,
    async wallet_requestPermissions([given]: readonly unknown[]) {
      assertAccounts(given);
      await requestAccounts();
      return list();
    },
    wallet_revokePermissions([given]: readonly unknown[]) {
      assertAccounts(given);
      events.setRevoked(true);
      return null;
    },
  };
}

/** @throws ProviderRpcError -32602 */
function assertAccounts(given: unknown): void {
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  if (names.length !== 1 || names[0] !== 'eth_accounts')
    throw providerError(-32602, 'The one permission of this wallet is eth_accounts');
}
