import { createHmac, hash, hkdfSync, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { encodeAad } from './aad.ts';

/** SHA-256 of bytes or of UTF-8 text: 32 bytes. Use {@link keyedHash} for values that can be guessed. */
export function sha256(value: Uint8Array | string): Buffer {
  return hash('sha256', value, 'buffer');
}

/**
 * Derives a key for one purpose from another secret (HKDF-SHA256, RFC 5869).
 *
 * @param label names the purpose and its version, such as `latchkey/codes/v1`
 * @returns 32 bytes
 */
export function deriveKey(secret: Uint8Array, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), label, 32));
}

/**
 * HMAC-SHA256 over a list of fields, each after its length: 32 bytes.
 *
 * For values that can be guessed, such as codes and addresses: an attacker with a database dump needs the
 * key to test guesses.
 */
export function keyedHash(key: Uint8Array, fields: readonly string[]): Buffer {
  return createHmac('sha256', key).update(encodeAad(fields)).digest();
}

const pbkdf2InPool = promisify(pbkdf2);

/** PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2), off the main thread: 32 bytes. For the captcha's proof of work. */
export function stretch(password: string, salt: string, iterations: number): Promise<Buffer> {
  return pbkdf2InPool(password, salt, iterations, 32, 'sha256');
}

/** Compares two secrets in a time that does not reveal the position of a difference. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
