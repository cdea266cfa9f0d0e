/**
 * An attacker who has a recovery set that a password or a passkey opens, and has read `docs/custody.md`. They derive
 * the key of a guessed password as the owner's browser does. Imports none of Latchkey's code.
 */
import { hkdfSync } from 'node:crypto';
import { argon2id } from 'hash-wasm';
import type { Loot } from './openDump.ts';

/** Columns that identify a recovery set. */
export interface LockedSet {
  readonly app_id: string;
  readonly user_id: string;
  readonly entropy_uid: string;
  readonly recovery_id: string;
}

/** Key derivation parameters, sealed beside the set as JSON. */
export interface StretchSettings {
  readonly kdf: { readonly memory_kib: number; readonly iterations: number; readonly parallelism: number };
  /** Salt in base64url. */
  readonly salt: string;
}

/** Derives the key that the set would be encrypted under if this were its password. */
export async function tryPassword(word: string, set: LockedSet, settings: StretchSettings): Promise<Loot> {
  const { memory_kib, iterations, parallelism } = settings.kdf;
  const stretched = await argon2id({
    password: word.normalize('NFKC'),
    salt: Buffer.from(settings.salt, 'base64url'),
    memorySize: memory_kib,
    iterations,
    parallelism,
    hashLength: 32,
    outputType: 'binary',
  });
  return { from: `the word ${word}`, bytes: deriveKey(stretched, 'password-wrap', set), app: set.app_id };
}

/**
 * Derives the key that a passkey's set is encrypted under.
 *
 * @param secret output of the authenticator (WebAuthn PRF). It is pseudorandom, so it needs no slow
 *   derivation.
 */
export function toPasskeyKey(secret: Uint8Array, set: LockedSet): Loot {
  return { from: 'the passkey', bytes: deriveKey(secret, 'passkey-wrap', set), app: set.app_id };
}

function deriveKey(secret: Uint8Array, purpose: string, set: LockedSet): Uint8Array {
  const fields = ['latchkey/frame/v1', purpose, set.app_id, set.user_id, set.entropy_uid, set.recovery_id];
  const info = fields.flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(field));
    return [length, Buffer.from(field)];
  });
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), Buffer.concat(info), 32));
}
