import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';

/** Formats an Ethereum address (0x and 40 hex digits) with its checksum (EIP-55). */
export function toChecksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  const digits = [...lower].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}

/**
 * Reads a Solana address: an Ed25519 public key in base 58. Does not check that the bytes are a point on the curve.
 *
 * @returns its 32 bytes, or null for a text of another form
 */
export function toSolanaPublicKey(address: string): Uint8Array | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return null;
  const bytes = base58.decode(address);
  return bytes.length === 32 ? bytes : null;
}
