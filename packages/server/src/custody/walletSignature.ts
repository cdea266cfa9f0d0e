import type { ChainType } from '@latchkey/wire';
import { ed25519ctx } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toSolanaPublicKey } from '../crypto/index.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * A statement to this service that a wallet's key signs. It proves that the wallet frame made it, or somebody else who
 * has the key, such as after an export or before an import. In an app with `allow_raw_signing` a malicious page can
 * also have the Keccak-256 of an Ethereum wallet's statement signed (docs/custody.md, raw signing).
 */
export interface WalletStatement {
  chainType: ChainType;
  address: string;
  /** Signed as it is, without the prefix that `personal_sign` puts before a page's message (EIP-191). */
  text: string;
  /** Context for Ed25519ctx (RFC 8032 §5.1). */
  context: string;
}

/**
 * True if a wallet's key has signed a statement.
 *
 * @param signature base64url. Ethereum: 65 bytes, r, s (low) and recovery bit; Solana: 64 bytes, Ed25519ctx
 */
export function isSignedByWallet(statement: WalletStatement, signature: string): boolean {
  const { chainType, address } = statement;
  const signed = new Uint8Array(Buffer.from(signature, 'base64url'));
  const text = Buffer.from(statement.text, 'utf8');
  if (chainType === 'ethereum') return recoverAddress(keccak_256(text), signed) === address.toLowerCase();
  const publicKey = toSolanaPublicKey(address);
  if (!publicKey) return false;
  const context = Buffer.from(statement.context, 'utf8');
  try {
    // Strict verification (RFC 8032, not ZIP-215). An attacker could otherwise register an address that is a point of
    // small order, and forge its signatures without a key.
    return ed25519ctx.verify(signed, text, publicKey, { context, zip215: false });
  } catch {
    return false; // not a point on the curve, or not 64 bytes
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
    return null;
  }
}
