import { fail } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { Agent } from '../../http/index.ts';
import type { StoredUser } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { Session } from '../index.ts';
import { createRefreshToken, familyHashOf, hashOf, type RefreshToken } from '../refreshToken.ts';
import { createForkStore } from './store.ts';

const tokenLength = 32;

export interface Forks {
  /** Creates a token that can begin one new session of the same user within five minutes. */
  create(session: Session): Promise<string>;
  /**
   * Begins a new session for a fork's token. The token is used up even if it is too old or its session has ended.
   *
   * @throws ServiceError `missing_or_invalid_token` if the token is used, too old, of another app, or of an ended
   *   session
   */
  recover(
    appId: string,
    token: string | null,
    begun: { sessionId: string; agent: Agent },
  ): Promise<Recovered>;
  sweep(): Promise<void>;
}

export interface Recovered {
  readonly user: StoredUser;
  readonly refreshToken: RefreshToken;
}

export function createForks({ clock, database, random }: World, audit: Audit): Forks {
  const store = createForkStore(database, audit);
  return {
    async create({ appId, sessionId, userId }) {
      const token = Buffer.from(random.bytes(tokenLength)).toString('base64url');
      const event = {
        kind: 'session.forked',
        userId,
        sessionId,
        actor: { type: 'user', id: userId },
      } as const;
      await store.add({ appId, sessionId, tokenHash: sha256(token), nowMs: clock.now(), event });
      return token;
    },
    async recover(appId, token, { sessionId, agent }) {
      const refreshToken = createRefreshToken(random, sessionId);
      const user = await store.recover({
        appId,
        tokenHash: sha256(token ?? ''),
        sessionId,
        familyHash: familyHashOf(refreshToken),
        currentHash: hashOf(refreshToken),
        nowMs: clock.now(),
        agent,
      });
      return user ? { user, refreshToken } : fail('missing_or_invalid_token');
    },
    sweep: () => store.sweep(clock.now()),
  };
}
