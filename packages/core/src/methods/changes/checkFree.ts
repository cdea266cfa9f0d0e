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

/** Whether an app has a type for logins alone: no one is to press at a third party's for nothing. */
const isOff: Partial<Record<AccountType, (settings: AppSettings) => boolean>> = {
  telegram: ({ loginConfig }) => loginConfig.telegramAuthConfiguration?.linkEnabled === false, // TELE-12
};

/** What counts for itself among the accounts of a type: the wallets of a kind of chain, the accounts at one app (LINK-03). */
export interface Group {
  readonly chainType?: ChainType;
  readonly providerAppId?: string;
}

/**
 * Refuses a link of an account of a type that the service would refuse, before any request.
 *
 * @param group of which group the account is, where that is known
 * @throws ServiceError `must_be_authenticated`, `disallowed_login_method` where the app links none of the type,
 *   `cannot_link_more_of_type` where the user has as many as there may be
 */
export function checkFree(client: LatchkeyClient, type: AccountType, group: Group = {}): void {
  const { chainType, providerAppId } = group;
  const { user } = getSignedIn(client);
  const { settings } = client.getState();
  if (settings && isOff[type]?.(settings)) fail('disallowed_login_method');
  const { ethereum, solana, mostLinked } = settings?.externalWallets ?? {};
  const linkable = [ethereum && 'ethereum', solana && 'solana'].filter(Boolean);
  const kinds = type === 'wallet' ? (chainType ? [chainType] : linkable) : [undefined];
  // An embedded wallet is none that the person linked.
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
