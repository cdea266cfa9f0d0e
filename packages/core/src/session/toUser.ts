import { ServiceError, type TokenReply, type User, userFromWire } from '@latchkey/wire';

/** Returns the user of a reply, or null if it names none. @throws ServiceError `authentication_failed` if malformed */
export function toUser(reply: TokenReply): User | null {
  try {
    return reply.user ? userFromWire(reply.user) : null;
  } catch (cause) {
    throw new ServiceError('authentication_failed', { cause });
  }
}
