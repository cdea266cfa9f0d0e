import type { ChainType, Change, ChangeContent } from '@latchkey/wire';
import { ed25519ctx } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { randomBytes, toBase64url, utf8 } from '../bytes.ts';
import type { Frame } from '../frame.ts';
import { chainOf } from '../sign/address.ts';
import { signDigest } from '../sign/signature.ts';
import type { Owner, UnlockedWallet } from '../vault/vault.ts';
import { refuseLocked, toEntropyRef } from './connect.ts';

interface EntropyPlace {
  readonly appId: string;
  readonly userId: string;
  readonly entropyUid: string;
}

/**
 * Signs app, user, entropy and address with a new wallet's key (`walletClaim` in wire). An attacker could otherwise
 * register a stranger's address as their own wallet. The form differs from that of messages, typed data and
 * transactions, so that a host page cannot have the claim signed as one of these. With `allow_raw_signing` it can, for
 * Ethereum, as a bare hash (docs/custody.md, raw signing).
 *
 * @param given.address EIP-55 or base 58
 * @returns the signature, base64url
 */
export function signOwnership(
  given: EntropyPlace & { chainType: ChainType; address: string },
  key: Uint8Array,
): string {
  const { appId, userId, entropyUid, chainType, address } = given;
  return sign('Latchkey wallet v1', [appId, userId, entropyUid, address], chainType, key);
}

/**
 * Signs a change of what the service stores for an entropy, or a user's first second factor, with a key of the entropy
 * (`changeClaim` in wire). An attacker with a stolen session, but without the key, could otherwise replace the
 * recovery, add their own wallet, or enrol their own factor.
 *
 * @param root the wallet at index 0 whose key signs
 * @returns fields of the request
 */
export function signChange(place: EntropyPlace, root: string, change: Change, key: Uint8Array) {
  const { appId, userId, entropyUid } = place;
  const { act, id, version, content } = change;
  const contentHash = toBase64url(sha256(utf8(toCanonicalJson(content))));
  const lines = [act, appId, userId, entropyUid, id, String(version), contentHash];
  return {
    ...toEntropyRef(root),
    request_id: toBase64url(randomBytes(16)),
    entropy_uid: entropyUid,
    signature: sign('Latchkey change v1', lines, chainOf(root), key),
  };
}

/** Signs a change with a key in the vault. @throws Refusal if the vault was locked meanwhile */
export async function signUnlockedChange(
  { appId, vault }: Frame,
  owner: Owner,
  root: string,
  change: Change,
) {
  const { userId, entropyUid } = owner;
  const isRoot = ({ address, index }: UnlockedWallet) => index === 0 && address === root;
  const wallet = owner.wallets.find(isRoot) ?? refuseLocked();
  const place = { appId, userId, entropyUid };
  return (
    (await vault.withKey(owner, wallet, (key) => signChange(place, root, change, key))) ?? refuseLocked()
  );
}

/** Signs a title and lines. For Solana, the title is also the context of the Ed25519ctx signature. */
function sign(title: string, lines: readonly string[], chainType: ChainType, key: Uint8Array): string {
  const claim = utf8([`\x19${title}`, ...lines].join('\n'));
  const signature =
    chainType === 'solana'
      ? ed25519ctx.sign(claim, key, { context: utf8(title) })
      : signDigest(keccak_256(claim), key);
  return toBase64url(signature);
}

/** Writes JSON with names in the order of their UTF-16 code units and without white space (RFC 8785). */
function toCanonicalJson(content: ChangeContent): string {
  const fields = Object.keys(content)
    .sort()
    .map((name) => {
      const value = content[name];
      return `${JSON.stringify(name)}:${typeof value === 'object' ? toCanonicalJson(value) : JSON.stringify(value)}`;
    });
  return `{${fields.join(',')}}`;
}
