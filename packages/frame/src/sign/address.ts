import type { ChainType } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { isSolanaAddress, toBase58 } from '../decode/base58.ts';
import { toChecksum, toChecksumAddress } from '../decode/checksum.ts';

/** Returns the address of a private key: with its checksum (EIP-55) for Ethereum, in base 58 for Solana. */
export function toAddress(chainType: ChainType, key: Uint8Array): string {
  if (chainType === 'solana') return toBase58(ed25519.getPublicKey(key));
  const point = secp256k1.getPublicKey(key, false);
  return toChecksum(bytesToHex(keccak_256(point.subarray(1)).subarray(12)));
}

/** Returns the chain of an address as {@link toAddress} writes it. Base 58 has no 0, so it never begins with `0x`. */
export function chainOf(address: string): ChainType {
  return address.startsWith('0x') ? 'ethereum' : 'solana';
}

/**
 * Reads an address of a chain, for Ethereum in any letter case.
 *
 * @returns the address as {@link toAddress} writes it, or null if it is not an address of this chain
 */
export function readAddress(chainType: ChainType, address: string): string | null {
  if (chainType === 'ethereum') return toChecksumAddress(address);
  return isSolanaAddress(address) ? address : null;
}
