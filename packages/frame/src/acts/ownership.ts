import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8 } from '../bytes.ts';

/**
 * What the key of a new wallet signs to show that it is its maker's: app, user, entropy and address under a prefix
 * that no message or transaction begins with.
 *
 * @returns 32 bytes to sign
 */
export function toOwnershipDigest(given: {
  appId: string;
  userId: string;
  entropyUid: string;
  /** EIP-55. */
  address: string;
}): Uint8Array {
  const { appId, userId, entropyUid, address } = given;
  return keccak_256(utf8(`\x19Latchkey wallet v1\n${appId}\n${userId}\n${entropyUid}\n${address}`));
}
