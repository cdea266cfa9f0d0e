import { sign } from 'node:crypto';
import { limits, pendingFactor } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { signHs256, verifyHs256 } from '../crypto/index.ts';
import type { VerifiedFactor } from './index.ts';
import type { SigningKey } from './keys/signingKeys.ts';
import { verifyJws } from './verifyJws.ts';

export interface TokenSubject {
  userId: string;
  sessionId: string;
}

/**
 * The two access tokens of a session, valid for one hour each: `token` for the host's back end, `privyAccessToken`
 * for this service.
 */
export interface AccessTokens {
  token: string;
  privyAccessToken: string;
}

const lifeS = limits.accessTokenLifeMs / 1000;

export const issuerOf = (app: App, serviceUrl: string) => app.settings.token_issuer ?? serviceUrl;

/**
 * Signs the two access tokens of a session (docs/wire/protocol.md §3.3, docs/custody.md). `token` has a signature,
 * because others verify it; the service's own token has a MAC. Uses synchronous node:crypto for speed: a refresh signs.
 *
 * @param options.serviceUrl audience of the service's own token, and the issuer if the app sets none
 */
export function signAccessTokens(
  app: App,
  key: SigningKey,
  subject: TokenSubject & { factor?: VerifiedFactor | 'pending' | null },
  options: { serviceUrl: string; nowMs: number },
): AccessTokens {
  const issuedAtS = Math.floor(options.nowMs / 1000);
  const claimsFor = (audience: string) => ({
    sub: subject.userId,
    iss: issuerOf(app, options.serviceUrl),
    sid: subject.sessionId,
    iat: issuedAtS,
    exp: issuedAtS + lifeS,
    aud: audience,
  });
  // Fields are added to a literal, not after a spread, so all claims share one hidden class of V8 (decision 386).
  return {
    token: signJwt(key, Object.assign(claimsFor(app.id), factorClaims(subject.factor))),
    privyAccessToken: signHs256(key.service, Object.assign(claimsFor(options.serviceUrl), { aid: app.id })),
  };
}

/** Names of authentication methods in `amr` (RFC 8176). */
const references: Readonly<Record<string, string>> = { sms: 'sms', passkey: 'pop' };

/**
 * Returns the claims that tell a back end how and when this session verified a second factor (`acr`, `amr`,
 * `mfa_verified_at`), or with `acr` alone that it still lacks the one that the app requires at login. Otherwise there
 * are none.
 */
function factorClaims(factor: VerifiedFactor | 'pending' | null | undefined): Record<string, unknown> {
  if (!factor) return {};
  if (factor === 'pending') return { acr: pendingFactor };
  return {
    acr: 'mfa',
    amr: ['mfa', references[factor.method] ?? 'otp'],
    mfa_verified_at: Math.floor(factor.atMs / 1000),
  };
}

export function signJwt(key: SigningKey, claims: Record<string, unknown>): string {
  const signed = `${key.jwtHeader}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/**
 * Verifies an access token: the service's own by its MAC, `token` with the app's public keys. Each of the two has its
 * own algorithm, key and audience, so neither passes as the other. Then checks issuer, audience and lifetime.
 *
 * @param keys the app's key set
 * @param options.accepts `service` accepts only `privy_access_token`, `any` accepts `token` too
 * @returns the token's user and session, or null if the token is refused
 */
export async function readAccessToken(
  app: App,
  keys: readonly SigningKey[],
  token: string,
  options: { accepts: 'any' | 'service'; serviceUrl: string; nowMs: number },
): Promise<TokenSubject | null> {
  const { accepts, serviceUrl } = options;
  const serviceKeys = keys.map(({ service }) => service);
  const own = verifyHs256(serviceKeys, token);
  const payload = own ?? (accepts === 'any' ? await verifyJwt(token, keys) : null);
  if (!payload) return null;
  const { aid, aud, exp, iat, iss, nbf, sid, sub } = payload;
  if (iss !== issuerOf(app, serviceUrl)) return null;
  // The service's own tokens have the same audience in every app, so `aid` names the app.
  if (own ? aud !== serviceUrl || aid !== app.id : aud !== app.id) return null;
  const nowS = Math.floor(options.nowMs / 1000);
  if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= nowS) return null;
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > nowS)) return null;
  // Limits the lifetime to one hour. `iat` may be in the future, because the clocks of two processes may differ.
  if (exp - iat > lifeS) return null;
  // An identity token has no `sid`, so it is refused (S20).
  return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
}

async function verifyJwt(
  token: string,
  keys: readonly SigningKey[],
): Promise<Record<string, unknown> | null> {
  const signed = await verifyJws(token, keys);
  return signed?.typ === 'JWT' ? toClaims(signed.payload) : null;
}

/**
 * Parses claims. A claim could have the name `__proto__`, so callers read single claims and do not merge them into
 * another object (S56).
 */
function toClaims(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * Reads the claims of a token without verifying it. Use them to refuse a token, not to trust one.
 *
 * @returns null if the claims cannot be read
 */
export function peekClaims(token: string): { appId: unknown; userId: unknown } | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof payload !== 'object' || payload === null) return null;
    const claims = payload as Record<string, unknown>;
    return { appId: claims.aid ?? claims.aud, userId: claims.sub };
  } catch {
    return null;
  }
}
