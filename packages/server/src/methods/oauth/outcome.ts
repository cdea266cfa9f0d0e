import { fail, type TokenReply } from '@latchkey/wire';
import { decodeJwt } from 'jose';

/** Returns the session that a login started, so it can be ended if the code is sent again. */
export function sessionOf({ token, user }: TokenReply): { userId: string; sessionId: string } | null {
  const sessionId = token === null ? undefined : decodeJwt(token).sid;
  return typeof sessionId === 'string' && user ? { userId: user.id, sessionId } : null;
}

/**
 * Rejects a link that another user started, or that was started signed out. An attacker could otherwise have their
 * own provider account linked to this user, and log in as them.
 *
 * @throws ServiceError `invalid_credentials`
 */
export function checkBegunBy(came: { readonly userId: string | null }, userId: string): void {
  if (came.userId !== userId)
    fail('invalid_credentials', { message: 'Someone else started this. Try again.' });
}
