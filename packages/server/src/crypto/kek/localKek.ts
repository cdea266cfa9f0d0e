import { createHmac } from 'node:crypto';
import type { Random } from '../../world.ts';
import { aeadNonceLength, decrypt, encrypt } from '../aead.ts';
import { type Kek, kekIdLength, placeAad } from './kek.ts';

/**
 * KEK whose bytes are in the memory of the process, from the environment or in development from a file. AES-256-GCM
 * with the place as additional data.
 *
 * @param key 32 bytes
 */
export function localKek(
  random: Random,
  key: Uint8Array,
  provider: 'environment' | 'file' = 'environment',
): Kek {
  return {
    provider,
    id: new Uint8Array(
      createHmac('sha256', key).update('latchkey/kek-id/v1').digest().subarray(0, kekIdLength),
    ),
    async wrap(dataKey, place) {
      return encrypt(key, random.bytes(aeadNonceLength), placeAad(place), dataKey);
    },
    async unwrap(wrapped, place) {
      const dataKey = decrypt(key, placeAad(place), wrapped);
      if (!dataKey)
        throw new Error('A wrapped data key was changed in the database, or belongs to another app.');
      return dataKey;
    },
  };
}
