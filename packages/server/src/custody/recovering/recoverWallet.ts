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
 * key. Automatic recovery spends a recent login or confirmation, in apps with strict approval a code; a wallet with a password
 * asks for its proof first. Every release is an event and, once a session, a letter to the user.
 *
 * @throws ServiceError `missing_or_invalid_mfa`, as {@link spendProof} when recovery is automatic and the user has no factor, `embedded_wallet_not_found`, `invalid_credentials`, `invalid_recovery_pin`, `recovery_changed`, `too_many_requests`
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
  // Before the password: tries of it are the owner's, and a thief without the factor has no use for one.
  await mfa.gate.checkUnlocked(world.database.db, caller);
  const isByCode = isOpenedByCode(caller, asked);
  // Another key of an old session: a code is all that cures it here.
  if (!caller.isBound && !isByCode) failLate(caller.thumbprint);
  // Before the transaction: a wrong one stays counted, whatever becomes of the release.
  const hasCode = isByCode && body.code !== undefined && (await consumeReleaseCode(deps, caller, body.code));
  if (asked.recoveryMethod === 'user-passcode') await provePassword(deps, caller, asked, body.proof);

  const { entropy, event, hasBound, openMs, wallets } = await world.database.transaction(async (tx) => {
    // A stolen session alone must not open the wallet elsewhere: it takes a factor, or else a proof that is spent on it.
    const openMs = await mfa.gate.checkUnlocked(tx, caller);
    const hasBound = isByCode && (await spendReleaseCode(tx, deps, caller, hasCode));
    if (asked.recoveryMethod === 'privy' && openMs === null && !isByCode) await spendProof(tx, deps, caller);
    const entropy = await getEntropyByRef(tx, owner, body);
    // What was proved was the secret of another set.
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
