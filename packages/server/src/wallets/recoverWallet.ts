import { fail, type RecoverWalletBody, type RecoverWalletReply, rateLimits } from '@latchkey/wire';
import { openAuthPart, toBase64url } from './authParts.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyRooms } from './rooms.ts';
import { getEntropyByRef, listWallets } from './store.ts';

/**
 * Releases what opens a wallet in a new browser: both halves of the recovery pair and, for automatic recovery, the
 * key. Every release is an event and, once a session, a letter to the user.
 *
 * @throws ServiceError `recent_login_required` when the login is older than the app's `new_device_max_age`,
 *   `embedded_wallet_not_found`, `too_many_requests`
 */
export async function recoverWallet(
  rooms: CustodyRooms,
  caller: CustodyCaller,
  body: RecoverWalletBody,
): Promise<RecoverWalletReply> {
  const { world, sealing, recoveryStore, events } = rooms;
  const { app, session } = caller;
  const owner = { appId: app.id, userId: session.userId };
  // A stolen session alone must not open the wallet elsewhere, where the app asks for a fresh login.
  const maxAgeMs = app.settings.new_device_max_age * 1000;
  if (maxAgeMs > 0 && world.clock.now() - session.authTimeMs > maxAgeMs) fail('recent_login_required');

  const { entropy, event, wallets } = await world.database.transaction(async (tx) => {
    const entropy = await getEntropyByRef(tx, owner, body);
    const event = {
      kind: 'wallet.recovered',
      subject: entropy.recoveryId,
      limit: rateLimits['frame.recover'].session,
    } as const;
    await events.recordLimited(tx, session, event);
    return { entropy, event, wallets: await listWallets(tx, { ...owner, entropyUid: entropy.entropyUid }) };
  });
  events.sendNotice(session, event);

  const { entropyUid, recoveryId, recoveryVersion, recoveryMethod, recoveryAuthPart } = entropy;
  const material = await recoveryStore.get({ ...owner, entropyUid, recoveryId, recoveryVersion });
  const authPart = { ...owner, entropyUid, kind: 'recovery', partId: recoveryId } as const;
  return {
    entropy_uid: entropyUid,
    recovery_id: recoveryId,
    recovery_version: recoveryVersion,
    method: recoveryMethod,
    auth_part: await openAuthPart(sealing, authPart, recoveryAuthPart),
    ciphertext: toBase64url(material.ciphertext),
    recovery_key: toBase64url(material.recoveryKey),
    wallets,
  };
}
