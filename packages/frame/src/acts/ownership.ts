import type { ChainType } from '@latchkey/wire';
import { ed25519ctx } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toBase64url, utf8 } from '../bytes.ts';
import { signDigest } from '../sign/signature.ts';

/** The context of a Solana wallet's claim (`walletClaimContext` in wire). */
const context = utf8('Latchkey wallet v1');

/**
 * Signs by a new wallet's key that it is its maker's: app, user, entropy and address, in a way that no message or
 * transaction is signed by (`walletClaim` in wire): nobody can register the address of a stranger as his wallet.
 *
 * @returns the signature, base64url
 */
export function signOwnership(
  given: {
    appId: string;
    userId: string;
    entropyUid: string;
    chainType: ChainType;
    /** EIP-55 or base 58. */
    address: string;
  },
  key: Uint8Array,
): string {
  const { appId, userId, entropyUid, chainType, address } = given;
  const claim = utf8(`\x19Latchkey wallet v1\n${appId}\n${userId}\n${entropyUid}\n${address}`);
  const signature =
    chainType === 'solana' ? ed25519ctx.sign(claim, key, { context }) : signDigest(keccak_256(claim), key);
  return toBase64url(signature);
}
