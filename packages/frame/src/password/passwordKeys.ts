import type { PasswordKdf } from '@latchkey/wire';
import { type Bytes, fromBase64url, randomBytes, toAad, toBase64url, utf8, zero } from '../bytes.ts';
import type { RecoveryPlace } from '../operations/recovery/recoverySeal.ts';
import { refuse } from '../refusal.ts';
import type { Stretch } from './stretch.ts';

/** What new passwords are stretched with, and the least that is taken of stored ones (RFC 9106 §4, custody "Recovery methods"). @internal */
export const passwordKdf = {
  algorithm: 'argon2id',
  memory_kib: 65_536,
  iterations: 3,
  parallelism: 1,
} as const satisfies PasswordKdf;

/** More than this a service asks for to stop the browser, not to protect the password. */
const mostMemoryKib = 1_048_576;
const mostIterations = 64;
const saltLength = 16;
const keyLength = 32;

/** How a password becomes keys, as the service keeps it. */
export interface PasswordSettings {
  readonly kdf: PasswordKdf;
  /** 128 bits, base64url. */
  readonly salt: string;
}

/** What a password gives: the key that seals the recovery part, and one that proves to the service who may have it. */
export interface PasswordKeys {
  readonly wrapKey: Bytes;
  readonly proof: Bytes;
}

/** Settings for a new password: a salt of its own. */
export function createPasswordSettings(): PasswordSettings {
  return { kdf: passwordKdf, salt: toBase64url(randomBytes(saltLength)) };
}

/**
 * Derives the keys of a password for one set of one wallet. Neither key tells of the other, or of the password but by
 * trying it at the full price.
 *
 * @throws Refusal `error` for settings weaker than the least: a service that asks for them wants to try passwords itself
 */
export async function derivePasswordKeys(
  stretch: Stretch,
  password: string,
  { kdf, salt }: PasswordSettings,
  place: Omit<RecoveryPlace, 'recoveryVersion'>,
): Promise<PasswordKeys> {
  assertStrong(kdf, salt);
  // One person types a composed letter, the next keyboard sends it in two.
  const bytes = utf8(password.normalize('NFKC'));
  const stretched = await stretch({ password: bytes, salt: fromBase64url(salt), kdf });
  try {
    const key = await crypto.subtle.importKey('raw', stretched, 'HKDF', false, ['deriveBits']);
    const expand = async (purpose: string) => {
      const { appId, userId, entropyUid, recoveryId } = place;
      const info = toAad(purpose, appId, userId, entropyUid, recoveryId);
      const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
      return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, keyLength * 8));
    };
    return { wrapKey: await expand('password-wrap'), proof: await expand('password-proof') };
  } finally {
    zero(stretched);
  }
}

/** What the service compares a proof with. */
export async function toProofHash(proof: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', proof)));
}

function assertStrong(kdf: PasswordKdf, salt: string): void {
  const { algorithm, memory_kib, iterations, parallelism } = kdf;
  const isStrong =
    algorithm === passwordKdf.algorithm &&
    memory_kib >= passwordKdf.memory_kib &&
    memory_kib <= mostMemoryKib &&
    iterations >= passwordKdf.iterations &&
    iterations <= mostIterations &&
    parallelism >= passwordKdf.parallelism &&
    fromBase64url(salt).length === saltLength;
  if (!isStrong) {
    refuse(
      'error',
      'The service wants this password less protected than it is. Nothing was sent; tell the operator.',
    );
  }
}
