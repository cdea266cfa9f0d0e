import type { ClientState } from '../latchkeyClient.ts';

/**
 * Whether the signed-in user has yet to accept the app's terms (TERMS-04). Guests are asked when they log in as
 * someone: until then no screen has come between them and the app, and ending their session would lose the account.
 */
export function needsTerms({ settings, user }: Pick<ClientState, 'settings' | 'user'>): boolean {
  if (!settings?.legal.requireUsersAcceptTerms || !user) return false;
  return !user.hasAcceptedTerms && !user.isGuest;
}
