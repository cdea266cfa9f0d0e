import type { CaptchaChallenge } from '@latchkey/wire';
import { toBase64url } from '../base64url/index.ts';

/** Number of parallel attempts: enough for the browser's threads, few enough to stop soon after the solution. */
const batch = 8;

/**
 * Solves a challenge. The browser computes in its own threads, so the page stays responsive and no
 * Content-Security-Policy has to allow a worker.
 *
 * @returns the captcha token (wire, `captchaChallengeSchema`)
 * @throws Error if WebCrypto is missing (as on an insecure page), if no number in the range solves the challenge,
 *   or after an abort
 */
export async function solveChallenge(
  { challenge, signature, prefix, cost, range }: CaptchaChallenge,
  signal: AbortSignal,
): Promise<string> {
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const password = await crypto.subtle.importKey('raw', toBytes(challenge), 'PBKDF2', false, ['deriveBits']);
  const derive = async (number: number) => {
    const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(String(number)), iterations: cost };
    return toBase64url(new Uint8Array(await crypto.subtle.deriveBits(rule, password, 256)));
  };
  for (let first = 0; first < range; first += batch) {
    signal.throwIfAborted();
    const tries = Array.from({ length: Math.min(batch, range - first) }, (_, at) => derive(first + at));
    const key = (await Promise.all(tries)).find((found) => found.startsWith(prefix));
    if (key !== undefined) return `${challenge}.${signature}.${key}`;
  }
  throw new Error('The captcha challenge has no solution');
}
