import { fail, failFull, type LinkedAccount, mostOf, type User } from '@latchkey/wire';
import type { AppSettings } from '../../config/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

type AccountType = LinkedAccount['type'];

/** Whether an app has a type for logins alone: no one is to press at a third party's for nothing. */
const isOff: Partial<Record<AccountType, (settings: AppSettings) => boolean>> = {
  telegram: ({ loginConfig }) => loginConfig.telegramAuthConfiguration?.linkEnabled === false, // TELE-12
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
  if (settings && isOff[type]?.(settings)) fail('disallowed_login_method');
  const held = user?.linkedAccounts.filter((account) => account.type === type) ?? [];
  if (held.length >= mostOf(type)) failFull(type);
}

/** @throws ServiceError `must_be_authenticated` */
export function getSignedIn(client: LatchkeyClient): { user: User | null } {
  const { authenticated, user } = client.getState();
  return authenticated ? { user } : fail('must_be_authenticated');
}
