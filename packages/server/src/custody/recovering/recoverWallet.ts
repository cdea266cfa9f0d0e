import { fail, type RecoverWalletBody, type RecoverWalletReply, rateLimits } from '@latchkey/wire';
import { openAuthPart } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import { keyAdded } from '../border/bindKey.ts';
import { failLate, spendProof } from '../border/spendProof.ts';
import { toUnlockedFor } from '../border/unlockedFor.ts';
import type { CustodyDeps } from '../deps.ts';
import { getEntropyByRef, listWallets } from '../store.ts';
import { toReleased } from './material.ts';
import { provePassword } from './provePassword.ts';
import { consumeReleaseCode, isOpenedByCode, spendReleaseCode } from './releaseCode.ts';

/**
 * Releases what opens a wallet in a new browser: both halves of the recovery pair and, for automatic recovery, the
 * key that decrypts the encrypted half. A user without a second factor spends a recent login or confirmation on an
 * automatic recovery, or a code in apps with strict approval. If `new_device_max_age` is 0, neither login nor
 * confirmation is needed. A wallet with a password requires its proof first. A release is recorded, and a notice is
 * queued once per session.
 *
 * @throws ServiceError `missing_or_invalid_mfa`, the codes of {@link spendProof}, `embedded_wallet_not_found`,
 *   `invalid_credentials`, `invalid_recovery_pin`, `not_supported` if no address can get a code, `recovery_changed`,
 *   `too_many_requests`
 */
export async function recoverWallet(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: RecoverWalletBody,
): Promise<RecoverWalletReply> {
  const { world, sealing, recoveryStore, events, mfa } = deps;
  const { app, session } = caller;
  const owner = { appId: app.id, userId: session.userId };
  const asked = await getEntropyByRef(world.database.db, owner, body);
  // Checked before the password: an attacker without the factor must not use up the owner's tries.
  await mfa.gate.checkUnlocked(world.database.db, caller);
  const isByCode = isOpenedByCode(caller, asked);
  // Only a release code could still bind this key.
  if (!caller.isBound && !isByCode) failLate(caller.thumbprint);
  // Outside the transaction, which would roll back the count of a wrong code.
  const hasCode = isByCode && body.code !== undefined && (await consumeReleaseCode(deps, caller, body.code));
  if (asked.recoveryMethod === 'user-passcode') await provePassword(deps, caller, asked, body.proof);

  const { entropy, event, hasBound, openMs, wallets } = await world.database.transaction(async (tx) => {
    // An attacker with a stolen session could otherwise open the wallet. An automatic release requires a factor, or a
    // proof or code that is spent on the caller's key (no proof if the app's `new_device_max_age` is 0).
    const openMs = await mfa.gate.checkUnlocked(tx, caller);
    const hasBound = isByCode && (await spendReleaseCode(tx, deps, caller, hasCode));
    if (asked.recoveryMethod === 'privy' && openMs === null && !isByCode) await spendProof(tx, deps, caller);
    const entropy = await getEntropyByRef(tx, owner, body);
    // The recovery was changed after it was first read above, so the checks were made for another set.
    if (entropy.recoveryId !== asked.recoveryId) fail('recovery_changed');
    const event = {
      kind: 'wallet.recovered',
      subject: entropy.recoveryId,
      details: { entropy_uid: entropy.entropyUid },
      limit: rateLimits['frame.recover'].session,
    } as const;
    await events.recordLimited(tx, session, event);
    const held = await listWallets(tx, { ...owner, entropyUid: entropy.entropyUid });
    return { entropy, event, hasBound, openMs, wallets: held };
  });
  events.sendNotice(session, event);
  if (hasBound) events.sendNotice(session, keyAdded(caller.thumbprint));

  const { entropyUid, recoveryId, recoveryVersion, recoveryAuthPart } = entropy;
  const ref = { ...owner, entropyUid, recoveryId, recoveryVersion };
  const part = { ...owner, entropyUid, kind: 'recovery', partId: recoveryId } as const;
  const authPart = await openAuthPart(sealing, part, recoveryAuthPart);
  const released = toReleased(ref, await recoveryStore.get(ref), authPart);
  return { ...released, kind: entropy.kind, unlocked_for: toUnlockedFor(openMs), wallets };
}
