import type { ChainType, ConnectWalletReply } from '@latchkey/wire';
import { fromBase64url } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { chainOf } from '../sign/address.ts';
import type { Device } from '../store.ts';
import { openPair } from '../vault/parts.ts';
import type { Owner, UnlockedWallet } from '../vault/vault.ts';

/** Time after which a pending part unknown to the service is dropped, because its request has ended. */
const pendingLifeMs = 10 * 60_000;

/**
 * Unlocks a wallet with this browser's part and the service's, unless it is unlocked already.
 *
 * @param rootAddress a wallet at index 0, EIP-55 or base 58
 * @returns the unlocked wallets
 * @throws Refusal `wallet_not_on_device` if no part in this browser opens it, `error` if the service has an older
 *   recovery than this browser has seen or the vault was locked meanwhile, or with the service's code; Error if the
 *   parts open to another wallet
 */
export async function connectWallet(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  return (
    (await findUnlocked(frame, session, rootAddress)) ??
    (await frame.withLock(session.userId, () => connectLocked(frame, session, rootAddress)))
  );
}

/**
 * Connects like {@link connectWallet}, for clients that submit a second factor only with the next signature. If the
 * service requires one now, the wallet stays locked, and nothing is thrown.
 *
 * @throws Refusal like {@link connectWallet}
 */
export async function connectUnlessGuarded(
  frame: Frame,
  session: Session,
  rootAddress: string,
): Promise<void> {
  try {
    await connectWallet(frame, session, rootAddress);
  } catch (error) {
    if (!isRefusal(error, 'missing_or_invalid_mfa')) throw error;
  }
}

/** Connects like {@link connectWallet}. The caller holds the user's lock. */
export async function connectLocked(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  // Another request may have unlocked the wallet while this one waited.
  return (await findUnlocked(frame, session, rootAddress)) ?? connectAfresh(frame, session, rootAddress);
}

/** Connects like {@link connectLocked}, but asks the service for the current wallets even if the wallet is unlocked. */
export async function connectAfresh(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  for (const device of toCandidates(await frame.store.list(session.userId), rootAddress)) {
    const owner = await openDevice(frame, session, device);
    if (owner?.wallets.some(({ address, index }) => index === 0 && address === rootAddress)) return owner;
  }
  refuse('wallet_not_on_device', 'The wallet is not on this device');
}

/**
 * Lists devices that may open a wallet: first those that know it, then those that know no wallet of its chain yet,
 * except imported keys.
 */
function toCandidates(devices: readonly Device[], rootAddress: string): readonly Device[] {
  const known = devices.filter(({ roots }) => roots.includes(rootAddress));
  const isOfChain = (address: string) => chainOf(address) === chainOf(rootAddress);
  const growing = devices.filter(({ kind, roots }) => kind !== 'imported-key' && !roots.some(isOfChain));
  return [...known, ...growing];
}

async function findUnlocked(frame: Frame, session: Session, rootAddress: string): Promise<Owner | null> {
  if (frame.vault.find(session.userId, rootAddress) === null) return null;
  await frame.sessions.confirm(session);
  // The vault may have been locked while the service answered.
  return frame.vault.find(session.userId, rootAddress);
}

/**
 * Unlocks a wallet with one device of this browser. A pending device that the service knows becomes active.
 *
 * @returns the unlocked wallets, or null if the device's part is missing or the service does not know the device
 * @throws like {@link connectWallet}, but never `wallet_not_on_device`
 */
export async function openDevice(frame: Frame, session: Session, device: Device): Promise<Owner | null> {
  const part = await frame.store.findPart(device);
  if (part === null) return null;
  try {
    const reply = await findAuthPart(frame, session, device);
    if (reply === null) return null;
    assertNotOlder(reply.recovery_version, device.recoveryVersion);
    const root = { kind: reply.kind, rootAddress: device.address };
    const opened = await openPair(part, fromBase64url(reply.auth_part), root);
    const { userId, entropyUid } = device;
    const { kind, recovery_method: recoveryMethod, recovery_version: recoveryVersion } = reply;
    const owner = toOwner({ userId, entropyUid, kind, recoveryMethod }, reply.wallets);
    await frame.store.update({ ...device, state: 'active', recoveryVersion, roots: rootsOf(owner) });
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
      ...toEntropyRef(device.address),
      device_id: device.deviceId,
      entropy_uid: device.entropyUid,
    });
  } catch (error) {
    const isPending = device.state === 'pending';
    const isUnknown =
      isRefusal(error, 'wallet_not_on_device') ||
      (isPending && isRefusal(error) && error.code === 'embedded_wallet_not_found');
    if (!isUnknown) throw error;
    // The request of a younger device may still be under way in another tab.
    if (isPending && frame.now() - device.createdAtMs > pendingLifeMs) await frame.store.remove(device);
    return null;
  }
}

/**
 * Refuses a lower recovery version than this browser has seen: an attacker may have rolled back the service's store,
 * or the operator may have restored an old one, so that a replaced recovery works again.
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

/** Ends an operation whose vault was locked meanwhile, for example at logout or by a token of another user. */
export function refuseLocked(): never {
  refuse('error', 'The wallet was locked in the meantime. Try again.');
}

export function toEntropyRef(rootAddress: string) {
  const chain = chainOf(rootAddress);
  return { entropy_id: rootAddress, entropy_id_verifier: `${chain}-address-verifier` } as const;
}

export function toOwner(entropy: Omit<Owner, 'wallets'>, wallets: ConnectWalletReply['wallets']): Owner {
  return { ...entropy, wallets: toWallets(wallets) };
}

export function toWallets(wallets: ConnectWalletReply['wallets']): UnlockedWallet[] {
  return wallets.map(({ address, chain_type: chainType, wallet_index: index }) => ({
    address,
    chainType,
    index,
  }));
}

/** Returns the addresses of the wallets at index 0, any of which names the entropy. */
export function rootsOf(owner: Owner): string[] {
  return owner.wallets.filter(({ index }) => index === 0).map(({ address }) => address);
}

export function findRoot(owner: Owner, chainType: ChainType): UnlockedWallet | null {
  return owner.wallets.find((wallet) => wallet.index === 0 && wallet.chainType === chainType) ?? null;
}
