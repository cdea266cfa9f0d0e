import { fail } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { deriveSuccessor, isEqual } from '../crypto/index.ts';
import { isStorable } from '../db/index.ts';
import type { StoredUser } from '../users/index.ts';
import type { Random } from '../world.ts';
import { peekClaims } from './accessToken.ts';
import type { VerifiedFactor } from './index.ts';
import {
  familyHashOf,
  hashOf,
  newSalt,
  type RefreshToken,
  readRefreshToken,
  withSecret,
} from './refreshToken.ts';
import type { createSessionStore } from './store.ts';
import { decodeUsed, encodeUsed, judgeUsed } from './usedTokens.ts';

type SessionStore = ReturnType<typeof createSessionStore>;

export interface Refreshed {
  sessionId: string;
  user: StoredUser;
  factor: VerifiedFactor | null;
  successor: RefreshToken;
}

/**
 * Exchanges a refresh token for its successor (RFC 9700 §4.14).
 *
 * @param input.bearer the access token of the same request, which may be expired
 * @throws ServiceError `missing_or_invalid_token` for every refusal: with any other code existing clients would
 *   never become ready (docs/wire/protocol.md §1.5)
 */
export async function refresh(
  store: SessionStore,
  random: Random,
  input: { app: App; text: string | null; bearer: string | null; nowMs: number },
): Promise<Refreshed> {
  const { app, nowMs } = input;
  const token = input.text === null ? null : readRefreshToken(input.text);
  if (!token) fail('missing_or_invalid_token');
  const userId = userOfBearer(input.bearer, app);

  const salt = newSalt(random);
  const successor = withSecret(token, deriveSuccessor(token.text, salt));
  const hash = hashOf(token);
  const rotated = await store.rotate({
    appId: app.id,
    sessionId: token.sessionId,
    currentHash: hash,
    successorHash: hashOf(successor),
    usedEntry: encodeUsed({ hash, usedAtMs: nowMs, salt }),
    userId,
    nowMs,
  });
  const { sessionId } = token;
  if (rotated) return { sessionId, user: rotated.user, factor: rotated.factor, successor };
  return reuse(store, { app, token, hash, userId, nowMs });
}

/** Returns the successor of a used token again, or ends the session if the token comes back too late. */
async function reuse(
  store: SessionStore,
  input: { app: App; token: RefreshToken; hash: Uint8Array; userId: string | null; nowMs: number },
): Promise<Refreshed> {
  const { app, token, nowMs } = input;
  const session = await store.findByToken(app.id, token.sessionId);
  if (!session || session.expiresAtMs <= nowMs) fail('missing_or_invalid_token');
  if (input.userId !== null && input.userId !== session.userId) fail('missing_or_invalid_token');
  // An attacker who knows only a session's id could send a made-up token. It must not end the session.
  if (!isEqual(session.familyHash, familyHashOf(token))) fail('missing_or_invalid_token');

  const judged = judgeUsed(decodeUsed(session.used), input.hash, nowMs);
  if (judged === 'replayed') {
    // Two parties may hold tokens of the family, one of them an attacker. The service cannot tell which one, so it
    // ends the session (RFC 9700 §4.14.2).
    const { sessionId } = token;
    const event = { kind: 'session.reuse_detected', actor: { type: 'system' } } as const;
    await store.end({ appId: app.id, sessionId }, event);
    fail('missing_or_invalid_token');
  }
  if (judged === 'forgotten') fail('missing_or_invalid_token');
  const successor = withSecret(token, deriveSuccessor(token.text, judged.salt));
  const { factor, user } = session;
  return { sessionId: token.sessionId, user, factor, successor };
}

/**
 * Returns the user that the bearer names, or null if it is missing or unreadable. Its signature is not checked: the
 * refresh token is the proof, and the bearer may be expired. Refuses a bearer of another app.
 */
function userOfBearer(bearer: string | null, app: App): string | null {
  const claims = bearer === null ? null : peekClaims(bearer);
  if (!claims) return null;
  if (claims.appId !== app.id) fail('missing_or_invalid_token');
  const { userId } = claims;
  return typeof userId === 'string' && isStorable(userId) ? userId : fail('missing_or_invalid_token');
}
