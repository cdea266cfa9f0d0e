import { fail, limits } from '@latchkey/wire';
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import type { Challenges } from '../../challenges/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { DpopNonces } from './dpopNonce.ts';

export interface ProofTarget {
  appId: string;
  /** Origin of the frame, which the request handler has checked. */
  origin: string;
  proof: string | null;
  path: string;
  token: string;
  bodyText: string;
  parentOrigin: string;
}

export interface ProvenKey {
  /** RFC 7638 thumbprint of the key that signed. */
  thumbprint: string;
  /** SHA-256 of the request body, base64url. */
  bodyHash: string;
}

export type DpopProofs = (target: ProofTarget) => Promise<ProvenKey>;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/**
 * Creates the verification of proofs of possession (RFC 9449 §4.3), with two additional claims: `po`, the origin of
 * the page around the frame, and `bh`, the SHA-256 of the request body. Without them, an attacker who has a leaked
 * proof could send it with another body or from another page. An attacker with a leaked token can still sign proofs
 * with a key of their own.
 *
 * Throws ServiceError `invalid_dpop_proof`, or `use_dpop_nonce` if the nonce is missing, old or not for this app.
 */
export function createDpopProofs(
  world: World,
  deps: { challenges: Challenges; nonces: DpopNonces },
): DpopProofs {
  const { clock } = world;
  const { challenges, nonces } = deps;

  return async (target) => {
    const { payload, jwk } = await verifySignature(target.proof, clock.now());
    const bodyHash = base64url(sha256(target.bodyText));
    const isForThisCall =
      payload.htm === 'POST' &&
      payload.htu === target.origin + target.path &&
      payload.ath === base64url(sha256(target.token)) &&
      payload.bh === bodyHash &&
      payload.po === target.parentOrigin &&
      typeof payload.iat === 'number';
    if (!isForThisCall) fail('invalid_dpop_proof');
    const { jti } = payload;
    if (typeof jti !== 'string' || jti.length < 16 || jti.length > 64) return fail('invalid_dpop_proof');
    if (!nonces.isFresh(target.appId, payload.nonce)) fail('use_dpop_nonce');
    const thumbprint = await calculateJwkThumbprint(jwk, 'sha256');
    // An attacker could replay a proof, so its id is used up. The id is kept at least as long as the proof's nonce is
    // accepted, and per key, so that clients do not use up each other's ids.
    const id = base64url(sha256(`${thumbprint}.${jti}`));
    const lifeMs = limits.dpopNonceLifeMs + limits.dpopProofLifeMs;
    if (!(await challenges.usedIds.use({ appId: target.appId, kind: 'dpop', id, lifeMs })))
      fail('invalid_dpop_proof');
    return { thumbprint, bodyHash };
  };
}

/** Reads a proof that its own public key signed with ES256. jose refuses a header that contains a private key. */
async function verifySignature(
  proof: string | null,
  nowMs: number,
): Promise<{ payload: JWTPayload; jwk: JWK }> {
  if (!proof || proof.length > 4096) return fail('invalid_dpop_proof');
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(nowMs),
    });
    const { jwk } = protectedHeader;
    return jwk ? { payload, jwk } : fail('invalid_dpop_proof');
  } catch (cause) {
    return fail('invalid_dpop_proof', { cause });
  }
}
