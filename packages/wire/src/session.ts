import * as v from 'valibot';
import { route } from './route.ts';
import { userSchema } from './user.ts';

/** What the client does with the tokens of a reply (L§4). */
export const sessionUpdateActions = ['set', 'clear', 'ignore'] as const;
export type SessionUpdateAction = (typeof sessionUpdateActions)[number];

export const tokenReplySchema = v.object({
  user: v.nullable(userSchema),
  token: v.nullable(v.string()),
  privy_access_token: v.nullable(v.string()),
  refresh_token: v.nullable(v.string()),
  identity_token: v.optional(v.nullable(v.string())),
  is_new_user: v.optional(v.boolean()),
  oauth_tokens: v.optional(v.nullable(v.unknown())),
  session_update_action: v.picklist(sessionUpdateActions),
});
/** docs/wire/protocol.md §3.1. */
export type TokenReply = v.InferOutput<typeof tokenReplySchema>;

export const refreshBodySchema = v.object({ refresh_token: v.optional(v.nullable(v.string())) });
export type RefreshBody = v.InferOutput<typeof refreshBodySchema>;

export const logoutReplySchema = v.object({});
export type LogoutReply = v.InferOutput<typeof logoutReplySchema>;

/** A public key that signs access tokens (RFC 7517). */
export const publicKeySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
});
export type PublicKey = v.InferOutput<typeof publicKeySchema>;
export const keySetReplySchema = v.object({ keys: v.array(publicKeySchema) });
export type KeySetReply = v.InferOutput<typeof keySetReplySchema>;

/** What a token says, of the claims that the client reads: subject, expiration, issuer, audience (SESS-02). */
export interface TokenClaims {
  subject: string;
  /** Unix milliseconds. */
  expiresAtMs: number;
  issuer: string;
  audience: string;
}

export const sessionRoutes = {
  refresh: /* @__PURE__ */ route<RefreshBody, TokenReply>({
    name: 'sessions.refresh',
    method: 'POST',
    path: '/api/v1/sessions',
    auth: 'refresh',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: 'Turns a refresh token into a new access token; the bearer may be expired.',
  }),
  logout: /* @__PURE__ */ route<RefreshBody, LogoutReply>({
    name: 'sessions.logout',
    method: 'POST',
    path: '/api/v1/sessions/logout',
    auth: 'refresh',
    retry: 'never',
    codes: [],
    summary: 'Ends the session and its family of refresh tokens.',
  }),
  keys: /* @__PURE__ */ route<undefined, KeySetReply>({
    name: 'sessions.keys',
    method: 'GET',
    path: '/api/v1/apps/{id}/jwks.json',
    auth: 'none',
    retry: 'safe',
    origin: 'any',
    codes: ['app_not_found'],
    summary: "The app's public keys, by which access tokens are checked (JWKS).",
  }),
  /** The same under the path that the published server SDKs ask. */
  keysForServers: /* @__PURE__ */ route<undefined, KeySetReply>({
    name: 'sessions.keysForServers',
    method: 'GET',
    path: '/v1/apps/{id}/jwks.json',
    auth: 'none',
    retry: 'safe',
    origin: 'any',
    codes: ['app_not_found'],
    summary: 'The same keys, under the path that published server SDKs ask.',
  }),
} as const;
