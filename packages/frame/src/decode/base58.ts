import { base58 } from '@scure/base';

/** Longest text that is read: a transaction's signature has 88 characters, and the work grows with the square. */
const maxLength = 128;

/** Bytes in base 58, Bitcoin's alphabet, as Solana writes addresses and signatures. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** The bytes of a text in base 58; null for what is none, or longer than anything that Solana writes. */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length > maxLength) return null;
  try {
    // The package types no buffer; it makes a fresh array. A copy would be a second one of an imported key.
    return base58.decode(text) as Uint8Array<ArrayBuffer>;
  } catch {
    return null;
  }
}

/** Tells whether a text is an address of Solana: 32 bytes in base 58, written the one way there is. */
export function isSolanaAddress(text: string): boolean {
  return fromBase58(text)?.length === 32;
}
