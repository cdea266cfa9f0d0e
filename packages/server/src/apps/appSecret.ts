import type { App } from '../app.ts';
import { isEqual, sha256 } from '../crypto/index.ts';
import type { Random } from '../world.ts';

/** Shortest secret, in characters, that an exposed service accepts. */
const shortestInProduction = 32;

/** Stands in for a missing hash, so the comparison takes as long for an unknown app as for a known one. */
const nobodysHash = '0'.repeat(64);

/** Creates a secret: 256 random bits after a prefix that secret scanners can recognise. */
export const newSecret = (random: Random) =>
  `latchkey_secret_${Buffer.from(random.bytes(32)).toString('base64url')}`;

export const hashOfSecret = (secret: string) => sha256(secret).toString('hex');

/**
 * Returns true if a secret is an app's. An attacker could measure how long this check takes, so it compares hashes in
 * constant time, and also compares them if the app is unknown.
 *
 * @param app the app that the caller named, or null if there is none
 * @param now `nowMs` for the expiry of the old secret; `exposed` refuses short secrets, which can be guessed or, like
 *   the demo app's, are known
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
