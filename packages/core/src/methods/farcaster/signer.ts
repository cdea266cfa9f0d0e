import { readFarcasterMessage, toFarcasterHash } from '@latchkey/frame/readable';
import {
  type FarcasterAccount,
  type FarcasterSignerStatus,
  fail,
  farcasterRoutes,
  limits,
  type NotSupportedReason,
  type User,
} from '@latchkey/wire';
import { fromBase64url } from '../../base64url/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { Hex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { poll } from '../../poll.ts';
import {
  type FarcasterSignRequest,
  getAccess,
  getWallet,
  initFarcasterSigner,
  signFarcaster,
} from '../../wallets/index.ts';
import { postAsUser } from '../changes/index.ts';

/** Key derived from the user's wallet, with which the app writes to Farcaster for them (FSIG-03). */
export interface FarcasterSigner {
  /** Ed25519, as 0x and 64 hex digits. */
  readonly publicKey: Hex;
  /** `approved` if the chain lists the key; `revoked` also if the user rejected it or the request expired. */
  readonly status: FarcasterSignerStatus;
  /** Address where the user approves the signer, for a QR code or a link on a phone, while it is `pending_approval`. */
  readonly approvalUrl: string | null;
}

/** Length in bytes of the hash that stands for a Farcaster message. */
const hashLength = 20;

/**
 * Requests a signer from Farcaster: a key derived from the user's wallet, with which this app may then write to
 * Farcaster for them. Shows nothing: the user approves at `approvalUrl`, and {@link watchFarcasterSigner} waits
 * for the approval.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` for a user without a
 *   Farcaster account (`details.reason` is `farcaster_account`) and for an app that has none of its own,
 *   `service_unavailable` if Farcaster or its chain does not answer, and the frame's codes
 * @example
 * const signer = await requestFarcasterSigner(client);
 * if (signer.approvalUrl) showQrCode(signer.approvalUrl);
 * await watchFarcasterSigner(client, { publicKey: signer.publicKey });
 */
export async function requestFarcasterSigner(client: LatchkeyClient): Promise<FarcasterSigner> {
  const { address } = await getOwner(client);
  const signer = toSigner(await initFarcasterSigner(contextsOf(client).frame, address));
  if (signer.status !== 'pending_approval') await contextsOf(client).session.refreshUser();
  return signer;
}

/**
 * Checks that a user with a wallet and a Farcaster account is signed in, which {@link requestFarcasterSigner}
 * requires. Call it before you open a screen.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` for a user without a
 *   Farcaster account
 */
export async function checkFarcasterSigner(client: LatchkeyClient): Promise<void> {
  await getOwner(client);
}

/**
 * Waits until the user has approved a signer: polls every 2 s, for 300 s (FSIG-05). The user then has the signer
 * (`user.farcaster.signerPublicKey`).
 *
 * @param input.signal stops waiting
 * @throws ServiceError `user_rejected_request` if it was rejected or has expired, `client_request_timeout`,
 *   `must_be_authenticated`, `not_found`, the codes of the route, and the signal's reason if it is aborted
 */
export async function watchFarcasterSigner(
  client: LatchkeyClient,
  { publicKey, signal = new AbortController().signal }: { publicKey: Hex; signal?: AbortSignal },
): Promise<FarcasterSigner> {
  const {
    page: { environment },
    session,
  } = contextsOf(client);
  const wait = { everyMs: limits.signerPollMs, withinMs: limits.signerWaitMs, signal };
  const signer = await poll(environment.clock, wait, async () => {
    const reply = await postAsUser(client, farcasterRoutes.signerStatus, {
      ed25519_public_key: publicKey,
    });
    return reply.status === 'pending_approval' ? null : toSigner(reply);
  });
  if (signer.status === 'revoked') fail('user_rejected_request', { message: 'Request rejected' });
  await session.refreshUser();
  return signer;
}

