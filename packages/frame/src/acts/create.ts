import type { CreateWalletReply } from '@latchkey/wire';
import { randomBytes, toBase64url, zero } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { toAddress } from '../sign/address.ts';
import { signDigest } from '../sign/signature.ts';
import type { Device } from '../store.ts';
import { createEntropy, toEthereumKey } from '../vault/entropy.ts';
import { createPair, type Opened } from '../vault/parts.ts';
import { connectLocked, openDevice, toOwner } from './connect.ts';
import { toOwnershipDigest } from './ownership.ts';
import { recoverLocked } from './recover.ts';
import { sealRecovery } from './recoverySeal.ts';

/**
 * Creates the user's wallet with automatic recovery. Answers only when the service has everything that recovers it.
 *
 * Order of writes: docs/custody.md, "Create". A crash after any step leaves no wallet, or one that connects or recovers.
 *
 * @returns its address, or that of the wallet which a parallel request made
 * @throws Refusal `error` with code `embedded_wallet_already_exists` when the user had one before
 */
export async function createWallet(frame: Frame, session: Session): Promise<string> {
  const before = await frame.store.list(session.userId);
  return frame.withLock(session.userId, async () => {
    const resumed = await resumeCreated(frame, session, before);
    return resumed ?? createAfresh(frame, session);
  });
}

/**
 * Finds a wallet that this browser made, but has not answered for: by another tab while this one waited, or before a
 * crash that came after the service had committed.
 */
async function resumeCreated(
  frame: Frame,
  session: Session,
  before: readonly Device[],
): Promise<string | null> {
  for (const device of await frame.store.list(session.userId)) {
    const isOld = before.some(({ deviceId, state }) => deviceId === device.deviceId && state === 'active');
    if (!isOld && (await openDevice(frame, session, device))) return device.address;
  }
  return null;
}

async function createAfresh(frame: Frame, session: Session): Promise<string> {
  const entropy = createEntropy();
  const rootKey = await toEthereumKey(entropy, 0);
  try {
    return await register(frame, session, { entropy, rootKey });
  } catch (error) {
    zero(entropy, rootKey);
    throw error;
  }
}

/** Takes over the secrets: into the vault on success, overwritten otherwise. */
async function register(frame: Frame, session: Session, opened: Opened): Promise<string> {
  const device: Device = {
    userId: session.userId,
    deviceId: toBase64url(randomBytes(16)),
    entropyUid: toBase64url(randomBytes(16)),
    address: toAddress(opened.rootKey),
    recoveryVersion: 1,
    state: 'pending',
    createdAtMs: frame.now(),
  };
  const devicePair = await createPair(opened.entropy, device.address);
  let reply: CreateWalletReply;
  try {
    const recovery = await createRecovery(frame, device, opened);
    // Where storage is refused the part lives as long as the page; after that the wallet recovers.
    await frame.store.save(device, devicePair.own);
    reply = await frame.api.call('create', session, {
      request_id: toBase64url(randomBytes(16)),
      entropy_uid: device.entropyUid,
      wallets: [toSignedWallet(frame, device, opened)],
      device: { device_id: device.deviceId, auth_part: toBase64url(devicePair.auth) },
      recovery,
    });
  } catch (error) {
    // Refused for certain, nothing was written. Without an answer it may have been: then the part stays pending.
    if (isRefusal(error) && error.code === 'embedded_wallet_already_exists') await frame.store.remove(device);
    throw error;
  } finally {
    zero(devicePair.own, devicePair.auth);
  }
  if (!reply.created) {
    zero(opened.entropy, opened.rootKey);
    await frame.store.remove(device);
    return useWinner(frame, session, reply);
  }
  await frame.store.update({ ...device, state: 'active' });
  // Locked in the meantime, the wallet is there all the same.
  session.unlock(toOwner(device.userId, device.address, reply.wallets), opened);
  return device.address;
}

/** The loser of a race has no wallet of its own: it opens the winner's and answers its address. */
async function useWinner(frame: Frame, session: Session, reply: CreateWalletReply): Promise<string> {
  const root = reply.wallets.find((wallet) => wallet.chain_type === 'ethereum' && wallet.wallet_index === 0);
  if (!root) refuse('error', 'The wallet was created elsewhere. Reload the page.');
  try {
    await connectLocked(frame, session, root.address);
  } catch (error) {
    if (!isRefusal(error, 'wallet_not_on_device')) throw error;
    await recoverLocked(frame, session, root.address);
  }
  return root.address;
}

async function createRecovery(frame: Frame, device: Device, opened: Opened) {
  const key = randomBytes(32);
  const pair = await createPair(opened.entropy, device.address);
  const recoveryId = toBase64url(randomBytes(16));
  const { userId, entropyUid } = device;
  const place = { appId: frame.appId, userId, entropyUid, recoveryId, recoveryVersion: 1 };
  try {
    return {
      recovery_id: recoveryId,
      recovery_version: 1 as const,
      method: 'privy' as const,
      auth_part: toBase64url(pair.auth),
      ciphertext: toBase64url(await sealRecovery(key, pair.own, place)),
      recovery_key: toBase64url(key),
    };
  } finally {
    zero(key, pair.own, pair.auth);
  }
}

/** The address with a signature by its key: nobody can register the address of a stranger as his wallet. */
function toSignedWallet(frame: Frame, device: Device, opened: Opened) {
  const digest = toOwnershipDigest({ appId: frame.appId, ...device });
  return {
    address: device.address,
    chain_type: 'ethereum' as const,
    wallet_index: 0 as const,
    signature: toBase64url(signDigest(digest, opened.rootKey)),
  };
}
