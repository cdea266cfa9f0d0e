import { fail, type User } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';

/** Who acts, and the token that the wallet frame takes. */
export interface Access {
  readonly user: User;
  readonly accessToken: string;
}

/**
 * Gives what every wallet operation needs first, in this order: a signed-in user, then a token.
 *
 * @throws ServiceError `must_be_authenticated` without a user (EMBW-05), `missing_or_invalid_token` without a token
 * (EMBW-06)
 */
export async function getAccess(session: SessionContext): Promise<Access> {
  if (!session.state.get().authenticated) fail('must_be_authenticated');
  const accessToken = await session.getCustodyToken();
  if (!accessToken)
    fail('missing_or_invalid_token', { message: 'An error has occured, please login again.' });
  // Signed in, but the service could not be asked for the user when the page loaded.
  const user = session.state.get().user ?? (await session.refreshUser());
  return { user: user ?? fail('must_be_authenticated'), accessToken };
}

/** The same check for Solana, whose text is its own. @throws ServiceError `must_be_authenticated` (SOL-04) */
export function assertAuthenticated(session: SessionContext): void {
  if (!session.state.get().authenticated) {
    fail('must_be_authenticated', {
      message: 'User must be authenticated to use embedded Solana wallet',
    });
  }
}
