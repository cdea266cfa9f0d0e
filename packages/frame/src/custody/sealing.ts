import { type Bytes, concatBytes, randomBytes } from '../bytes.ts';

const nonceLength = 12;

/** Encrypts with AES-256-GCM. Returns a random nonce, then the ciphertext. */
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
 * Decrypts the result of {@link seal}.
 *
 * @throws DOMException if the key, the bytes or the associated data differ from those of the encryption
 */
export async function open(key: CryptoKey, sealed: Bytes, aad: Bytes): Promise<Bytes> {
  const nonce = sealed.slice(0, nonceLength);
  const ciphertext = sealed.slice(nonceLength);
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext));
}

/**
 * Creates the key that seals device parts. It is not extractable: a script of this origin can use it, but not read it
 * out.
 */
export function createSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Imports a recovery key of 32 bytes. */
export function toSealingKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
