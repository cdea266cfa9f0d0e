import type { PasswordKdf } from '@latchkey/wire';
import { argon2id } from 'hash-wasm';

/** Bytes that a stretched password has. */
const stretchedLength = 32;

/** What a password is stretched with. */
export interface StretchRequest {
  /** NFKC, UTF-8. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly kdf: PasswordKdf;
}

/** Runs Argon2id (RFC 9106) over a password. Takes a second and 64 MiB, so that a worker does it. */
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
