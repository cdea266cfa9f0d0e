import { fail, walletClaim } from '@latchkey/wire';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress } from '../crypto/index.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * Checks that the key behind an address has signed that it belongs to a user. Without it, anybody could register a
 * stranger's address as his own wallet, and hosts that trust linked accounts would take him for its owner.
 *
 * @param signature 65 bytes, base64url: r, s (low) and recovery bit
 * @throws ServiceError `invalid_data` for an address without its checksum or a claim that its key has not signed
 */
export function checkWalletClaim(
  claim: { appId: string; userId: string; entropyUid: string; address: string },
  signature: string,
): void {
  const { address } = claim;
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || toChecksumAddress(address) !== address) {
    fail('invalid_data', { message: 'The address must be an Ethereum address with its checksum (EIP-55).' });
  }
  const bytes = new Uint8Array(Buffer.from(signature, 'base64url'));
  const digest = keccak_256(Buffer.from(walletClaim(claim), 'utf8'));
  if (recoverAddress(digest, bytes) !== address.toLowerCase()) {
    fail('invalid_data', { message: "The wallet's signature does not match its address." });
  }
}

function recoverAddress(digest: Uint8Array, signature: Uint8Array): string | null {
  const recovery = signature[64];
  if (signature.length !== 65 || (recovery !== 0 && recovery !== 1)) return null;
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact').addRecoveryBit(
      recovery,
    );
    if (parsed.hasHighS()) return null;
    const publicKey = parsed.recoverPublicKey(digest).toBytes(false);
    return `0x${hexOf(keccak_256(publicKey.subarray(1)).subarray(12))}`;
  } catch {
    return null; // no point on the curve: nobody's signature
  }
}
