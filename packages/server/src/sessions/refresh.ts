import { fail } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
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

/** What a refresh leads to: the user, and the refresh token that comes next. */
export interface Refreshed {
  sessionId: string;
  user: StoredUser;
  factor: VerifiedFactor | null;
  successor: RefreshToken;
}

/**
 * Turns a refresh token into its successor (RFC 9700 §4.14). One statement in the usual case; a second
 * one only when the token is not the current one of a living session.
 *
 * @param input.bearer the access token beside it, which may be expired
 * @throws ServiceError `missing_or_invalid_token` in every case of a dead session: any other code would leave
 *   existing clients never ready (docs/wire/protocol.md §1.5)
 */
export async function refresh(
  store: SessionStore,
  { audit, random }: { audit: Audit; random: Random },
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
  if (rotated) return { sessionId: token.sessionId, ...rotated, successor };
  return reuse(store, audit, { app, token, hash, userId, nowMs });
}

/** Answers a token that was used before with its own successor, or ends the family when it comes too late. */
async function reuse(
  store: SessionStore,
  audit: Audit,
  input: { app: App; token: RefreshToken; hash: Uint8Array; userId: string | null; nowMs: number },
): Promise<Refreshed> {
  const { app, token, nowMs } = input;
  const session = await store.findByToken(app.id, token.sessionId);
  if (!session || session.expiresAtMs <= nowMs) fail('missing_or_invalid_token');
  if (input.userId !== null && input.userId !== session.userId) fail('missing_or_invalid_token');
  // Made up, not stolen: it must not end a session whose id someone merely knows.
  if (!isEqual(session.familyHash, familyHashOf(token))) fail('missing_or_invalid_token');

  const judged = judgeUsed(decodeUsed(session.used), input.hash, nowMs);
  if (judged === 'replayed') {
    // Two parties hold the family, and one is a thief; no one can say which (RFC 9700 §4.14.2).
    const { sessionId } = token;
    const event = { kind: 'session.reuse_detected', userId: null, actor: { type: 'system' } } as const;
    await store.end(app.id, sessionId, audit.entry(app.id, { ...event, sessionId }));
    fail('missing_or_invalid_token');
  }
  if (judged === 'forgotten') fail('missing_or_invalid_token');
  const successor = withSecret(token, deriveSuccessor(token.text, judged.salt));
  const { factor, user } = session;
  return { sessionId: token.sessionId, user, factor, successor };
}

/**
 * The user whom the bearer names. It proves nothing here (the refresh token does) and may be expired, so that its
 * signature is not checked; but one of another app or user shows that a client mixes two sessions up, and must not
 * carry on as another user.
 */
function userOfBearer(bearer: string | null, app: App): string | null {
  const claims = bearer === null ? null : peekClaims(bearer);
  if (!claims) return null;
  if (claims.appId !== app.id) fail('missing_or_invalid_token');
  const { userId } = claims;
  return typeof userId === 'string' && isStorable(userId) ? userId : fail('missing_or_invalid_token');
}
