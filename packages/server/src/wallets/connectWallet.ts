import { type ConnectWalletBody, type ConnectWalletReply, fail } from '@latchkey/wire';
import { openAuthPart } from './authParts.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyRooms } from './rooms.ts';
import { findDevicePart, getEntropyByRef, listWallets } from './store.ts';

/** Connects of one session in a minute: page loads of a busy person in several tabs, far from a script's loop. */
const connectsPerMinute = 60;

/**
 * Releases the auth part of a device to the key that enrolled it.
 *
 * @throws ServiceError `embedded_wallet_not_found`, `wallet_not_on_device` (no such device, or of another key, user
 *   or entropy), `too_many_requests`
 */
export async function connectWallet(
  rooms: CustodyRooms,
  caller: CustodyCaller,
  body: ConnectWalletBody,
): Promise<ConnectWalletReply> {
  const { world, sealing, events } = rooms;
  const { session, thumbprint } = caller;
  const owner = { appId: caller.app.id, userId: session.userId };
  const { entropy, sealed, wallets } = await world.database.transaction(async (tx) => {
    const entropy = await getEntropyByRef(tx, owner, body);
    const device = { ...owner, entropyUid: body.entropy_uid, deviceId: body.device_id, thumbprint };
    const sealed = entropy.entropyUid === body.entropy_uid ? await findDevicePart(tx, device) : null;
    if (!sealed) return fail('wallet_not_on_device');
    // The release is on record before the part leaves: a crash in between tells too much, never too little.
    const event = {
      kind: 'device_part_released',
      subject: body.device_id,
      perMinute: connectsPerMinute,
    } as const;
    await events.recordLimited(tx, session, event);
    return { entropy, sealed, wallets: await listWallets(tx, { ...owner, entropyUid: entropy.entropyUid }) };
  });
  const ref = { ...owner, entropyUid: entropy.entropyUid, kind: 'device', partId: body.device_id } as const;
  return {
    auth_part: await openAuthPart(sealing, ref, sealed),
    recovery_version: entropy.recoveryVersion,
    wallets,
  };
}
