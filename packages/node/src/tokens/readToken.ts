import { fail, limits, pendingFactor } from '@latchkey/wire';
import { errors, type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import type { GetPlace } from '../place.ts';
import type { KeySet } from './keySet.ts';

/** Contents of a verified access token. */
export interface AccessToken {
  userId: string;
  sessionId: string;
  appId: string;
  issuer: string;
  issuedAt: Date;
  expiresAt: Date;
  /** The second factor that the session last verified: its methods (RFC 8176) and time. Null if it has verified none. */
  factor: { methods: string[]; verifiedAt: Date } | null;
}

/** Additional requirements for an access token. */
export interface AccessTokenOptions {
  /**
   * Requires that the session has verified a second factor, ever or in the last `maxAgeS` seconds. Without this
   * option, a session is refused that still lacks the second factor that the app requires at login (`mfa_at_login`).
   * `false` accepts such a session too.
   */
  readonly requireFactor?: boolean | { readonly maxAgeS: number };
}

/**
 * An account in an identity token: its type, its identifying fields, and the time of its last proof (`lv`, Unix
 * seconds).
 */
export interface CompactAccount {
  type: string;
  lv: number | null;
  [field: string]: unknown;
}

export interface IdentityToken {
  userId: string;
  appId: string;
  issuer: string;
  createdAt: Date;
  isGuest: boolean;
  accounts: CompactAccount[];
  customMetadata: Record<string, string | number | boolean>;
  issuedAt: Date;
  expiresAt: Date;
}

export type TokenFlaw =
  | 'malformed'
  | 'unknown_key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'not_yet'
  | 'type';

interface Expected {
  readonly getPlace: GetPlace;
  readonly issuer: string | undefined;
  readonly now: () => number;
}

/** Tolerance for the clocks of two machines, in seconds. */
const skewS = 5;
/** Header parameters with which an attacker could choose the key or the rules (RFC 8725 §3.10). */
const refusedParameters = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'b64', 'zip'];
/** Longest accepted token, in characters. Longer ones are refused before they are parsed. */
const longestToken = 64 * 1024;

/** @throws ServiceError `missing_or_invalid_token`, `missing_or_invalid_mfa`, `service_unavailable` */
export async function readAccessToken(
  token: string,
  keys: KeySet,
  expected: Expected,
  { requireFactor }: AccessTokenOptions = {},
): Promise<AccessToken> {
  const claims = await readClaims(token, keys, expected);
  const { sid, linked_accounts: accounts, iat, exp } = claims;
  // An identity token is shown to other parties, who must not be able to use it as an access token (S20).
  if (typeof sid !== 'string' || sid === '' || accounts !== undefined) refuse('type');
  if (exp - iat > limits.accessTokenLifeMs / 1000) refuse('malformed');
  const factor = factorOf(claims);
  // The app's setting requires it, so a back end that was written before the setting is protected too.
  if (requireFactor === undefined && claims.acr === pendingFactor) fail('missing_or_invalid_mfa');
  if (requireFactor) checkFactor(factor, requireFactor, expected.now());
  return { ...commonOf(claims), sessionId: sid, factor };
}

/** Reads the second factor of a token. Null unless all of its claims are present. */
function factorOf({ acr, amr, mfa_verified_at: at }: Claims): AccessToken['factor'] {
  if (acr !== 'mfa' || !Array.isArray(amr) || typeof at !== 'number') return null;
  return { methods: amr.map(String), verifiedAt: new Date(at * 1000) };
}

/** @throws ServiceError `missing_or_invalid_mfa` */
function checkFactor(
  factor: AccessToken['factor'],
  required: true | { readonly maxAgeS: number },
  nowMs: number,
): void {
  const oldestMs = required === true ? Number.NEGATIVE_INFINITY : nowMs - (required.maxAgeS + skewS) * 1000;
  if (!factor || !(factor.verifiedAt.getTime() >= oldestMs)) fail('missing_or_invalid_mfa');
}

