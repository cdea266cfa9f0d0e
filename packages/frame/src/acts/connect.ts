import type { ConnectWalletReply } from '@latchkey/wire';
import { fromBase64url } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { isRefusal, refuse } from '../refusal.ts';
import type { Device } from '../store.ts';
import { openPair } from '../vault/parts.ts';
import type { Owner } from '../vault/vault.ts';

/** A pending part that the service does not know is dropped after this time: its request has ended. docs/custody.md. */
const pendingLifeMs = 10 * 60_000;

/**
 * Unlocks a wallet with this browser's part and the service's, unless it is unlocked already.
 *
 * @param rootAddress the wallet at index 0, EIP-55
 * @returns the unlocked wallets
 * @throws Refusal `wallet_not_on_device` when no part of this browser opens it
 */
export async function connectWallet(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  return (
    (await findUnlocked(frame, session, rootAddress)) ??
    (await frame.withLock(session.userId, () => connectLocked(frame, session, rootAddress)))
  );
}

/** As {@link connectWallet}, for an act that holds the user's lock. */
export async function connectLocked(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  // Another request may have unlocked it while this one waited.
  const unlocked = await findUnlocked(frame, session, rootAddress);
  if (unlocked) return unlocked;
  for (const device of await frame.store.list(session.userId)) {
    if (device.address !== rootAddress) continue;
    const owner = await openDevice(frame, session, device);
    if (owner) return owner;
  }
  refuse('wallet_not_on_device', 'The wallet is not on this device');
}

async function findUnlocked(frame: Frame, session: Session, rootAddress: string): Promise<Owner | null> {
  if (frame.vault.find(session.userId, rootAddress) === null) return null;
  await frame.sessions.confirm(session);
  // Asking takes time, in which the vault may have been locked.
  return frame.vault.find(session.userId, rootAddress);
}

/**
 * Unlocks a wallet with one device of this browser. A pending device that the service knows becomes active.
 *
 * @returns the unlocked wallets, or null when this device cannot open it
 */
export async function openDevice(frame: Frame, session: Session, device: Device): Promise<Owner | null> {
  const part = await frame.store.findPart(device);
  if (part === null) return null;
  try {
    const reply = await findAuthPart(frame, session, device);
    if (reply === null) return null;
    assertNotOlder(reply.recovery_version, device.recoveryVersion);
    const opened = await openPair(part, fromBase64url(reply.auth_part), device.address);
    const owner = toOwner(device.userId, device.address, reply.wallets);
    await frame.store.update({ ...device, state: 'active', recoveryVersion: reply.recovery_version });
    if (!session.unlock(owner, opened)) refuseLocked();
    return owner;
  } finally {
    part.fill(0);
  }
}

async function findAuthPart(
  frame: Frame,
  session: Session,
  device: Device,
): Promise<ConnectWalletReply | null> {
  try {
    return await frame.api.call('connect', session, {
      entropy_id: device.address,
      entropy_id_verifier: 'ethereum-address-verifier',
      device_id: device.deviceId,
      entropy_uid: device.entropyUid,
    });
  } catch (error) {
    const isPending = device.state === 'pending';
    const isUnknown =
      isRefusal(error, 'wallet_not_on_device') ||
      (isPending && isRefusal(error) && error.code === 'embedded_wallet_not_found');
    if (!isUnknown) throw error;
    // Younger, its request may still be on the way in another tab.
    if (isPending && frame.now() - device.createdAtMs > pendingLifeMs) await frame.store.remove(device);
    return null;
  }
}

/**
 * Refuses a service that knows an older recovery than this browser has seen: a restored or rolled-back store would
 * bring back a method that its owner has replaced.
 *
 * @throws Refusal `error`
 */
export function assertNotOlder(version: number, seen: number): void {
  if (version >= seen) return;
  refuse(
    'error',
    'The service has an older recovery of this wallet than this browser has seen. Nothing was opened; tell the operator.',
  );
}

/** Ends an act whose vault was locked in the meantime: at log-out, by another user, or by a refusal of the service. */
export function refuseLocked(): never {
  refuse('error', 'The wallet was locked in the meantime. Try again.');
}

/** The unlocked wallets of a reply: the Ethereum ones. */
export function toOwner(userId: string, rootAddress: string, wallets: ConnectWalletReply['wallets']): Owner {
  const ethereum = wallets.filter((wallet) => wallet.chain_type === 'ethereum');
  return {
    userId,
    rootAddress,
    wallets: ethereum.map((wallet) => ({ address: wallet.address, index: wallet.wallet_index })),
  };
}
