const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Longest text that is read: a transaction's signature has 88 characters, and the work grows with the square. */
const maxLength = 128;

/** Bytes in base 58, Bitcoin's alphabet, as Solana writes addresses and signatures. */
export function toBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let place = 0; place < digits.length || carry > 0; place += 1) {
      carry += (digits[place] ?? 0) * 256;
      digits[place] = carry % 58;
      carry = Math.floor(carry / 58);
    }
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const leading = '1'.repeat(zeros === -1 ? bytes.length : zeros);
  return leading + digits.reduceRight((text, digit) => text + alphabet.charAt(digit), '');
}

/** The bytes of a text in base 58; null for what is none, or longer than anything that Solana writes. */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length > maxLength) return null;
  const bytes: number[] = [];
  for (const character of text) {
    let carry = alphabet.indexOf(character);
    if (carry === -1) return null;
    for (let place = 0; place < bytes.length || carry > 0; place += 1) {
      carry += (bytes[place] ?? 0) * 58;
      bytes[place] = carry % 256;
      carry = Math.floor(carry / 256);
    }
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()]);
}

/** Tells whether a text is an address of Solana: 32 bytes in base 58, written the one way there is. */
export function isSolanaAddress(text: string): boolean {
  return fromBase58(text)?.length === 32;
}
