import { fail, type User } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';

export interface Access {
  readonly user: User;
  readonly accessToken: string;
}

/**
 * Returns the signed-in user and the token for the wallet frame.
 *
 * @throws ServiceError `must_be_authenticated` without a user (EMBW-05), `missing_or_invalid_token` without a token
 *   (EMBW-06)
 */
export async function getAccess(session: SessionContext): Promise<Access> {
  if (!session.state.get().authenticated) fail('must_be_authenticated');
  const accessToken = await session.getCustodyToken();
  if (!accessToken)
    fail('missing_or_invalid_token', { message: 'An error has occured, please login again.' });
  // The user is not loaded yet if the service has not answered since the page loaded.
  const user = session.state.get().user ?? (await session.refreshUser());
  return { user: user ?? fail('must_be_authenticated'), accessToken };
}

/**
 * Throws if no user is signed in, with the message for Solana wallets.
 *
 * @throws ServiceError `must_be_authenticated` (SOL-04)
 */
export function assertAuthenticated(session: SessionContext): void {
  if (!session.state.get().authenticated) {
    fail('must_be_authenticated', {
      message: 'User must be authenticated to use embedded Solana wallet',
    });
  }
}
