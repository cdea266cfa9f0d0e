import { type ConnectWalletBody, type ConnectWalletReply, fail, rateLimits } from '@latchkey/wire';
import { openAuthPart } from './authParts.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import { toUnlockedFor } from './border/unlockedFor.ts';
import type { CustodyDeps } from './deps.ts';
import { findDevice, getEntropyByRef, listWallets, touchDevice } from './store.ts';

/** Resolution of the stored time of a device's last use. */
const usedAtStepMs = 24 * 60 * 60_000;

/**
 * Releases the auth part of a device to the key that enrolled it.
 *
 * @throws ServiceError `missing_or_invalid_mfa`, `embedded_wallet_not_found`, `wallet_not_on_device` (no such
 *   device, or it belongs to another key, user or entropy), `too_many_requests`
 */
export async function connectWallet(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: ConnectWalletBody,
): Promise<ConnectWalletReply> {
  const { world, sealing, events, mfa } = deps;
  const { session, thumbprint } = caller;
  const owner = { appId: caller.app.id, userId: session.userId };
  const { entropy, openMs, sealed, wallets } = await world.database.transaction(async (tx) => {
    const openMs = await mfa.gate.checkUnlocked(tx, caller);
    const entropy = await getEntropyByRef(tx, owner, body);
    const device = { ...owner, entropyUid: body.entropy_uid, deviceId: body.device_id, thumbprint };
    const found = entropy.entropyUid === body.entropy_uid ? await findDevice(tx, device) : null;
    if (!found) return fail('wallet_not_on_device');
    const nowMs = world.clock.now();
    if (nowMs - found.usedAtMs >= usedAtStepMs) await touchDevice(tx, device, nowMs);
    // Recorded in the transaction, before the part is sent, so no part is sent without a record.
    const event = {
      kind: 'device.part_released',
      subject: body.device_id,
      limit: rateLimits['frame.connect'].session,
    } as const;
    await events.recordLimited(tx, session, event);
    return {
      entropy,
      openMs,
      sealed: found.authPart,
      wallets: await listWallets(tx, { ...owner, entropyUid: entropy.entropyUid }),
    };
  });
  const ref = { ...owner, entropyUid: entropy.entropyUid, kind: 'device', partId: body.device_id } as const;
  return {
    auth_part: await openAuthPart(sealing, ref, sealed),
    recovery_version: entropy.recoveryVersion,
    recovery_method: entropy.recoveryMethod,
    kind: entropy.kind,
    unlocked_for: toUnlockedFor(openMs),
    wallets,
  };
}
