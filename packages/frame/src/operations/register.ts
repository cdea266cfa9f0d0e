import type { CreateWalletBody, CreateWalletReply } from '@latchkey/wire';
import { randomBytes, toBase64url, zero, zeroOnFailure } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { chainOf } from '../sign/address.ts';
import type { Device } from '../store.ts';
import { createPair, type Opened } from '../vault/parts.ts';
import type { Owner } from '../vault/vault.ts';
import { connectLocked, toOwner } from './connect.ts';
import { signOwnership } from './ownership.ts';
import { recoverLocked } from './recovery/recover.ts';
import type { RecoverySecret } from './recovery/recoverySecret.ts';
import { createRecoverySet } from './recovery/recoverySet.ts';

type Registration = Omit<CreateWalletBody, 'parent_origin'>;

/**
 * Registers an entropy that the service does not know yet, and unlocks it. Overwrites the secrets if it fails.
 *
 * Order of writes: docs/custody.md, "Create, import"; the service's side is `creating/registerEntropy.ts`. A crash
 * after any step leaves no wallet, or one that connects or recovers.
 *
 * @param secret the recovery method, with what it needs
 * @param send calls the service's create or import
 * @returns the wallets, unlocked unless the vault was locked meanwhile, or those of a parallel request that was first
 */
export async function register(
  frame: Frame,
  session: Session,
  opened: Opened,
  secret: RecoverySecret,
  send: (body: Registration) => Promise<CreateWalletReply>,
): Promise<Owner> {
  return zeroOnFailure([opened.entropy, opened.rootKey], () =>
    registerOpened(frame, session, opened, secret, send),
  );
}

async function registerOpened(
  frame: Frame,
  session: Session,
  opened: Opened,
  secret: RecoverySecret,
  send: (body: Registration) => Promise<CreateWalletReply>,
): Promise<Owner> {
  const { kind, rootAddress } = opened;
  const device: Device = {
    userId: session.userId,
    deviceId: toBase64url(randomBytes(16)),
    entropyUid: toBase64url(randomBytes(16)),
    kind,
    address: rootAddress,
    roots: [rootAddress],
    recoveryVersion: 1,
    state: 'pending',
    createdAtMs: frame.now(),
  };
  const devicePair = await createPair(opened.entropy);
  let reply: CreateWalletReply;
  try {
    const place = { ...device, recoveryVersion: 1 } as const;
    const recovery = await createRecoverySet(frame, session, opened.entropy, place, secret);
    // If storage is refused, the part lives as long as the page. Later visits recover the wallet.
    await frame.store.save(device, devicePair.own);
    reply = await send({
      request_id: toBase64url(randomBytes(16)),
      entropy_uid: device.entropyUid,
      wallets: [toClaimedWallet(frame, device, opened)],
      device: { device_id: device.deviceId, auth_part: toBase64url(devicePair.auth) },
      recovery,
    });
  } catch (error) {
    // These codes mean that the request stored no wallet. If it was a repeat, an earlier try may have stored one: the
    // part then stays pending.
    const isUseless = isRefusal(error) && !error.isOfRepeat && refusals.includes(error.code ?? '');
    if (isUseless) await frame.store.remove(device);
    throw error;
  } finally {
    zero(devicePair.own, devicePair.auth);
  }
  if (!reply.created) {
    zero(opened.entropy, opened.rootKey);
    await frame.store.remove(device);
    return openWinner(frame, session, reply);
  }
  await frame.store.update({ ...device, state: 'active' });
  const { userId, entropyUid } = device;
  const owner = toOwner({ userId, entropyUid, kind, recoveryMethod: secret.method }, reply.wallets);
  // Opens nothing if the vault was locked meanwhile. The wallet was created all the same.
  session.unlock(owner, opened);
  return owner;
}

/** Codes of refused requests that stored no wallet. */
const refusals: readonly string[] = [
  'embedded_wallet_already_exists',
  'linked_to_another_user',
  'missing_or_invalid_mfa',
  'not_supported',
];

/** Opens the wallet of the request that was first. */
async function openWinner(frame: Frame, session: Session, reply: CreateWalletReply): Promise<Owner> {
  const root = reply.wallets.find((wallet) => wallet.wallet_index === 0);
  if (!root) refuse('error', 'The wallet was created elsewhere. Reload the page.');
  return connectOrRecover(frame, session, root.address);
}

/** Connects a wallet, or recovers it if no part in this browser opens it. The caller holds the user's lock. */
export async function connectOrRecover(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  try {
    return await connectLocked(frame, session, rootAddress);
  } catch (error) {
    if (!isRefusal(error, 'wallet_not_on_device')) throw error;
    return recoverLocked(frame, session, rootAddress);
  }
}

function toClaimedWallet({ appId }: Frame, { userId, entropyUid, address }: Device, { rootKey }: Opened) {
  const chainType = chainOf(address);
  return {
    address,
    chain_type: chainType,
    wallet_index: 0 as const,
    signature: signOwnership({ appId, userId, entropyUid, chainType, address }, rootKey),
  };
}
