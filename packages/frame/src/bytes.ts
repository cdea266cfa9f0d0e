import { base64, base64urlnopad } from '@scure/base';

/** Bytes that WebCrypto takes: backed by a buffer of their own, never by shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Random bytes from the browser's generator. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Base64url without padding (RFC 4648 §5), the form of every binary value on the wire. */
export function toBase64url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes);
}

/**
 * The bytes of a base64url text.
 *
 * @throws Error when the text is not written the one way that {@link toBase64url} writes it
 */
export function fromBase64url(text: string): Bytes {
  // The package types no buffer; it makes a fresh array, and a copy of a secret would be one more to overwrite.
  return base64urlnopad.decode(text) as Bytes;
}

/** Standard base64 with padding (RFC 4648 §4), as Solana's messages come and its signatures go. */
export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/** The bytes of a base64 text, or null for one that is not written the one way that {@link toBase64} writes it. */
export function fromBase64(text: string): Bytes | null {
  try {
    return base64.decode(text) as Bytes;
  } catch {
    return null;
  }
}

/** The bytes of a text in 0x and pairs of hex digits, or null for any other. */
export function fromHex(text: string): Bytes | null {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Several byte strings in one. */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Overwrites secrets that are no longer needed. */
export function zero(...secrets: readonly (Uint8Array | null | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0);
}

/**
 * Associated data of a sealed value: its facts, each preceded by its length, under a version.
 *
 * Without the lengths `('ab','c')` and `('a','bc')` would be the same data, and a value sealed for one place could
 * be put into another.
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
