import { fail, type TokenReply } from '@latchkey/wire';
import { decodeJwt } from 'jose';

/** The session that a login began, so that it ends when the code is shown again. */
export function sessionOf({ token, user }: TokenReply): { userId: string; sessionId: string } | null {
  const sessionId = token === null ? undefined : decodeJwt(token).sid;
  return typeof sessionId === 'string' && user ? { userId: user.id, sessionId } : null;
}

/**
 * Lets what came back through to the user who began it.
 *
 * Threat: begun by another user in this browser, or by no one, it would put the account in another's place.
 *
 * @throws ServiceError `invalid_credentials`
 */
export function checkBegunBy(came: { readonly userId: string | null }, userId: string): void {
  if (came.userId !== userId)
    fail('invalid_credentials', { message: 'Someone else started this. Try again.' });
}
