import { fail, sessionRoutes, type TokenReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { randomId, type Sealing } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import { type StoredUser, toWireUser } from '../users/index.ts';
import type { World } from '../world.ts';
import { readAccessToken, signAccessTokens } from './accessToken.ts';
import type { Sessions } from './index.ts';
import { refresh } from './refresh.ts';
import {
  createRefreshToken,
  familyHashOf,
  hashOf,
  type RefreshToken,
  readRefreshToken,
} from './refreshToken.ts';
import { createSigningKeys } from './signingKeys.ts';
import { createSessionStore } from './store.ts';

/** Makes the sessions room. `sealing` keeps the signing keys at rest. */
export function createSessions(
  world: World,
  rooms: { sealing: Sealing },
): Sessions & { routes: Implementation[] } {
  const { clock, random } = world;
  const serviceUrl = world.config.url;
  const keys = createSigningKeys(world, rooms.sealing);
  const store = createSessionStore(world.database);

  async function toTokenReply(
    app: App,
    session: {
      sessionId: string;
      user: StoredUser;
      refreshToken: RefreshToken;
      nowMs: number;
      isNewUser: boolean;
    },
  ): Promise<TokenReply> {
    const { sessionId, user, nowMs } = session;
    const key = await keys.get(app.id);
    const tokens = signAccessTokens(app, key, { userId: user.id, sessionId }, { serviceUrl, nowMs });
    return {
      user: toWireUser(user),
      token: tokens.token,
      privy_access_token: tokens.privyAccessToken,
      refresh_token: session.refreshToken.text,
      identity_token: null,
      is_new_user: session.isNewUser,
      oauth_tokens: null,
      session_update_action: 'set',
    };
  }

  async function find(app: App, token: string | null, accepts: 'any' | 'service') {
    if (token === null) return null;
    const key = await keys.get(app.id);
    const nowMs = clock.now();
    const subject = await readAccessToken(app, key, token, { accepts, serviceUrl, nowMs });
    return subject && store.find(app.id, subject.sessionId, subject.userId, nowMs);
  }

  async function keySet(app: App) {
    const { publicJwk } = await keys.get(app.id);
    return { keys: [publicJwk] };
  }

  const sessions: Sessions = {
    async start(app, userId, { isNewUser }) {
      const nowMs = clock.now();
      // A new id at each login: whoever had planted an older one gains nothing (S24, session fixation).
      const sessionId = randomId(random);
      const refreshToken = createRefreshToken(random, sessionId);
      const user = await store.start({
        appId: app.id,
        sessionId,
        userId,
        familyHash: familyHashOf(refreshToken),
        currentHash: hashOf(refreshToken),
        nowMs,
      });
      if (!user) fail('internal_error');
      return toTokenReply(app, { sessionId, user, refreshToken, nowMs, isNewUser });
    },

    async authenticate(app, token) {
      const found = await find(app, token, 'any');
      return found?.session ?? fail('missing_or_invalid_token');
    },

    async authenticateCustody(app, token) {
      const found = await find(app, token, app.settings.legacy_custody_token ? 'any' : 'service');
      if (!found || found.session.authTimeMs < found.custodyEpochMs) fail('missing_or_invalid_token');
      return found.session;
    },

    async verificationKey(app) {
      const { publicKey } = await keys.get(app.id);
      return publicKey.export({ format: 'pem', type: 'spki' }).toString();
    },

    sweep: () => store.sweep(clock.now()),
  };

  const routes = [
    implement(sessionRoutes.refresh, async ({ app, body, caller }) => {
      const nowMs = clock.now();
      const { sessionId, user, successor } = await refresh(store, random, {
        app,
        text: body.refresh_token ?? null,
        bearer: caller.bearer,
        nowMs,
      });
      return toTokenReply(app, { sessionId, user, refreshToken: successor, nowMs, isNewUser: false });
    }),

    implement(sessionRoutes.logout, async ({ app, body, caller }) => {
      const token = readRefreshToken(body.refresh_token ?? '');
      if (token && (await store.endFamily(app.id, token.sessionId, familyHashOf(token)))) return {};
      const found = await find(app, caller.bearer, 'any');
      if (found) await store.end(app.id, found.session.sessionId);
      // A session that is unknown is one that ended: the client asked for nothing else.
      return {};
    }),

    implement(sessionRoutes.keys, ({ app }) => keySet(app)),
    implement(sessionRoutes.keysForServers, ({ app }) => keySet(app)),
  ];

  return { ...sessions, routes };
}
