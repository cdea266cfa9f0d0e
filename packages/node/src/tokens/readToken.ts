import { fail, limits, pendingFactor } from '@latchkey/wire';
import { errors, type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import type { GetPlace } from '../place.ts';
import type { KeySet } from './keySet.ts';

/** Whom an access token speaks for. */
export interface AccessToken {
  userId: string;
  sessionId: string;
  appId: string;
  issuer: string;
  issuedAt: Date;
  expiresAt: Date;
  /** The second factor that the session last verified: how (RFC 8176) and when. Null where it has verified none. */
  factor: { methods: string[]; verifiedAt: Date } | null;
}

/** What a back end asks of an access token besides. */
export interface AccessTokenOptions {
  /**
   * The session must have verified a second factor: ever, or in the last so many seconds. Without this option a session is
   * refused whose user has one that is still to be verified, where the app wants that at the login (`mfa_at_login`);
   * `false` takes such a session too.
   */
  readonly requireFactor?: boolean | { readonly maxAgeS: number };
}

/** An account as an identity token carries it: type, what names it, and when it was last proved (Unix seconds). */
export interface CompactAccount {
  type: string;
  lv: number | null;
  [field: string]: unknown;
}

/** A user as an identity token carries them. */
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

/** Why a token is refused. */
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

/** Clocks of two machines may differ by so much. */
const skewS = 5;
/** Header parameters by which a token would choose its own key or rules (RFC 8725 §3.10). */
const refusedParameters = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'b64', 'zip'];
/** Far above what the service issues; what is longer is not worth the work. */
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
  // An identity token is shown to other parties; it must not open what an access token opens (S20).
  if (typeof sid !== 'string' || sid === '' || accounts !== undefined) refuse('type');
  if (exp - iat > limits.accessTokenLifeMs / 1000) refuse('malformed');
  const factor = factorOf(claims);
  // Asked for by the app, not by the call: a back end that was written before it is protected too.
  if (requireFactor === undefined && claims.acr === pendingFactor) fail('missing_or_invalid_mfa');
  if (requireFactor) checkFactor(factor, requireFactor, expected.now());
  return { ...commonOf(claims), sessionId: sid, factor };
}

/** What a token says of a second factor; all of it or nothing. */
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

/** Signature, header, issuer, audience and times: what both tokens have in common. */
async function readClaims(token: string, keys: KeySet, expected: Expected): Promise<Claims> {
  const { appId } = expected.getPlace();
  if (typeof token !== 'string' || token.length > longestToken) refuse('malformed');
  const getKey = async (header: ProtectedHeaderParameters) => {
    if (refusedParameters.some((name) => name in header)) refuse('malformed');
    if (typeof header.kid !== 'string') refuse('unknown_key');
    return (await keys.find(header.kid)) ?? refuse('unknown_key');
  };
  const { payload } = await jwtVerify(token, getKey, {
    // One algorithm: `none` and an HMAC keyed with the public key are refused before anything is computed (RFC 8725 §3.1).
    algorithms: ['ES256'],
    typ: 'JWT',
    audience: appId,
    requiredClaims: ['iss', 'sub', 'iat', 'exp'],
    clockTolerance: skewS,
    currentDate: new Date(expected.now()),
  }).catch(translate);
  const { aud, iss, sub, iat, exp } = payload;
  // The keys are the app's alone; the issuer besides tells a back end that asks the wrong service of two.
  const issuer = expected.issuer ?? (await keys.issuerFor(iss));
  if (iss !== issuer) refuseIssuer(issuer, String(iss));
  // A token for several parties is not one of ours.
  if (aud !== appId) refuse('audience');
  if (typeof sub !== 'string' || sub === '' || iat === undefined || exp === undefined) refuse('malformed');
  return payload as Claims;
}

function refuse(reason: TokenFlaw): never {
  fail('missing_or_invalid_token', { details: { reason } });
}

/** Names both: the signature was right, so that what was found is what the service wrote. */
function refuseIssuer(expected: string, found: string): never {
  fail('missing_or_invalid_token', {
    message: `The token's issuer is '${found}', expected '${expected}'. Check the options issuer and apiUrl.`,
    details: { reason: 'issuer', expected, found },
  });
}

/** Says why in our words; errors of our own pass. */
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
