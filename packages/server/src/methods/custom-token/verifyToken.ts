import { createPublicKey } from 'node:crypto';
import { type CustomJwtConfig, fail, isCode } from '@latchkey/wire';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { IssuerKeys } from './issuerKeys.ts';

/** How far an issuer's clock may be off, seconds. */
const skewS = 60;
/** What a token says, once it is verified. */
export interface VerifiedToken {
  /** The id of the person at that sign-in. */
  readonly subject: string;
  /** When it was issued, Unix ms; zero for one that does not say: then it may be of any age. */
  readonly issuedAtMs: number;
}

/** What a person's id may be: something to be seen, and short enough for an index. */
const subjectPattern = /^[^\p{C}]{1,256}$/u;

/**
 * Verifies a token of another sign-in by what the operator pinned (RFC 8725): issuer, keys, algorithms and audience. The
 * token's own word on any of them, such as a key in its header, counts for nothing (S43).
 *
 * @throws ServiceError `invalid_credentials`, and `service_unavailable` where the issuer's keys cannot be had
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

/** One answer for every flaw: what is wrong with a token is for its issuer to find out, not for who made it up. */
function refuse(error: unknown): never {
  if (isCode(error)) throw error;
  fail('invalid_credentials', { message: 'Invalid or expired token', cause: error });
}

function readSubject(payload: JWTPayload, claim: string): string {
  const subject = payload[claim];
  if (typeof subject === 'string' && subjectPattern.test(subject)) return subject;
  return fail('invalid_credentials', { message: `The token's ${claim} is no text of 1 to 256 characters` });
}