/** @throws ServiceError `missing_or_invalid_token`, `service_unavailable` */
export async function readIdentityToken(
  token: string,
  keys: KeySet,
  expected: Expected,
): Promise<IdentityToken> {
  const claims = await readClaims(token, keys, expected);
  const { sid, linked_accounts: accounts, cr: createdAt, custom_metadata: metadata, guest } = claims;
  if (sid !== undefined || typeof accounts !== 'string') refuse('type');
  const listed = parse(accounts);
  const known = metadata === undefined ? {} : parse(metadata);
  if (!Array.isArray(listed) || typeof known !== 'object' || known === null) refuse('malformed');
  if (typeof createdAt !== 'string' || !/^\d{1,12}$/.test(createdAt)) refuse('malformed');
  return {
    ...commonOf(claims),
    createdAt: new Date(Number(createdAt) * 1000),
    isGuest: guest === 't',
    accounts: listed as CompactAccount[],
    customMetadata: known as IdentityToken['customMetadata'],
  };
}

type Claims = JWTPayload & { sub: string; aud: string; iss: string; iat: number; exp: number };

function commonOf({ sub, aud, iss, iat, exp }: Claims) {
  return {
    userId: sub,
    appId: aud,
    issuer: iss,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
}

/** Verifies what both tokens have in common: signature, header, issuer, audience and times. */
async function readClaims(token: string, keys: KeySet, expected: Expected): Promise<Claims> {
  const { appId } = expected.getPlace();
  if (typeof token !== 'string' || token.length > longestToken) refuse('malformed');
  const getKey = async (header: ProtectedHeaderParameters) => {
    if (refusedParameters.some((name) => name in header)) refuse('malformed');
    if (typeof header.kid !== 'string') refuse('unknown_key');
    return (await keys.find(header.kid)) ?? refuse('unknown_key');
  };
  const { payload } = await jwtVerify(token, getKey, {
    // Accepts one algorithm. An attacker's `none`, or an HMAC keyed with the public key, is refused before a key is
    // looked up (RFC 8725 §3.1).
    algorithms: ['ES256'],
    typ: 'JWT',
    audience: appId,
    requiredClaims: ['iss', 'sub', 'iat', 'exp'],
    clockTolerance: skewS,
    currentDate: new Date(expected.now()),
  }).catch(translate);
  const { aud, iss, sub, iat, exp } = payload;
  // The keys are this app's own. The issuer is checked to detect a back end that is configured for the wrong service.
  const issuer = expected.issuer ?? (await keys.issuerFor(iss));
  if (iss !== issuer) refuseIssuer(issuer, String(iss));
  // A token for several audiences is not one of ours.
  if (aud !== appId) refuse('audience');
  if (typeof sub !== 'string' || sub === '' || iat === undefined || exp === undefined) refuse('malformed');
  return payload as Claims;
}

function refuse(reason: TokenFlaw): never {
  fail('missing_or_invalid_token', { details: { reason } });
}

/** Names both issuers. The signature is valid, so the service itself wrote the found one. */
function refuseIssuer(expected: string, found: string): never {
  fail('missing_or_invalid_token', {
    message: `The token's issuer is '${found}', expected '${expected}'. Check the options issuer and apiUrl.`,
    details: { reason: 'issuer', expected, found },
  });
}

/** Translates errors of jose into ours. Our own errors pass unchanged. */
function translate(error: unknown): never {
  if (!(error instanceof errors.JOSEError)) throw error;
  if (error instanceof errors.JWTExpired) refuse('expired');
  if (error instanceof errors.JWSSignatureVerificationFailed) refuse('signature');
  if (error instanceof errors.JWTClaimValidationFailed) {
    const flaws: Record<string, TokenFlaw> = { iss: 'issuer', aud: 'audience', nbf: 'not_yet', typ: 'type' };
    refuse(flaws[error.claim] ?? 'malformed');
  }
  refuse('malformed');
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
