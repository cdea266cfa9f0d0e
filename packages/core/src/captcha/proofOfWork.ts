import type { CaptchaChallenge } from '@latchkey/wire';
import { toBase64url } from '../base64url/index.ts';

/** Tries that are under way at a time: enough for the browser's threads, few enough to stop soon after the right one. */
const batch = 8;

/**
 * Finds the solution of a challenge. The browser does the work in threads of its own, so that the page stays quick and
 * no policy must allow a worker.
 *
 * @returns the captcha token (wire, `captchaChallengeSchema`)
 * @throws Error where there is no WebCrypto, as on a page that is not secure, or no solution
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
