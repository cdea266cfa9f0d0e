import { type ChainType, fail, walletClaim, walletClaimContext } from '@latchkey/wire';
import { ed25519ctx } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress, toSolanaPublicKey } from '../../crypto/index.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The address that a claim is for, and whose it shall be. */
export interface WalletClaim {
  appId: string;
  userId: string;
  entropyUid: string;
  chainType: ChainType;
  address: string;
}

/**
 * Checks that the key behind an address has signed that it belongs to a user. Without it, anybody could register a
 * stranger's address as his own wallet, and hosts that trust linked accounts would take him for its owner.
 *
 * @param signature base64url. Ethereum: 65 bytes, r, s (low) and recovery bit; Solana: 64 bytes, Ed25519ctx
 * @throws ServiceError `invalid_data` for an address that is not written the one way of its chain (EIP-55; base 58), or a
 *   claim that its key has not signed
 */
export function checkWalletClaim(claim: WalletClaim, signature: string): void {
  const signed = new Uint8Array(Buffer.from(signature, 'base64url'));
  const text = Buffer.from(walletClaim(claim), 'utf8');
  const isSigned =
    claim.chainType === 'solana'
      ? isSignedBySolana(claim.address, text, signed)
      : isSignedByEthereum(claim.address, text, signed);
  if (!isSigned) fail('invalid_data', { message: "The wallet's signature does not match its address." });
}

function isSignedByEthereum(address: string, text: Uint8Array, signature: Uint8Array): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || toChecksumAddress(address) !== address) {
    fail('invalid_data', { message: 'The address must be an Ethereum address with its checksum (EIP-55).' });
  }
  return recoverAddress(keccak_256(text), signature) === address.toLowerCase();
}

function isSignedBySolana(address: string, text: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = toSolanaPublicKey(address);
  if (!publicKey) return fail('invalid_data', { message: 'The address must be a Solana address.' });
  const context = Buffer.from(walletClaimContext, 'utf8');
  try {
    // Strict (RFC 8032, not ZIP-215): a point of small order would be the key of every signature and of nobody.
    return ed25519ctx.verify(signature, text, publicKey, { context, zip215: false });
  } catch {
    return false; // no point on the curve, or not 64 bytes
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
