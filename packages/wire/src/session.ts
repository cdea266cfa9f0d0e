import { route } from './route.ts';
import type { KeySetReply, LogoutReply, RefreshBody, TokenReply } from './schemas/session.ts';

/** What a token says, of the claims that the client reads: subject, expiration, issuer, audience (SESS-02), and `acr`. */
export interface TokenClaims {
  subject: string;
  /** Unix milliseconds by the service's clock. */
  expiresAtMs: number;
  /** The same; null in a token that does not say it. */
  issuedAtMs: number | null;
  issuer: string;
  audience: string;
  /** The session has still to verify a second factor, which the app wants at the login. */
  isFactorPending: boolean;
}

/** `acr` of an access token whose session has still to verify a second factor, where the app wants one at the login. */
export const pendingFactor = 'mfa_pending';

export const sessionRoutes = {
  refresh: /* @__PURE__ */ route<RefreshBody, TokenReply>({
    name: 'sessions.refresh',
    method: 'POST',
    path: '/api/v1/sessions',
    auth: 'refresh',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: 'Renews the session; the bearer may be expired.',
  }),
  recoverFork: /* @__PURE__ */ route<RefreshBody, TokenReply>({
    name: 'sessions.recoverFork',
    method: 'POST',
    path: '/api/v1/sessions/fork/recover',
    auth: 'refresh',
    retry: 'never',
    codes: ['missing_or_invalid_token'],
    summary: 'Begins a new session by the token of a fork.',
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

/** Asked by back ends, and so kept out of what a page loads. */
export const keySetRoutes = {
  get: /* @__PURE__ */ route<undefined, KeySetReply>({
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
  getForServers: /* @__PURE__ */ route<undefined, KeySetReply>({
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
