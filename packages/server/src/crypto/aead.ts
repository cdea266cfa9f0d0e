import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D).
 *
 * @param nonce 12 bytes, random and never used twice with one key
 * @returns nonce, ciphertext and 16-byte tag, concatenated
 */
export function encrypt(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
): Uint8Array {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(aad);
  return new Uint8Array(
    Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]),
  );
}

/**
 * Decrypts the result of {@link encrypt}.
 *
 * @returns the plaintext, or null if the key, the additional data or any byte differs from the encryption
 */
export function decrypt(key: Uint8Array, aad: Uint8Array, encrypted: Uint8Array): Uint8Array | null {
  if (encrypted.length < nonceLength + tagLength) return null;
  const nonce = encrypted.subarray(0, nonceLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(aad);
  decipher.setAuthTag(encrypted.subarray(encrypted.length - tagLength));
  const ciphertext = encrypted.subarray(nonceLength, encrypted.length - tagLength);
  try {
    return new Uint8Array(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
  } catch {
    return null;
  }
}

export const aeadNonceLength = nonceLength;
