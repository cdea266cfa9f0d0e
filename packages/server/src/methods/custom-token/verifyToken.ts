import { createPublicKey } from 'node:crypto';
import { type CustomJwtConfig, fail, isCode } from '@latchkey/wire';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { IssuerKeys } from './issuerKeys.ts';

const skewS = 60;
export interface VerifiedToken {
  /** Id of the user in the host app's own sign-in. */
  readonly subject: string;
  /** Time of issue, Unix ms. 0 if the token does not state it, because the token may then be of any age. */
  readonly issuedAtMs: number;
}

/** Pattern of a user's id: no character of Unicode category C, such as a control, and short enough for an index. */
const subjectPattern = /^[^\p{C}]{1,256}$/u;

/**
 * Verifies a token of another sign-in (RFC 8725). An attacker could name a key or an algorithm of their own in the
 * token's header (S43). So issuer, keys and allowed algorithms come from the app's settings or our defaults.
 *
 * @throws ServiceError `invalid_credentials`, and `service_unavailable` if the issuer's keys cannot be fetched
 */
export async function verifyToken(
  token: string,
  config: CustomJwtConfig,
  { keys, nowMs }: { keys: IssuerKeys; nowMs: number },
): Promise<VerifiedToken> {
  const { algorithms = ['ES256', 'RS256'], audience, issuer, subject_claim: claim = 'sub' } = config;
  const { payload } = await jwtVerify(token, keyOf(config, keys), {
    algorithms: [...algorithms],
    clockTolerance: skewS,
    currentDate: new Date(nowMs),
    issuer,
    requiredClaims: ['exp', claim],
    ...(audience === undefined ? {} : { audience }),
  }).catch(refuse);
  return {
    subject: readSubject(payload, claim),
    issuedAtMs: Math.max(0, Math.floor((payload.iat ?? 0) * 1000)),
  };
}

function keyOf({ key_set_url: url, public_key: pem }: CustomJwtConfig, keys: IssuerKeys): JWTVerifyGetKey {
  if (url !== undefined) return keys.of(url, 'operator');
  return async () => createPublicKey(pem ?? '');
}

/** Throws the same error whichever check of `jwtVerify` failed, so an attacker learns nothing for the next forgery. */
function refuse(error: unknown): never {
  if (isCode(error)) throw error;
  fail('invalid_credentials', { message: 'Invalid or expired token', cause: error });
}

function readSubject(payload: JWTPayload, claim: string): string {
  const subject = payload[claim];
  if (typeof subject === 'string' && subjectPattern.test(subject)) return subject;
  return fail('invalid_credentials', { message: `The token's ${claim} is no text of 1 to 256 characters` });
}
