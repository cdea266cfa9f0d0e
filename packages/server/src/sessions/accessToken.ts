import { sign } from 'node:crypto';
import { limits, pendingFactor } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { signHs256, verifyHs256 } from '../crypto/index.ts';
import type { VerifiedFactor } from './index.ts';
import type { SigningKey } from './keys/signingKeys.ts';
import { verifyJws } from './verifyJws.ts';

/** Whom an access token speaks for. */
export interface TokenSubject {
  userId: string;
  sessionId: string;
}

/** The two tokens of a session, one hour each: `token` for the host's back end, `privyAccessToken` for this service. */
export interface AccessTokens {
  token: string;
  privyAccessToken: string;
}

const lifeS = limits.accessTokenLifeMs / 1000;

/** `iss` of an app's tokens. */
export const issuerOf = (app: App, serviceUrl: string) => app.settings.token_issuer ?? serviceUrl;

/**
 * Makes the two access tokens of a session (docs/wire/protocol.md §3.3, docs/custody.md): `token` is signed, because
 * others check it; the service's own carries a MAC. Synchronous node:crypto: three times as fast as a general JWT
 * library, on the path of every refresh.
 *
 * @param serviceUrl audience of the service's own token, and the issuer where the app sets none
 */
export function signAccessTokens(
  app: App,
  key: SigningKey,
  subject: TokenSubject & { factor?: VerifiedFactor | 'pending' | null },
  options: { serviceUrl: string; nowMs: number },
): AccessTokens {
  const issuedAtS = Math.floor(options.nowMs / 1000);
  const claims = {
    sub: subject.userId,
    iss: issuerOf(app, options.serviceUrl),
    sid: subject.sessionId,
    iat: issuedAtS,
    exp: issuedAtS + lifeS,
  };
  return {
    token: signJwt(key, { ...claims, ...factorClaims(subject.factor), aud: app.id }),
    privyAccessToken: signHs256(key.service, { ...claims, aud: options.serviceUrl, aid: app.id }),
  };
}

/** What authentication methods are called (RFC 8176). */
const references: Readonly<Record<string, string>> = { sms: 'sms', passkey: 'pop' };

/**
 * What a back end learns of a second factor: that one was verified in this session, how and when (`acr`, `amr`,
 * `mfa_verified_at`). Nothing where none was, so that a check of it fails closed. Where the app wants one at the login and it
 * is still to be verified, the token says that, so that a back end tells such a session from one of a user without a factor.
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

/** Signs claims as a JWT of the app. */
export function signJwt(key: SigningKey, claims: Record<string, unknown>): string {
  const signed = `${key.jwtHeader}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/**
 * Checks an access token: the service's own by its MAC, `token` by the app's public keys. Each of the two has its own
 * algorithm, key and audience, so that neither passes as the other. Then issuer and age.
 *
 * @param keys the app's key set
 * @param options.accepts `service` takes `privy_access_token` alone, `any` takes `token` too
 * @returns whom it speaks for, or null for a forged, expired or foreign one
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
  // The service is the audience of every app's token: there `aid` says which app it is for.
  if (own ? aud !== serviceUrl || aid !== app.id : aud !== app.id) return null;
  const nowS = Math.floor(options.nowMs / 1000);
  if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= nowS) return null;
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > nowS)) return null;
  // Ours live an hour. Their age is not asked: the clocks of two processes may differ by a second.
  if (exp - iat > lifeS) return null;
  // An identity token has no `sid`: it tells who someone is and opens nothing (S20).
  return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
}

async function verifyJwt(
  token: string,
  keys: readonly SigningKey[],
): Promise<Record<string, unknown> | null> {
  const signed = await verifyJws(token, keys);
  return signed?.typ === 'JWT' ? toClaims(signed.payload) : null;
}

/** Not spread nor merged into anything, so that a claim named `__proto__` stays a claim (S56). */
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
 * Reads what a token claims without checking it: enough to see that it belongs to another user, never to trust it.
 *
 * @returns null when the text is no token
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
