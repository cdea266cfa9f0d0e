import { type CaptchaAction, type CaptchaChallenge, limits } from '@latchkey/wire';
import { deriveKey, isEqual, keyedHash, stretch } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { CaptchaClaim } from './index.ts';

/**
 * What a solution costs: at most `range` tries of `cost` iterations each, half of them on average. The browser's own
 * PBKDF2 does them as fast as an attacker's machine would, so that what people wait is what programs pay; on a machine
 * four times slower than ours the longest search stays below a second (`npm run bench captcha`).
 */
const cost = 2_000;
const range = 256;
/**
 * Bytes of the solution that the challenge shows: enough to know it when it is found, and whole characters of base64; the
 * other 23 cannot be guessed.
 */
const shownBytes = 9;
const nonceBytes = 16;

/** What a token says. */
export interface Solution {
  /** The challenge as it was given. */
  readonly challenge: string;
  readonly action: string;
  readonly expiresAtMs: number;
  readonly nonce: string;
  readonly signature: string;
  readonly key: string;
}

export interface ProofOfWork {
  /** A challenge for an app and an action. Nothing is stored: what was given is known again by its signature. */
  createChallenge(appId: string, action: CaptchaAction): Promise<CaptchaChallenge>;
  /** What a token says, unchecked; null for what is none or has expired. */
  read(token: string): Solution | null;
  /** Whether a solution is the one of a challenge that was given here, to this app and for this action. */
  isGood(claim: Pick<CaptchaClaim, 'app' | 'action'>, solution: Solution): boolean;
}

/**
 * Makes the proof of work. The signature covers the solution, so that checking one costs a single HMAC: who floods the
 * service with wrong tokens costs it no PBKDF2.
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
      // A token that was made for another app or action has another signature, or says so itself.
      if (solvedFor !== action) return false;
      return isEqual(Buffer.from(signature, 'base64url'), sign(app.id, challenge, key));
    },
  };
}
