import { createHmac } from 'node:crypto';
import type { Random } from '../world.ts';
import { aeadNonceLength, decrypt, encrypt } from './aead.ts';

/**
 * A key-encryption key: wraps the data keys that seal what the service stores. The key itself may stay in a KMS;
 * then `context` is its encryption context.
 */
export interface Kek {
  wrap(dataKey: Uint8Array, context: Uint8Array): Promise<Uint8Array>;
  /** @throws Error when another KEK wrapped it, or the context is not the one of the wrapping. */
  unwrap(wrapped: Uint8Array, context: Uint8Array): Promise<Uint8Array>;
}

const idLength = 8;

/** Names a key without telling anything of it, so that a wrapped data key says which KEK it needs. */
function idOf(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('latchkey/kek-id/v1').digest().subarray(0, idLength);
}

/**
 * Makes a KEK of bytes that the deployment's configuration holds.
 *
 * @param current 32 bytes; wraps every new data key
 * @param retired earlier keys, which only unwrap, so that a KEK can be replaced while the service runs
 */
export function localKek(random: Random, current: Uint8Array, ...retired: readonly Uint8Array[]): Kek {
  const keys = [current, ...retired].map((key) => ({ id: idOf(key), key }));
  const currentId = idOf(current);
  return {
    async wrap(dataKey, context) {
      const wrapped = encrypt(current, random.bytes(aeadNonceLength), context, dataKey);
      return new Uint8Array(Buffer.concat([currentId, wrapped]));
    },
    async unwrap(wrapped, context) {
      const id = wrapped.subarray(0, idLength);
      const known = keys.find((candidate) => candidate.id.equals(id));
      if (!known) {
        throw new Error(
          'A data key was wrapped by a key-encryption key that is not configured. Put that key back.',
        );
      }
      const dataKey = decrypt(known.key, context, wrapped.subarray(idLength));
      if (!dataKey)
        throw new Error('A wrapped data key was changed in the database, or belongs to another app.');
      return dataKey;
    },
  };
}
