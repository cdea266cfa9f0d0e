import { fail, failFull, type LinkedAccount, limits, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';

/**
 * Refuses a link of an account of a type that the service would refuse, before any request. Telegram may be for logins alone
 * (TELE-12): no one is to press in its window for nothing.
 */
export function checkFree(client: LatchkeyClient, type: LinkedAccount['type']): void {
  const { user } = getSignedIn(client);
  const { settings } = client.getState();
  if (type === 'telegram' && settings?.loginConfig.telegramAuthConfiguration?.linkEnabled === false)
    fail('disallowed_login_method');
  const held = user?.linkedAccounts.filter((account) => account.type === type) ?? [];
  if (held.length >= limits.accountsPerType) failFull(type);
}

/** @throws ServiceError `must_be_authenticated` */
export function getSignedIn(client: LatchkeyClient): { user: User | null } {
  const { authenticated, user } = client.getState();
  return authenticated ? { user } : fail('must_be_authenticated');
}
