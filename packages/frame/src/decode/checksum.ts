import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from '../bytes.ts';

/**
 * Reads an Ethereum address in any letter case.
 *
 * @returns the address with its checksum, or null if it is not an Ethereum address
 */
export function toChecksumAddress(address: string): string | null {
  return /^0x[0-9a-f]{40}$/i.test(address) ? toChecksum(address.slice(2).toLowerCase()) : null;
}

/** Returns an address with its checksum (EIP-55): a letter is upper case if the hash has 8 to f at its position. */
export function toChecksum(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8(lower)));
  let address = '0x';
  for (const [position, char] of [...lower].entries()) {
    address += Number.parseInt(hash[position] ?? '0', 16) >= 8 ? char.toUpperCase() : char;
  }
  return address;
}
