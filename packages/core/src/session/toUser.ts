import { ServiceError, type TokenReply, type User, userFromWire } from '@latchkey/wire';

/** The user of a reply with tokens. @throws ServiceError `authentication_failed` for one that no one can use */
export function toUser(reply: TokenReply): User | null {
  try {
    return reply.user ? userFromWire(reply.user) : null;
  } catch (cause) {
    throw new ServiceError('authentication_failed', { cause });
  }
}
