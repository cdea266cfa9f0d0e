import { fail, type RecoverByPasskeyBody, type RecoverByPasskeyReply, rateLimits } from '@latchkey/wire';
import { openAuthPart, toBase64url } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import { toUnlockedFor } from '../border/unlockedFor.ts';
import type { CustodyDeps } from '../deps.ts';
import { getEntropyByRef, listWallets } from '../store.ts';
import { proveRecoveryPasskey } from './proveRecoveryPasskey.ts';
import { findPasskey } from './store.ts';

/**
 * Releases the recovery pair of a passkey to a caller who proves possession of it.
 *
 * @throws ServiceError `missing_or_invalid_mfa`, `embedded_wallet_not_found`, `recovery_passkey_not_found` for a
 *   wrong proof or a passkey that does not recover this wallet, `too_many_requests`
 */
export async function recoverByPasskey(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: RecoverByPasskeyBody,
): Promise<RecoverByPasskeyReply> {
  const { world, sealing, events, mfa } = deps;
  const { app, session } = caller;
  const owner = { appId: app.id, userId: session.userId };
  await mfa.gate.checkUnlocked(world.database.db, caller);
  const { entropyUid } = await getEntropyByRef(world.database.db, owner, body);
  const { asked, material } = await proveRecoveryPasskey(deps, { ...owner, entropyUid }, body);
  const { recoveryId } = asked;
  const event = {
    kind: 'wallet.recovered',
    subject: recoveryId,
    details: { entropy_uid: entropyUid },
    limit: rateLimits['frame.recoverByPasskey'].session,
  } as const;
  const { entropy, openMs, wallets } = await world.database.transaction(async (tx) => {
    const openMs = await mfa.gate.checkUnlocked(tx, caller);
    const entropy = await getEntropyByRef(tx, owner, body);
    // The passkey may have been removed in the meantime.
    if (!(await findPasskey(tx, { ...owner, entropyUid }, body.credential_id)))
      fail('recovery_passkey_not_found');
    await events.recordLimited(tx, session, event);
    return { entropy, openMs, wallets: await listWallets(tx, { ...owner, entropyUid }) };
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
    unlocked_for: toUnlockedFor(openMs),
    wallets,
  };
}
