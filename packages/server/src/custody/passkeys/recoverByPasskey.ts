import { fail, type RecoverByPasskeyBody, type RecoverByPasskeyReply, rateLimits } from '@latchkey/wire';
import { isEqual, sha256 } from '../../crypto/index.ts';
import { fromBase64url, openAuthPart, toBase64url } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import { proofHashOf } from '../recovering/material.ts';
import type { CustodyRooms } from '../rooms.ts';
import { getEntropyByRef, listWallets } from '../store.ts';
import { passkeySetVersion } from './addPasskey.ts';
import { findPasskey } from './store.ts';

/**
 * Releases the recovery pair of a passkey to anyone who proves to have it. The proof is 256 bits of an authenticator's, so
 * that no count of tries is needed to keep it from being guessed.
 *
 * @throws ServiceError `embedded_wallet_not_found`, `recovery_passkey_not_found` for a passkey that does not recover this
 *   wallet, `too_many_requests`
 */
export async function recoverByPasskey(
  rooms: CustodyRooms,
  caller: CustodyCaller,
  body: RecoverByPasskeyBody,
): Promise<RecoverByPasskeyReply> {
  const { world, sealing, recoveryStore, events } = rooms;
  const { app, session } = caller;
  const owner = { appId: app.id, userId: session.userId };
  const { entropyUid } = await getEntropyByRef(world.database.db, owner, body);
  const asked = await findPasskey(world.database.db, { ...owner, entropyUid }, body.credential_id);
  if (!asked) return fail('recovery_passkey_not_found');
  const { recoveryId } = asked;
  const ref = { ...owner, entropyUid, recoveryId, recoveryVersion: passkeySetVersion };
  const material = await recoveryStore.get(ref);
  if (!isEqual(sha256(fromBase64url(body.proof)), proofHashOf(material))) fail('recovery_passkey_not_found');

  const event = {
    kind: 'wallet.recovered',
    subject: recoveryId,
    details: { entropy_uid: entropyUid },
    limit: rateLimits['frame.recoverByPasskey'].session,
  } as const;
  const { entropy, wallets } = await world.database.transaction(async (tx) => {
    const entropy = await getEntropyByRef(tx, owner, body);
    // One that was removed in the meantime opens nothing any more.
    if (!(await findPasskey(tx, { ...owner, entropyUid }, body.credential_id)))
      fail('recovery_passkey_not_found');
    await events.recordLimited(tx, session, event);
    return { entropy, wallets: await listWallets(tx, { ...owner, entropyUid }) };
  });
  events.sendNotice(session, event);
  const part = { ...owner, entropyUid, kind: 'recovery', partId: recoveryId } as const;
  return {
    entropy_uid: entropyUid,
    recovery_id: recoveryId,
    auth_part: await openAuthPart(sealing, part, asked.authPart),
    ciphertext: toBase64url(material.ciphertext),
    method: entropy.recoveryMethod,
    recovery_version: entropy.recoveryVersion,
    kind: entropy.kind,
    wallets,
  };
}
