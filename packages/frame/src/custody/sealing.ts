import { type Bytes, concatBytes, randomBytes } from '../bytes.ts';

const nonceLength = 12;

/** Seals bytes with AES-256-GCM: a random nonce, then the ciphertext. A key seals few values, so nonces do not meet. */
export async function seal(key: CryptoKey, plaintext: Bytes, aad: Bytes): Promise<Bytes> {
  const nonce = randomBytes(nonceLength);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: aad },
    key,
    plaintext,
  );
  return concatBytes(nonce, new Uint8Array(sealed));
}

/**
 * Opens what {@link seal} sealed.
 *
 * @throws DOMException when key, bytes or associated data are not those of the sealing
 */
export async function open(key: CryptoKey, sealed: Bytes, aad: Bytes): Promise<Bytes> {
  const nonce = sealed.slice(0, nonceLength);
  const ciphertext = sealed.slice(nonceLength);
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext));
}

/** Makes the key that seals device parts in this browser; no script can read it out. */
export function createSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Reads a recovery key of 32 bytes. */
export function toSealingKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
