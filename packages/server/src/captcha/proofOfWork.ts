import { type CaptchaAction, type CaptchaChallenge, limits } from '@latchkey/wire';
import { deriveKey, isEqual, keyedHash, stretch } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { CaptchaClaim } from './index.ts';

/** Cost of a solution: at most `range` tries of `cost` iterations each, half of them on average. */
const cost = 2_000;
const range = 256;
/**
 * Bytes of the solution in the challenge: enough to recognise it, and whole base64 characters. The other 23 bytes
 * cannot be guessed, however many wrong solutions an attacker sends for one challenge.
 */
const shownBytes = 9;
const nonceBytes = 16;

export interface Solution {
  readonly challenge: string;
  readonly action: string;
  readonly expiresAtMs: number;
  readonly nonce: string;
  readonly signature: string;
  readonly key: string;
}

export interface ProofOfWork {
  /** Creates a challenge for an app and an action. Nothing is stored: its signature proves that it was issued here. */
  createChallenge(appId: string, action: CaptchaAction): Promise<CaptchaChallenge>;
  /** Parses a token without checking its solution. Returns null if it is malformed or expired. */
  read(token: string): Solution | null;
  /** Returns true if a solution belongs to a challenge that was issued here, to this app and for this action. */
  isGood(claim: Pick<CaptchaClaim, 'app' | 'action'>, solution: Solution): boolean;
}

/**
 * Creates the proof of work. An attacker could flood the service with wrong tokens. The signature covers the
 * solution, so `isGood` computes a single HMAC and no PBKDF2.
 */
export function createProofOfWork({ clock, random, secret: deployment }: World): ProofOfWork {
  const secret = deriveKey(deployment, 'latchkey/captcha/v1');
  const sign = (appId: string, challenge: string, key: string) =>
    keyedHash(secret, ['proof-of-work', appId, challenge, key]);

  return {
    async createChallenge(appId, action) {
      const nonce = Buffer.from(random.bytes(nonceBytes)).toString('base64url');
      const challenge = `${action}.${clock.now() + limits.captchaTokenLifeMs}.${nonce}`;
      const key = await stretch(challenge, String(random.integer(range)), cost);
      return {
        challenge,
        signature: sign(appId, challenge, key.toString('base64url')).toString('base64url'),
        prefix: key.subarray(0, shownBytes).toString('base64url'),
        cost,
        range,
      };
    },

    read(token) {
      const [action = '', expires = '', nonce = '', signature = '', key = '', ...more] = token.split('.');
      const expiresAtMs = Number(expires);
      if (more.length > 0 || key === '' || nonce.length > 64 || !(clock.now() < expiresAtMs)) return null;
      return { challenge: `${action}.${expires}.${nonce}`, action, expiresAtMs, nonce, signature, key };
    },

    isGood({ app, action }, { challenge, action: solvedFor, signature, key }) {
      // A token names its action, and its signature covers its app.
      if (solvedFor !== action) return false;
      return isEqual(Buffer.from(signature, 'base64url'), sign(app.id, challenge, key));
    },
  };
}
