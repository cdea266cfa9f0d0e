import { keccak_256 } from '@noble/hashes/sha3.js';

/** Writes an Ethereum address (0x and 40 hex digits) with its checksum (EIP-55). */
export function toChecksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  const digits = [...lower].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Reads a Solana address: an Ed25519 public key in base 58.
 *
 * @returns its 32 bytes, or null for anything else
 */
export function toSolanaPublicKey(address: string): Uint8Array | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return null;
  let value = 0n;
  for (const digit of address) value = value * 58n + BigInt(base58Digits.indexOf(digit));
  const zeros = /^1*/.exec(address)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  const bytes = Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ]);
  return bytes.length === 32 ? new Uint8Array(bytes) : null;
}
