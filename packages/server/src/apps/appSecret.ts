import type { App } from '../app.ts';
import { isEqual, sha256 } from '../crypto/index.ts';
import type { Random } from '../world.ts';

/** Shortest secret that production takes, in characters: what a person thought up is rarely as long. */
const shortestInProduction = 32;

/** Compared with where there is no hash, so that an app that is unknown costs what a wrong secret costs. */
const nobodysHash = '0'.repeat(64);

/** A new secret: 256 random bits with a name in front, so that secret scanners know it. */
export const newSecret = (random: Random) =>
  `latchkey_secret_${Buffer.from(random.bytes(32)).toString('base64url')}`;

/** What is stored of a secret: SHA-256 in hex. */
export const hashOfSecret = (secret: string) => sha256(secret).toString('hex');

/**
 * Tells whether a secret is an app's, in a time that tells neither how much of it is right nor whether the app exists.
 *
 * @param app the app that the caller named, or null when there is none
 * @param now `nowMs` for the old secret's end; `exposed` refuses short secrets, which can be guessed from the hash or are known, as the demo app's is
 */
export function isSecretOf(
  app: App | null,
  secret: string,
  { nowMs, exposed }: { nowMs: number; exposed: boolean },
): boolean {
  const { current, old, oldUntilMs } = app?.secretHashes ?? { current: null, old: null, oldUntilMs: 0 };
  const shown = sha256(secret);
  const isCurrent = isEqual(shown, Buffer.from(current ?? nobodysHash, 'hex'));
  const isOld = isEqual(shown, Buffer.from(old ?? nobodysHash, 'hex')) && nowMs < oldUntilMs;
  return (isCurrent || isOld) && !(exposed && secret.length < shortestInProduction);
}
