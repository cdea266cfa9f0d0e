/**
 * The part for Farcaster's signers: their keys, and what they sign. A key is made of the wallet's entropy, beside its paths, for
 * one app and one Farcaster account, and signs while the chain says that this account added it (docs/custody.md).
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

/** What the vault has already. */
export interface FarcasterTools {
  readonly assertApproved: typeof assertApproved;
  readonly connectWallet: typeof connectWallet;
  readonly ed25519: Pick<typeof ed25519, 'getPublicKey' | 'sign'>;
  readonly fromBase64url: typeof fromBase64url;
  readonly refuseLocked: typeof refuseLocked;
  readonly toBase64url: typeof toBase64url;
  readonly toRoot: typeof toRoot;
}

/** How long the service's word on a signer holds, as that on a token. */
const knownForMs = 60_000;
/** What the service said last, by what the frames of one page share. */
const known = new WeakMap<object, { signer: FarcasterSignerReply; sessionId: string; atMs: number }>();

/**
 * Has Farcaster asked for the approval of the signer of the user's Farcaster account.
 *
 * @throws Refusal as of a connect, `error` with the service's code
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
 * @throws Refusal `invalid_request_arguments` for a message that no person could be shown, another account's, and a signer that is
 *   not approved; as of a connect
 */
export async function signHash(
  tools: FarcasterTools,
  frame: Frame,
  { accessToken, address, fid: given, payload }: FrameRequests['privy:farcaster:sign'],
): Promise<FrameReplies['privy:farcaster:sign']> {
  tools.assertApproved(frame);
  const fid = Number(given);
  const { hash } = readFarcasterRequest({ fid, payload }, tools.fromBase64url, {
    // On the wallet's own page a person approves what they can read.
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

/** Threat: a signer that its person took back; it signs for a minute at most. */
async function findSigner(frame: Frame, session: Session): Promise<FarcasterSignerReply> {
  const last = known.get(frame.sessions);
  const age = frame.now() - (last?.atMs ?? Number.NEGATIVE_INFINITY);
  if (last?.sessionId === session.sessionId && age >= 0 && age < knownForMs) return last.signer;
  const signer = await frame.api.call('farcasterSigner', session, {});
  if (signer.status === 'approved')
    known.set(frame.sessions, { signer, sessionId: session.sessionId, atMs: frame.now() });
  return signer;
}

/** Lends the key of a signer to one act, while its wallet is unlocked. HKDF-SHA-256 (RFC 5869) is the browser's. */
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
    // Locked meanwhile: nothing is signed for a person who has gone.
    return lend(() => use(key));
  } finally {
    key.fill(0);
  }
}