/**
 * Returns the public key of the user's approved signer.
 *
 * @returns 32 bytes
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` with `details.reason`
 *   `farcaster_account` or, without an approved signer, `farcaster_signer`
 */
export async function getFarcasterSignerPublicKey(client: LatchkeyClient): Promise<Uint8Array> {
  const { signerKey } = await getSignerOwner(client);
  return Uint8Array.from(signerKey.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Signs a Farcaster message with the user's signer. From this function and {@link getFarcasterSignerPublicKey}, a host
 * can build a signer for Farcaster's own libraries.
 *
 * @param hashOrMessage the message's bytes (`MessageData`), whose contents can be shown to the user; or only its
 *   hash, 20 bytes, whose contents nobody can read
 * @param options.sign replaces direct signing, for a host that asks the user first
 * @returns 64 bytes (Ed25519)
 * @throws ServiceError as {@link getFarcasterSignerPublicKey}; `invalid_data` for bytes that are neither a hash nor
 *   a message of the user's account that can be shown in full, and for a signer that is not approved;
 *   `user_rejected_request`, `unable_to_sign`, and the frame's codes
 */
export async function signFarcasterMessage(
  client: LatchkeyClient,
  hashOrMessage: Uint8Array,
  options: { sign?: (request: FarcasterSignRequest) => Promise<string> } = {},
): Promise<Uint8Array> {
  const { address, fid } = await getSignerOwner(client);
  const bytes = Uint8Array.from(hashOrMessage);
  // A hash that is also a valid message of this account does not occur by chance.
  const isMessage = isFarcasterMessage(bytes, fid);
  if (!isMessage && bytes.length !== hashLength)
    fail('invalid_data', {
      message: "What is signed must be a Farcaster message of the user's account, or its hash of 20 bytes",
    });
  const request: FarcasterSignRequest = {
    method: 'farcaster_signMessage',
    hash: isMessage ? toFarcasterHash(bytes) : bytes,
    message: isMessage ? bytes : null,
    address,
    fid,
  };
  const { sign = (asked: FarcasterSignRequest) => signFarcaster(contextsOf(client).frame, asked) } = options;
  return readSignature(await sign(request));
}

/** Returns true if the contents of a message can be shown to the user. */
function isFarcasterMessage(message: Uint8Array, fid: number): boolean {
  try {
    readFarcasterMessage(message, BigInt(fid));
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a signature from the answer of the frame or of `options.sign`. Anything without the form of a signature is
 * rejected.
 */
function readSignature(text: unknown): Uint8Array {
  const isText = typeof text === 'string' && /^[A-Za-z0-9_-]{86}$/.test(text);
  return isText ? fromBase64url(text) : fail('unable_to_sign');
}

/**
 * Returns the wallet and Farcaster account of the user. If several are missing, the error is the first in FSIG-01's
 * order.
 */
async function getOwner(client: LatchkeyClient) {
  const { user } = await getAccess(contextsOf(client).session);
  const { address } = getWallet(user, undefined, 'ethereum');
  const { fid } = findAccount(user) ?? failWithout('The user has no Farcaster account', 'farcaster_account');
  return { address, fid, user };
}

async function getSignerOwner(client: LatchkeyClient) {
  const owner = await getOwner(client);
  const signerKey = owner.user.farcaster?.signerPublicKey;
  return {
    ...owner,
    signerKey: signerKey ?? failWithout('The user has no approved Farcaster signer', 'farcaster_signer'),
  };
}

const findAccount = ({ linkedAccounts }: User): FarcasterAccount | undefined =>
  linkedAccounts.find((account) => account.type === 'farcaster');

const failWithout = (message: string, reason: NotSupportedReason): never =>
  fail('not_supported', { message, details: { reason } });

const toSigner = (reply: {
  readonly public_key: string;
  readonly status: FarcasterSignerStatus;
  readonly signer_approval_url?: string | undefined;
}): FarcasterSigner => ({
  publicKey: reply.public_key as Hex,
  status: reply.status,
  approvalUrl: reply.signer_approval_url ?? null,
});
