import { base64, base64urlnopad } from '@scure/base';

/** Bytes that WebCrypto accepts: backed by an `ArrayBuffer`, not by shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes a text as UTF-8. */
export function utf8(text: string): Bytes {
  // Not created at import: jsdom has no encoder, and tests of host pages under Jest import this file.
  return new TextEncoder().encode(text);
}

/** Returns random bytes from the browser's cryptographic generator. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes);
}

/**
 * Decodes base64url.
 *
 * @throws Error if the text is not in the one form that {@link toBase64url} writes
 */
export function fromBase64url(text: string): Bytes {
  // The cast is safe, because the package returns a new array. A copy would be one more secret to overwrite.
  return base64urlnopad.decode(text) as Bytes;
}

/** Encodes bytes as standard base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/** Decodes base64. Returns null if the text is not in the one form that {@link toBase64} writes. */
export function fromBase64(text: string): Bytes | null {
  try {
    return base64.decode(text) as Bytes;
  } catch {
    return null;
  }
}

/** Decodes 0x and pairs of hex digits, in any letter case. Returns null for any other text. */
export function fromHex(text: string): Bytes | null {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Overwrites secrets with zeros. */
export function zero(...secrets: readonly (Uint8Array | null | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0);
}

/** Runs an operation, and overwrites the secrets if it fails. */
export async function zeroOnFailure<T>(secrets: readonly Uint8Array[], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    zero(...secrets);
    throw error;
  }
}

/**
 * Encodes facts as the associated data of a sealed value, or as the info of a derived key: a version and the facts,
 * each after its length.
 *
 * Without lengths, `('ab','c')` and `('a','bc')` would be equal, and an attacker who can write to the storage could
 * swap the values sealed for them.
 */
export function toAad(...facts: readonly string[]): Bytes {
  const parts = ['latchkey/frame/v1', ...facts].flatMap((fact) => {
    const bytes = utf8(fact);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    return [length, bytes];
  });
  return concatBytes(...parts);
}
