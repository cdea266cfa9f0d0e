import * as v from 'valibot';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { OutputOf } from './schema.ts';
import { type TokenReply, tokenReplySchema } from './tokenReply.ts';

/** Claims of a token that the client reads (SESS-02). */
export interface TokenClaims {
  subject: string;
  /** Unix milliseconds of the service's clock. */
  expiresAtMs: number;
  /** Unix milliseconds of the service's clock; null if the token does not contain it. */
  issuedAtMs: number | null;
  issuer: string;
  audience: string;
  /** True if the session has yet to verify a second factor, which the app requires at login. */
  isFactorPending: boolean;
}

/** `acr` of an access token whose session has yet to verify a second factor that the app requires at login. */
export const pendingFactor = 'mfa_pending';

export const refreshBodySchema = () => v.object({ refresh_token: v.optional(v.nullable(v.string())) });
export type RefreshBody = OutputOf<typeof refreshBodySchema>;

export const logoutReplySchema = () => v.object({});
export type LogoutReply = OutputOf<typeof logoutReplySchema>;

/** Public key that verifies access tokens (RFC 7517). */
export const publicKeySchema = () =>
  v.object({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: v.string(),
    y: v.string(),
    kid: v.string(),
    alg: v.literal('ES256'),
    use: v.literal('sig'),
  });
export type PublicKey = OutputOf<typeof publicKeySchema>;
/** Key set with the `iss` of the app's tokens: RFC 7517 §5 allows further members. */
export const keySetReplySchema = () => v.object({ keys: v.array(publicKeySchema()), issuer: v.string() });
export type KeySetReply = OutputOf<typeof keySetReplySchema>;

/** Signing keys of an app as its operator sees them, oldest first; times in Unix seconds. */
export const signingKeyListSchema = () =>
  v.object({
    keys: v.array(v.object({ kid: v.string(), published_at: v.number(), signs_from: v.number() })),
  });
export type SigningKeyList = OutputOf<typeof signingKeyListSchema>;

export const sessionRoutes = {
  refresh: /* @__PURE__ */ route<RefreshBody, TokenReply>({
    name: 'sessions.refresh',
    method: 'POST',
    path: '/api/v1/sessions',
    auth: 'refresh',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: 'Renews the session; the bearer token may be expired.',
  }),
  recoverFork: /* @__PURE__ */ route<RefreshBody, TokenReply>({
    name: 'sessions.recoverFork',
    method: 'POST',
    path: '/api/v1/sessions/fork/recover',
    auth: 'refresh',
    retry: 'never',
    codes: ['missing_or_invalid_token'],
    summary: 'Begins a new session with the token of a fork.',
  }),
  logout: /* @__PURE__ */ route<RefreshBody, LogoutReply>({
    name: 'sessions.logout',
    method: 'POST',
    path: '/api/v1/sessions/logout',
    auth: 'refresh',
    retry: 'never',
    codes: [],
    summary: 'Ends the session and its refresh tokens.',
  }),
} as const;

/** Separate from the routes that pages load, because only back ends call them. */
export const keySetRoutes = {
  get: /* @__PURE__ */ route<undefined, KeySetReply>({
    name: 'sessions.keys',
    method: 'GET',
    path: '/api/v1/apps/{id}/jwks.json',
    auth: 'none',
    retry: 'safe',
    origin: 'any',
    codes: ['app_not_found'],
    summary: "Returns the app's public keys (JWKS), with which access tokens are verified.",
  }),
  /** Same key set under the path that published server SDKs call. */
  getForServers: /* @__PURE__ */ route<undefined, KeySetReply>({
    name: 'sessions.keysForServers',
    method: 'GET',
    path: '/v1/apps/{id}/jwks.json',
    auth: 'none',
    retry: 'safe',
    origin: 'any',
    codes: ['app_not_found'],
    summary: 'Returns the same keys, under the path that published server SDKs call.',
  }),
} as const;

export const sessionFeature = () =>
  feature(
    'sessions',
    { ...sessionRoutes, keys: keySetRoutes.get, keysForServers: keySetRoutes.getForServers },
    {
      refresh: { body: refreshBodySchema(), reply: tokenReplySchema() },
      recoverFork: { body: refreshBodySchema(), reply: tokenReplySchema() },
      logout: { body: refreshBodySchema(), reply: logoutReplySchema() },
      keys: { body: null, reply: keySetReplySchema() },
      keysForServers: { body: null, reply: keySetReplySchema() },
    },
  );
