import {
  type ChainType,
  fail,
  failFull,
  isEmbeddedWallet,
  type LinkedAccount,
  mostOf,
  type User,
} from '@latchkey/wire';
import type { AppSettings } from '../../config/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

type AccountType = LinkedAccount['type'];

/**
 * Types that an app may allow for logins only. Checked here, so no user is sent to a third party for a link that
 * fails.
 */
const isOff: Partial<Record<AccountType, (settings: AppSettings) => boolean>> = {
  telegram: ({ loginConfig }) => loginConfig.telegramAuthConfiguration?.linkEnabled === false, // TELE-12
};

/**
 * Group of accounts that are counted on their own within a type: wallets of a chain type, accounts at one app
 * (LINK-03).
 */
export interface Group {
  readonly chainType?: ChainType;
  readonly providerAppId?: string;
}

/**
 * Refuses, before any request, a link beyond the number of accounts that a user may have of a type, and a link of a
 * type that the app allows for logins only. The service checks the rest.
 *
 * @param group the account's group, if known
 * @throws ServiceError `must_be_authenticated`, `disallowed_login_method` if the app allows the type for logins only,
 *   `cannot_link_more_of_type` if the user can have no more accounts of the type
 */
export function checkFree(client: LatchkeyClient, type: AccountType, group: Group = {}): void {
  const { chainType, providerAppId } = group;
  const { user } = getSignedIn(client);
  const { settings } = client.getState();
  if (settings && isOff[type]?.(settings)) fail('disallowed_login_method');
  const { ethereum, solana, mostLinked } = settings?.externalWallets ?? {};
  const linkable = [ethereum && 'ethereum', solana && 'solana'].filter(Boolean);
  const kinds = type === 'wallet' ? (chainType ? [chainType] : linkable) : [undefined];
  // Embedded wallets do not count as linked.
  const held =
    user?.linkedAccounts.filter(
      (account) =>
        account.type === type &&
        !isEmbeddedWallet(account) &&
        (account.type !== 'cross_app' || account.providerApp.id === providerAppId),
    ) ?? [];
  const countOf = (kind: unknown) =>
    held.filter((account) => !kind || ('chainType' in account && account.chainType === kind)).length;
  if (kinds.length > 0 && kinds.every((kind) => countOf(kind) >= mostOf(type, mostLinked))) failFull(type);
}

/** @throws ServiceError `must_be_authenticated` */
export function getSignedIn(client: LatchkeyClient): { user: User | null } {
  const { authenticated, user } = client.getState();
  return authenticated ? { user } : fail('must_be_authenticated');
}
