import type { ClientState } from '../latchkeyClient.ts';

/**
 * Returns true if the signed-in user must still accept the app's terms (TERMS-04). Always false for a guest, who
 * accepts them when they log in: a guest has seen no screen yet, and ending their session would lose the account.
 */
export function needsTerms({ settings, user }: Pick<ClientState, 'settings' | 'user'>): boolean {
  if (!settings?.legal.requireUsersAcceptTerms || !user) return false;
  return !user.hasAcceptedTerms && !user.isGuest;
}
