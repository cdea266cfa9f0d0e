import { fail, failFull, type LinkedAccount, limits, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import type { AppSettings } from '../../config/index.ts';

type AccountType = LinkedAccount['type'];

/** What holds for the links of a type, where it is not what holds for all: one account of it. */
interface LinkRule {
  readonly most?: number;
  /** Whether the app has it for logins alone: no one is to press at a third party's for nothing. */
  isOff?(settings: AppSettings): boolean;
}

const linkRules: Partial<Record<AccountType, LinkRule>> = {
  passkey: { most: limits.passkeys },
  telegram: {
    isOff: ({ loginConfig }) => loginConfig.telegramAuthConfiguration?.linkEnabled === false, // TELE-12
  },
};

/**
 * Refuses a link of an account of a type that the service would refuse, before any request.
 *
 * @throws ServiceError `must_be_authenticated`, `disallowed_login_method` where the app links none of the type,
 *   `cannot_link_more_of_type` where the user has as many as there may be
 */
export function checkFree(client: LatchkeyClient, type: AccountType): void {
  const { user } = getSignedIn(client);
  const { settings } = client.getState();
  const { isOff, most = limits.accountsPerType } = linkRules[type] ?? {};
  if (settings && isOff?.(settings)) fail('disallowed_login_method');
  const held = user?.linkedAccounts.filter((account) => account.type === type) ?? [];
  if (held.length >= most) failFull(type);
}

/** @throws ServiceError `must_be_authenticated` */
export function getSignedIn(client: LatchkeyClient): { user: User | null } {
  const { authenticated, user } = client.getState();
  return authenticated ? { user } : fail('must_be_authenticated');
}
