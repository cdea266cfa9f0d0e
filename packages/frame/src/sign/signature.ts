import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bytes, concatBytes } from '../bytes.ts';

/** Signs a digest. Returns r ‖ s ‖ 0|1, 65 bytes: low s, nonce by RFC 6979, and the parity of the point. */
export function signDigest(digest: Uint8Array, key: Uint8Array): Bytes {
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return concatBytes(signature.subarray(1), signature.subarray(0, 1));
}

/** Signs a digest in the form that wallets return: 0x-hex with a last byte of 27 or 28. */
export function signDigestAsHex(digest: Uint8Array, key: Uint8Array): string {
  const signature = signDigest(digest, key);
  signature[64] = (signature[64] ?? 0) + 27;
  return `0x${bytesToHex(signature)}`;
}
