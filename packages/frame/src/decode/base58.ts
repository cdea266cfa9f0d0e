import { base58 } from '@scure/base';

/** Longest text to decode: the work grows with the square of its length. A Solana signature has up to 88 characters. */
const maxLength = 128;

/** Encodes bytes as base 58 with Bitcoin's alphabet, as Solana writes addresses and signatures. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** Decodes base 58. Returns null for any other text, and for one that is too long. */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length > maxLength) return null;
  try {
    // The cast is safe, because the package returns a new array. A copy would duplicate an imported key.
    return base58.decode(text) as Uint8Array<ArrayBuffer>;
  } catch {
    return null;
  }
}

/** Returns true if a text is a Solana address: 32 bytes in base 58. */
export function isSolanaAddress(text: string): boolean {
  return fromBase58(text)?.length === 32;
}
