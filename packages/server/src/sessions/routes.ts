import {
  adminRoutes,
  fail,
  forkRoute,
  isCode,
  keySetRoutes,
  type RefreshBody,
  sessionRoutes,
  type TokenReply,
} from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import { randomId } from '../crypto/index.ts';
import { type Caller, describeAgent, type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import { issuerOf } from './accessToken.ts';
import { findSessionCookies, refreshTokenOf, type SessionCookies } from './cookies.ts';
import type { TokenGrant } from './createSessions.ts';
import type { Forks } from './fork/createForks.ts';
import type { Sessions } from './index.ts';
import type { SigningKey, SigningKeys } from './keys/signingKeys.ts';
import { refresh } from './refresh.ts';
import { familyHashOf, readRefreshToken } from './refreshToken.ts';
import type { createSessionStore } from './store.ts';

interface RouteParts {
  readonly apps: Pick<Apps, 'find'>;
  readonly sessions: Sessions;
  readonly store: ReturnType<typeof createSessionStore>;
  readonly forks: Forks;
  readonly keys: SigningKeys;
  toTokenReply(app: App, grant: TokenGrant): Promise<TokenReply>;
}

interface SessionCall {
  readonly app: App;
  readonly body: RefreshBody;
  readonly caller: Caller;
}

export function sessionImplementations(world: World, parts: RouteParts): Implementation[] {
  const { clock, random } = world;
  const { store, forks, keys } = parts;

  async function renew({ app, body, caller }: SessionCall, cookies: SessionCookies | null) {
    const nowMs = clock.now();
    const { factor, sessionId, user, successor } = await refresh(store, random, {
      app,
      text: refreshTokenOf(body, cookies),
      bearer: caller.bearer,
      nowMs,
    });
    const grant = { sessionId, user, factor, refreshToken: successor, nowMs, isNewUser: false };
    const reply = await parts.toTokenReply(app, grant);
    return cookies ? cookies.keep(reply) : reply;
  }

  async function end({ app, body, caller }: SessionCall, cookies: SessionCookies | null): Promise<void> {
    const event = { kind: 'session.ended', actor: { type: 'user' } } as const;
    const appId = app.id;
    const token = readRefreshToken(refreshTokenOf(body, cookies) ?? '');
    if (token) {
      const { sessionId } = token;
      if (await store.endFamily({ appId, sessionId }, familyHashOf(token), event)) return;
    }
    const session = await parts.sessions.find(app, caller.bearer);
    // An unknown session counts as ended, so the log-out succeeds.
    if (session) await store.end(session, event);
  }

  const keySet = async (app: App) => ({
    keys: (await keys.list(app.id)).map(({ publicJwk }) => publicJwk),
    issuer: issuerOf(app, world.config.url),
  });

  return [
    implement(sessionRoutes.refresh, async (call) => {
      const cookies = findSessionCookies(call.app, call.caller);
      try {
        return await renew(call, cookies);
      } catch (error) {
        // If the marker cookie stayed, every page load would try to refresh again.
        if (isCode(error, 'missing_or_invalid_token')) cookies?.clear();
        throw error;
      }
    }),

    implement(forkRoute, async (call) => {
      // A malicious script in the page could redeem the fork's token elsewhere, and so get a refresh token that the
      // cookies keep from it.
      if (findSessionCookies(call.app, call.caller))
        fail('not_supported', { message: keptByCookies, details: { reason: 'session_in_cookies' } });
      // Requires both tokens of the session. An attacker with only a leaked access token, such as from a back end's
      // log, must not get a lasting session.
      const session = await parts.sessions.authenticate(call.app, call.caller.bearer);
      const token = readRefreshToken(refreshTokenOf(call.body, null) ?? '');
      if (token?.sessionId !== session.sessionId) fail('missing_or_invalid_token');
      const renewed = await renew(call, null);
      // An attacker could send a fork of their own guest session to a victim. The attacker would then also control
      // the account, and the wallet, that the victim continues to use.
      if (renewed.user?.is_guest)
        fail('not_supported', {
          message: 'The session of a guest cannot be forked',
          details: { reason: 'guest' },
        });
      return {
        token: renewed.token ?? '',
        refresh_token: renewed.refresh_token ?? '',
        new_session_refresh_token: await forks.create(session),
      };
    }),

    implement(sessionRoutes.recoverFork, async ({ app, body, caller }) => {
      const cookies = findSessionCookies(app, caller);
      const sessionId = randomId(random); // Not the forked session's id, which an attacker may have planted (S24).
      const agent = describeAgent(caller.request.headers.get('user-agent'));
      const { user, refreshToken } = await forks.recover(app.id, body.refresh_token ?? null, {
        sessionId,
        agent,
      });
      const grant = { sessionId, user, refreshToken, nowMs: clock.now(), isNewUser: false };
      const reply = await parts.toTokenReply(app, grant);
      return cookies ? cookies.keep(reply) : reply;
    }),

    implement(sessionRoutes.logout, async (call) => {
      const cookies = findSessionCookies(call.app, call.caller);
      await end(call, cookies);
      cookies?.clear();
      return {};
    }),

    implement(keySetRoutes.get, ({ app }) => keySet(app)),
    implement(keySetRoutes.getForServers, ({ app }) => keySet(app)),

    implement(adminRoutes.rotateSigningKey, async ({ caller, params }) => {
      const { id } = (await parts.apps.find(params.id ?? '')) ?? fail('app_not_found');
      return toKeyList(await keys.rotate(id, caller.operator));
    }),

    implement(adminRoutes.revokeSigningKey, async ({ caller, params }) => {
      const { id } = (await parts.apps.find(params.id ?? '')) ?? fail('app_not_found');
      return toKeyList(await keys.revoke(id, params.kid ?? '', caller.operator));
    }),
  ];
}

const keptByCookies = 'A session that is kept in cookies cannot be forked';

function toKeyList(keys: readonly SigningKey[]) {
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return {
    keys: keys.map((key) => ({
      kid: key.kid,
      published_at: seconds(key.publishedAtMs),
      signs_from: seconds(key.signsFromMs),
    })),
  };
}
