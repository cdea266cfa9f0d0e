import type { RecoverByPasskeyReply, RecoverWalletReply } from '@latchkey/wire';
import { fromBase64url, randomBytes, toBase64url, zero, zeroOnFailure } from '../../bytes.ts';
import { refuseDamaged } from '../../cloud/openCloud.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import { createPair, type Opened, openPair } from '../../vault/parts.ts';
import type { Owner } from '../../vault/vault.ts';
import { refuseLocked, rootsOf, toOwner } from '../connect.ts';
import { signChange } from '../ownership.ts';
import { openRecovery } from './recoverySeal.ts';
import type { ReleaseSecret } from './recoverySecret.ts';
import { type Release, release } from './release.ts';

/**
 * Unlocks a wallet by its recovery and, if the browser's storage lasts, makes this browser one of its devices.
 *
 * @param rootAddress a wallet at index 0, EIP-55 or base 58
 * @param secret what the recovery needs; empty if it is automatic and needs no code
 * @throws Refusal `invalid_recovery_pin`, or with another code, such as `recent_login_required`; Error if the released
 *   parts do not open to the wallet
 */
export function recoverWallet(
  frame: Frame,
  session: Session,
  rootAddress: string,
  secret: ReleaseSecret = {},
): Promise<Owner> {
  return frame.withLock(session.userId, () => recoverLocked(frame, session, rootAddress, secret));
}

/** Recovers like {@link recoverWallet}. The caller holds the user's lock. */
export async function recoverLocked(
  frame: Frame,
  session: Session,
  rootAddress: string,
  secret: ReleaseSecret = {},
): Promise<Owner> {
  const released = await release(frame, session, rootAddress, secret);
  const opened = await openReleased(frame, session, rootAddress, released).finally(() => zero(released.key));
  return unlockRecovered(frame, session, released.reply, opened);
}

/** Unlocks a wallet that a recovery opened and, if the browser's storage lasts, makes this browser its device. */
export async function unlockRecovered(
  frame: Frame,
  session: Session,
  reply: RecoverWalletReply | RecoverByPasskeyReply,
  opened: Opened,
): Promise<Owner> {
  const { entropy_uid: entropyUid, kind, method: recoveryMethod, wallets } = reply;
  const owner = toOwner({ userId: session.userId, entropyUid, kind, recoveryMethod }, wallets);
  await zeroOnFailure([opened.entropy, opened.rootKey], () =>
    enrolDevice(frame, session, owner, reply, opened),
  );
  if (!session.unlock(owner, opened)) refuseLocked();
  return owner;
}

/** Opens what the service released: decrypts the recovery part with its key and combines it with the service's part. */
async function openReleased(
  frame: Frame,
  session: Session,
  rootAddress: string,
  { reply, key }: Release,
): Promise<Opened> {
  const part = await openRecovery(key, fromBase64url(reply.ciphertext), {
    appId: frame.appId,
    userId: session.userId,
    entropyUid: reply.entropy_uid,
    recoveryId: reply.recovery_id,
    recoveryVersion: reply.recovery_version,
  })
    // Only a key from a cloud may have been edited by whoever controls the account.
    .catch((error) =>
      reply.method === 'privy' || reply.method === 'user-passcode' ? Promise.reject(error) : refuseDamaged(),
    );
  try {
    return await openPair(part, fromBase64url(reply.auth_part), { kind: reply.kind, rootAddress });
  } finally {
    zero(part);
  }
}

/**
 * Splits the entropy anew, stores this browser's part as pending, sends the other, then activates the device. Enrols
 * nothing if the browser's storage does not last.
 */
async function enrolDevice(
  frame: Frame,
  session: Session,
  owner: Owner,
  reply: Pick<RecoverWalletReply, 'entropy_uid' | 'recovery_version'>,
  opened: Opened,
): Promise<void> {
  const pair = await createPair(opened.entropy);
  try {
    const device = {
      userId: session.userId,
      deviceId: toBase64url(randomBytes(16)),
      entropyUid: reply.entropy_uid,
      kind: opened.kind,
      address: opened.rootAddress,
      roots: rootsOf(owner),
      recoveryVersion: reply.recovery_version,
      state: 'pending' as const,
      createdAtMs: frame.now(),
    };
    const lasts = await frame.store.save(device, pair.own);
    if (!lasts) {
      // A device whose storage would end with the page is not enrolled: the next load recovers the wallet again.
      await frame.store.remove(device);
      return;
    }
    const content = { device_id: device.deviceId, auth_part: toBase64url(pair.auth) };
    const change = { act: 'device', id: device.deviceId, version: 1, content } as const;
    const place = { ...device, appId: frame.appId };
    const signed = signChange(place, opened.rootAddress, change, opened.rootKey);
    await frame.api.call('enrolDevice', session, { ...signed, ...content });
    await frame.store.update({ ...device, state: 'active' });
    for (const old of await frame.store.list(session.userId)) {
      const isReplaced = old.entropyUid === device.entropyUid && old.deviceId !== device.deviceId;
      if (isReplaced) await frame.store.remove(old);
    }
  } finally {
    zero(pair.own, pair.auth);
  }
}
