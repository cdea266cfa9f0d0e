import type { PasswordKdf } from '@latchkey/wire';
import { argon2id } from 'hash-wasm';

/** Length of a stretched password, in bytes. */
const stretchedLength = 32;

/** Password, and the settings to stretch it with. */
export interface StretchRequest {
  /** NFKC, UTF-8. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly kdf: PasswordKdf;
}

/** Runs Argon2id (RFC 9106) on a password. It takes much time and memory, so the vault runs it in a worker. */
export function runArgon2({ password, salt, kdf }: StretchRequest): Promise<Uint8Array> {
  return argon2id({
    password,
    salt,
    memorySize: kdf.memory_kib,
    iterations: kdf.iterations,
    parallelism: kdf.parallelism,
    hashLength: stretchedLength,
    outputType: 'binary',
  });
}
