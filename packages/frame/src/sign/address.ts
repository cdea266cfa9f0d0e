import type { ChainType } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from '../bytes.ts';
import { isSolanaAddress, toBase58 } from '../readable/base58.ts';

/** The address of a private key: Ethereum's with the checksum of EIP-55, Solana's public key in base 58. */
export function toAddress(chainType: ChainType, key: Uint8Array): string {
  if (chainType === 'solana') return toBase58(ed25519.getPublicKey(key));
  const point = secp256k1.getPublicKey(key, false);
  return toChecksum(bytesToHex(keccak_256(point.subarray(1)).subarray(12)));
}

/** The chain of an address as {@link toAddress} writes it: base 58 has no 0. */
export function chainOf(address: string): ChainType {
  return address.startsWith('0x') ? 'ethereum' : 'solana';
}

/**
 * Reads an address of a chain; Ethereum's in any case.
 *
 * @returns the address as {@link toAddress} writes it, or null when it is none of this chain
 */
export function readAddress(chainType: ChainType, address: string): string | null {
  if (chainType === 'ethereum') return toChecksumAddress(address);
  return isSolanaAddress(address) ? address : null;
}

/**
 * Reads an Ethereum address in any case.
 *
 * @returns the address with its checksum, or null when it is no Ethereum address
 */
export function toChecksumAddress(address: string): string | null {
  return /^0x[0-9a-f]{40}$/i.test(address) ? toChecksum(address.slice(2).toLowerCase()) : null;
}

/** EIP-55: a letter is a capital where the hash of the lower-case address has a digit of 8 or more. */
function toChecksum(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8(lower)));
  let address = '0x';
  for (const [position, char] of [...lower].entries()) {
    address += Number.parseInt(hash[position] ?? '0', 16) >= 8 ? char.toUpperCase() : char;
  }
  return address;
}
