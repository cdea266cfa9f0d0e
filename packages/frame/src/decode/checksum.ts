import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from '../bytes.ts';

/**
 * Reads an Ethereum address in any case.
 *
 * @returns the address with its checksum, or null when it is no Ethereum address
 */
export function toChecksumAddress(address: string): string | null {
  return /^0x[0-9a-f]{40}$/i.test(address) ? toChecksum(address.slice(2).toLowerCase()) : null;
}

/** EIP-55: a letter is a capital where the hash of the lower-case address has a digit of 8 or more. */
export function toChecksum(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8(lower)));
  let address = '0x';
  for (const [position, char] of [...lower].entries()) {
    address += Number.parseInt(hash[position] ?? '0', 16) >= 8 ? char.toUpperCase() : char;
  }
  return address;
}
