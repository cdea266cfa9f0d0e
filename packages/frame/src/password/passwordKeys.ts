import type { PasswordKdf } from '@latchkey/wire';
import { type Bytes, fromBase64url, randomBytes, toAad, toBase64url, utf8, zero } from '../bytes.ts';
import type { RecoveryPlace } from '../operations/recovery/recoverySeal.ts';
import { refuse } from '../refusal.ts';
import type { Stretch } from './stretch.ts';

/** Settings for new passwords, and the minimum for stored ones: those of RFC 9106 §4, but with one lane. @internal */
export const passwordKdf = {
  algorithm: 'argon2id',
  memory_kib: 65_536,
  iterations: 3,
  parallelism: 1,
} as const satisfies PasswordKdf;

/** Upper limits, as in wire's schema. A malicious service could otherwise stop the browser with higher settings. */
const most = { memoryKib: 1_048_576, iterations: 64, parallelism: 16 };
const saltLength = 16;
const keyLength = 32;

/** Settings that turn a password into keys, as the service stores them. */
export interface PasswordSettings {
  readonly kdf: PasswordKdf;
  /** 128 bits, base64url. */
  readonly salt: string;
}

/** Keys of a password: one seals the recovery part, the other proves to the service that the user knows the password. */
export interface PasswordKeys {
  readonly wrapKey: Bytes;
  readonly proof: Bytes;
}

export function createPasswordSettings(): PasswordSettings {
  return { kdf: passwordKdf, salt: toBase64url(randomBytes(saltLength)) };
}

/**
 * Derives the keys of a password for one recovery set. Neither key reveals the other one. To guess the password from
 * a key, an attacker has to run Argon2id for each guess.
 *
 * @throws Refusal `error` for settings with which a malicious service could guess faster, or stop the browser; what
 *   `stretch` throws
 */
export async function derivePasswordKeys(
  stretch: Stretch,
  password: string,
  { kdf, salt }: PasswordSettings,
  place: Omit<RecoveryPlace, 'recoveryVersion'>,
): Promise<PasswordKeys> {
  assertStrong(kdf, salt);
  // Keyboards differ: one sends a letter with its accent as one character, another as two.
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

export async function toProofHash(proof: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', proof)));
}

function assertStrong(kdf: PasswordKdf, salt: string): void {
  const { algorithm, memory_kib, iterations, parallelism } = kdf;
  const isStrong =
    algorithm === passwordKdf.algorithm &&
    memory_kib >= passwordKdf.memory_kib &&
    memory_kib <= most.memoryKib &&
    iterations >= passwordKdf.iterations &&
    iterations <= most.iterations &&
    parallelism >= passwordKdf.parallelism &&
    parallelism <= most.parallelism &&
    fromBase64url(salt).length === saltLength;
  if (!isStrong) {
    refuse(
      'error',
      'The service wants this password less protected than it is. Nothing was sent; tell the operator.',
    );
  }
}
