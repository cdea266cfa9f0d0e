/**
 * Lazily loaded code for Farcaster signers. A signer's key derives from the entropy for one app and one account, and
 * is not the key of a wallet. It signs only if the service said within the last minute that the user's account has
 * approved it (docs/custody.md).
 */
import type { FarcasterSignerReply, FrameReplies, FrameRequests } from '@latchkey/wire';
import type { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bytes, fromBase64url, toBase64url } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import { readFarcasterRequest } from '../farcaster/farcasterRequest.ts';
import type { Frame } from '../frame.ts';
import type { connectWallet, refuseLocked } from '../operations/connect.ts';
import type { assertApproved } from '../operations/signRequest.ts';
import type { toRoot } from '../operations/walletRoot.ts';
import { refuse, refuseUnsupported } from '../refusal.ts';
import type { Owner } from '../vault/vault.ts';

export interface FarcasterTools {
  readonly assertApproved: typeof assertApproved;
  readonly connectWallet: typeof connectWallet;
  readonly ed25519: Pick<typeof ed25519, 'getPublicKey' | 'sign'>;
  readonly fromBase64url: typeof fromBase64url;
  readonly refuseLocked: typeof refuseLocked;
  readonly toBase64url: typeof toBase64url;
  readonly toRoot: typeof toRoot;
}

/** Time for which the service's answer about a signer is valid, in ms, as for a token. */
const knownForMs = 60_000;
/** Last answer of the service about an approved signer, by `frame.sessions`, which copies of a frame share. */
const known = new WeakMap<object, { signer: FarcasterSignerReply; sessionId: string; atMs: number }>();

/**
 * Asks the service to request a signer for the user's Farcaster account. The user approves it at Farcaster.
 *
 * @throws Refusal as when the wallet is connected, or `error` with a code, such as `not_supported` for a user without a
 *   Farcaster account
 */
export async function initSigner(
  tools: FarcasterTools,
  frame: Frame,
  { accessToken, address }: FrameRequests['privy:farcaster:init-signer'],
): Promise<FrameReplies['privy:farcaster:init-signer']> {
  const session = frame.sessions.identify(accessToken);
  const owner = await tools.connectWallet(frame, session, tools.toRoot('ethereum', address));
  const { fid } = await frame.api.call('farcasterSigner', session, {});
  if (fid === null) refuseUnsupported('farcaster_account', 'The user has no Farcaster account');
  known.delete(frame.sessions);
  const ed25519_public_key = await withKey(tools, frame, { owner, fid }, (key) => toPublicKey(tools, key));
  return frame.api.call('signerInit', session, { ed25519_public_key });
}

/**
 * Signs the hash of a Farcaster message.
 *
 * @throws Refusal `invalid_request_arguments` for a request that {@link readFarcasterRequest} refuses, without an
 *   approval that the app requires, or for a signer that is not approved; others as when the wallet is connected
 */
export async function signHash(
  tools: FarcasterTools,
  frame: Frame,
  { accessToken, address, fid: given, payload }: FrameRequests['privy:farcaster:sign'],
): Promise<FrameReplies['privy:farcaster:sign']> {
  tools.assertApproved(frame);
  const fid = Number(given);
  const { hash } = readFarcasterRequest({ fid, payload }, tools.fromBase64url, {
    // On the wallet's own page, the user approves a hash alone only if the operator allows unreadable hashes.
    isHashAllowed: frame.approval?.by !== 'person' || frame.allowsRawSigning,
  });
  const session = frame.sessions.identify(accessToken);
  const owner = await tools.connectWallet(frame, session, tools.toRoot('ethereum', address));
  const signer = await findSigner(frame, session);
  if (signer.fid !== fid || signer.status !== 'approved')
    refuse('invalid_request_arguments', 'This Farcaster account has no approved signer');
  const signature = await withKey(tools, frame, { owner, fid }, (key) => {
    if (toPublicKey(tools, key) !== signer.public_key)
      refuse('invalid_request_arguments', 'The approved signer is one of another wallet');
    return tools.ed25519.sign(hash, key);
  });
  return { signature: tools.toBase64url(signature) };
}

const toPublicKey = ({ ed25519: curve }: FarcasterTools, key: Bytes) =>
  `0x${bytesToHex(curve.getPublicKey(key))}`;

/**
 * Returns the service's answer about the signer, at most a minute old. A signer that the user has revoked could
 * otherwise go on signing.
 */
async function findSigner(frame: Frame, session: Session): Promise<FarcasterSignerReply> {
  const last = known.get(frame.sessions);
  const age = frame.now() - (last?.atMs ?? Number.NEGATIVE_INFINITY);
  if (last?.sessionId === session.sessionId && age >= 0 && age < knownForMs) return last.signer;
  const signer = await frame.api.call('farcasterSigner', session, {});
  if (signer.status === 'approved')
    known.set(frame.sessions, { signer, sessionId: session.sessionId, atMs: frame.now() });
  return signer;
}

/** Passes a signer's key to one function while its wallet is unlocked. The browser computes HKDF (RFC 5869). */
async function withKey<T>(
  { refuseLocked: refuseNow }: FarcasterTools,
  frame: Frame,
  { owner, fid }: { owner: Owner; fid: number },
  use: (key: Bytes) => T,
): Promise<T> {
  const lend = <R>(act: (entropy: Uint8Array) => R) => frame.vault.withEntropy(owner, act) ?? refuseNow();
  const secret = await lend((entropy) =>
    crypto.subtle.importKey('raw', entropy as Bytes, 'HKDF', false, ['deriveBits']),
  );
  const info = new TextEncoder().encode(['latchkey/farcaster-signer/v1', frame.appId, fid].join('\0'));
  const terms = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  const key = new Uint8Array(await crypto.subtle.deriveBits(terms, secret, 256));
  try {
    // Refuses if the vault was locked meanwhile, for example at logout.
    return lend(() => use(key));
  } finally {
    key.fill(0);
  }
}
