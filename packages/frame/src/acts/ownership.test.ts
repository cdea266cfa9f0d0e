import { walletClaim, walletClaimContext } from '@latchkey/wire';
import { ed25519, ed25519ctx } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { fromBase64url, randomBytes, toBase64, utf8 } from '../bytes.ts';
import { toAddress } from '../sign/address.ts';
import { toMessageDigest } from '../sign/message.ts';
import { readSolanaMessage, signSolanaMessage } from '../sign/solana.ts';
import { signOwnership } from './ownership.ts';

const key = randomBytes(32);
const owner = { appId: 'latchkey-test-app-0000001', userId: 'did:privy:a', entropyUid: 'A'.repeat(22) };

describe("an Ethereum wallet's claim", () => {
  const claim = { ...owner, chainType: 'ethereum', address: toAddress('ethereum', key) } as const;
  const signature = fromBase64url(signOwnership(claim, key)).subarray(0, 64);
  const publicKey = secp256k1.getPublicKey(key);
  const isSigned = (digest: Uint8Array) => secp256k1.verify(signature, digest, publicKey, { prehash: false });

  it('is what the service checks', () => {
    expect(isSigned(keccak_256(utf8(walletClaim(claim))))).toBe(true);
  });

  it('is no signature of a message that a host page can ask for', () => {
    expect(isSigned(toMessageDigest(walletClaim(claim)))).toBe(false);
  });
});

describe("a Solana wallet's claim", () => {
  const claim = { ...owner, chainType: 'solana', address: toAddress('solana', key) } as const;
  const text = utf8(walletClaim(claim));
  const context = utf8(walletClaimContext);
  const publicKey = ed25519.getPublicKey(key);

  it('is what the service checks', () => {
    const signature = fromBase64url(signOwnership(claim, key));
    expect(ed25519ctx.verify(signature, text, publicKey, { context, zip215: false })).toBe(true);
  });

  it('is no signature of a message that a host page can ask for', () => {
    const message = readSolanaMessage({ message: toBase64(text) });
    const asked = Uint8Array.from(atob(signSolanaMessage(message, key)), (char) => char.charCodeAt(0));
    expect(ed25519.verify(asked, text, publicKey)).toBe(true);
    expect(ed25519ctx.verify(asked, text, publicKey, { context, zip215: false })).toBe(false);
  });
});
