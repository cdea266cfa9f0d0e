import {
  changeClaim,
  changeClaimContext,
  deviceChange,
  passkeyChange,
  recoveryChange,
  toCanonicalJson,
  walletChange,
  walletClaim,
  walletClaimContext,
} from '@latchkey/wire';
import { ed25519, ed25519ctx } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { fromBase64url, randomBytes, toBase64, toBase64url, utf8 } from '../bytes.ts';
import { decodeSolanaMessage } from '../decode/decode.ts';
import { toAddress } from '../sign/address.ts';
import { toMessageDigest } from '../sign/message.ts';
import { signSolanaMessage } from '../sign/solana.ts';
import { signChange, signOwnership } from './ownership.ts';

const key = randomBytes(32);
const owner = { appId: 'latchkey-test-app-0000001', userId: 'did:privy:a', entropyUid: 'A'.repeat(22) };

describe("an Ethereum wallet's claim", () => {
  const claim = { ...owner, chainType: 'ethereum', address: toAddress('ethereum', key) } as const;
  const signature = fromBase64url(signOwnership(claim, key)).subarray(0, 64);
  const publicKey = secp256k1.getPublicKey(key);
  const isSigned = (digest: Uint8Array) => secp256k1.verify(signature, digest, publicKey, { prehash: false });

  it("signs an Ethereum wallet's claim as the service checks it", () => {
    expect(isSigned(keccak_256(utf8(walletClaim(claim))))).toBe(true);
  });

  it("signs an Ethereum wallet's claim in another way than personal_sign would sign its text", () => {
    expect(isSigned(toMessageDigest(walletClaim(claim)))).toBe(false);
  });
});

describe("a Solana wallet's claim", () => {
  const claim = { ...owner, chainType: 'solana', address: toAddress('solana', key) } as const;
  const text = utf8(walletClaim(claim));
  const context = utf8(walletClaimContext);
  const publicKey = ed25519.getPublicKey(key);

  it("signs a Solana wallet's claim as the service checks it", () => {
    const signature = fromBase64url(signOwnership(claim, key));
    expect(ed25519ctx.verify(signature, text, publicKey, { context, zip215: false })).toBe(true);
  });

  it("a signature by signMessage of a claim's text does not verify as a Solana wallet's claim", () => {
    const message = decodeSolanaMessage({ message: toBase64(text) });
    const asked = Uint8Array.from(atob(signSolanaMessage(message, key)), (char) => char.charCodeAt(0));
    expect(ed25519.verify(asked, text, publicKey)).toBe(true);
    expect(ed25519ctx.verify(asked, text, publicKey, { context, zip215: false })).toBe(false);
  });
});

describe("a change's signature", () => {
  const parts = { recovery_id: 'r', auth_part: 'p', ciphertext: 'c' };
  const kdf = { algorithm: 'argon2id', memory_kib: 65_536, iterations: 3, parallelism: 1 } as const;
  const byPassword = { method: 'user-passcode', kdf, salt: 's', proof_hash: 'h' } as const;
  const cloud = { method: 'google-drive', record_name: 'a "name"\n\u2028é' } as const;
  const changes = [
    recoveryChange({ ...parts, recovery_version: 2, ...byPassword }),
    recoveryChange({ ...parts, recovery_version: 3, ...cloud }),
    passkeyChange({ ...parts, credential_id: 'i', proof_hash: 'h' }),
    deviceChange({ device_id: 'd', auth_part: 'p' }),
    walletChange({ address: 'a', chain_type: 'solana', wallet_index: 1 }),
  ];

  it.each(changes)('signs a change as the service checks it: $act', (change) => {
    const contentHash = toBase64url(sha256(utf8(toCanonicalJson(change.content))));
    const text = utf8(changeClaim(owner, { ...change, contentHash }));
    const ethereum = signChange(owner, toAddress('ethereum', key), change, key);
    const signature = fromBase64url(ethereum.signature).subarray(0, 64);
    const publicKey = secp256k1.getPublicKey(key);
    expect(secp256k1.verify(signature, keccak_256(text), publicKey, { prehash: false })).toBe(true);
    const solana = signChange(owner, toAddress('solana', key), change, key);
    const context = utf8(changeClaimContext);
    const checked = { context, zip215: false };
    expect(ed25519ctx.verify(fromBase64url(solana.signature), text, ed25519.getPublicKey(key), checked)).toBe(
      true,
    );
  });

  it('writes the content of a change as the same JSON if its fields are in reverse order', () => {
    const { content } = recoveryChange({ ...parts, recovery_version: 2, ...byPassword });
    const turned = Object.fromEntries(Object.entries(content).reverse());
    expect(toCanonicalJson(turned)).toBe(toCanonicalJson(content));
    expect(toCanonicalJson(content)).toBe(
      '{"auth_part":"p","ciphertext":"c","kdf":{"algorithm":"argon2id","iterations":3,"memory_kib":65536,"parallelism":1},"method":"user-passcode","proof_hash":"h","recovery_id":"r","recovery_version":2,"salt":"s"}',
    );
  });
});
