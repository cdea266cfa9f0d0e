import {
  fail,
  rateLimits,
  recoveryChange,
  type SetRecoveryBody,
  type SetRecoveryReply,
} from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import { describeError } from '../../http/index.ts';
import { admitEntropyChange } from '../admitEntropyChange.ts';
import { sealAuthPart } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { checkUnlessDone, doOnce } from '../doOnce.ts';
import { getEntropyByRef, listWallets } from '../store.ts';
import { toMaterial } from './material.ts';
import { addReplaced, replaceRecovery } from './store.ts';

/**
 * Maximum age of a login that may return to automatic recovery, if the app requires no recent login and the user has
 * no second factor (docs/custody.md).
 */
const toAutomaticLoginAgeMs = 10 * 60_000;

/**
 * Puts another recovery set in force (docs/custody.md, "Set recovery"): stores the set first, and replaces the old one
 * in one transaction.
 *
 * @throws ServiceError the codes of `FreshCheck.check`, `recovery_changed` if the set in force is not of the previous
 *   version, `not_supported` for a user's own method on an entropy that serves Solana (SOL-02),
 *   `embedded_wallet_not_found`, `idempotency_mismatch`, `invalid_data` for an id that is taken or a set that the wallet
 *   has not signed, `too_many_requests`
 */
export async function setRecovery(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: SetRecoveryBody,
): Promise<SetRecoveryReply> {
  const { world, sealing, recoveryStore, events } = deps;
  const { session } = caller;
  const earlier = await checkUnlessDone(world.database.db, caller, body.request_id, async () => {
    await deps.fresh.check(caller, 'set_recovery');
    await admitEntropyChange(world.database.db, caller, body, recoveryChange(body.recovery));
    await assertReplaceable(world.database.db, deps, caller, body);
  });
  if (earlier) return earlier as SetRecoveryReply;
  const owner = { appId: caller.app.id, userId: session.userId, entropyUid: body.entropy_uid };
  const { recovery_id: recoveryId, recovery_version: recoveryVersion } = body.recovery;

  // The transaction may await nothing but the database, so the part is sealed before it.
  const place = { ...owner, kind: 'recovery', partId: recoveryId } as const;
  const authPart = await sealAuthPart(sealing, place, body.recovery.auth_part);
  await recoveryStore.put({ ...owner, recoveryId, recoveryVersion }, toMaterial(body.recovery));
  const reply = await doOnce(world, caller, body.request_id, async (tx) => {
    await deps.fresh.spend(tx, caller, 'set_recovery');
    return replace(tx, deps, caller, { body, authPart });
  });
  events.sendNotice(session, eventOf(body));
  // If this fails, the sweep confirms the set.
  await recoveryStore.confirm(owner.appId, recoveryId).catch((error: unknown) => {
    world.log.warn({ app: owner.appId, error: describeError(error) }, 'A recovery set was not confirmed');
  });
  return reply;
}

const eventOf = ({ entropy_uid, recovery }: SetRecoveryBody) =>
  ({
    kind: 'wallet.recovery_changed',
    subject: recovery.recovery_id,
    details: { method: recovery.method, entropy_uid },
  }) as const;

async function replace(
  tx: Db,
  deps: CustodyDeps,
  caller: CustodyCaller,
  { body, authPart }: { body: SetRecoveryBody; authPart: Uint8Array },
): Promise<SetRecoveryReply> {
  const { session } = caller;
  const nowMs = deps.world.clock.now();
  const owner = { appId: caller.app.id, userId: session.userId, entropyUid: body.entropy_uid };
  const { recovery_id: recoveryId, recovery_version: recoveryVersion, method } = body.recovery;
  const { replacedId, addresses } = await assertReplaceable(tx, deps, caller, body);
  const row = { ...owner, recoveryId, recoveryVersion, method, authPart, createdAtMs: nowMs };
  if (!(await replaceRecovery(tx, row))) fail('recovery_changed');
  await addReplaced(tx, {
    appId: owner.appId,
    recoveryId: replacedId,
    userId: owner.userId,
    replacedAtMs: nowMs,
  });
  await deps.users.setWalletRecovery(tx, owner, addresses, method);
  const limit = rateLimits['frame.setRecovery'].session;
  await deps.events.recordLimited(tx, session, { ...eventOf(body), limit });
  return { recovery_version: recoveryVersion };
}

/**
 * Checks in the service's own records that a set may replace the set in force.
 *
 * @returns the id of the set that it would replace, and the addresses of the wallets that it would open
 */
async function assertReplaceable(
  db: Db,
  { world }: CustodyDeps,
  { app, session }: CustodyCaller,
  body: SetRecoveryBody,
): Promise<{ replacedId: string; addresses: string[] }> {
  const owner = { appId: app.id, userId: session.userId };
  const entropy = await getEntropyByRef(db, owner, body);
  if (entropy.entropyUid !== body.entropy_uid) fail('embedded_wallet_not_found');
  if (entropy.recoveryVersion !== body.recovery.recovery_version - 1) fail('recovery_changed');
  const wallets = await listWallets(db, { ...owner, entropyUid: entropy.entropyUid });
  const { method } = body.recovery;
  if (method !== 'privy' && wallets.some((wallet) => wallet.chain_type === 'solana')) {
    fail('not_supported', {
      message: 'A Solana wallet shares this key: its recovery can only be automatic',
      details: { reason: 'solana_wallet' },
    });
  }
  // With automatic recovery the operator can rebuild the key. An attacker at an open browser, whose frame signs the
  // change, could otherwise return to it in an app that requires no recent login.
  const isOwnGivenUp = method === 'privy' && entropy.recoveryMethod !== 'privy';
  const isOld = world.clock.now() - session.authTimeMs > toAutomaticLoginAgeMs;
  if (isOwnGivenUp && app.settings.sensitive_max_age === 0 && isOld && !session.hasFactor) {
    fail('recent_login_required');
  }
  return { replacedId: entropy.recoveryId, addresses: wallets.map(({ address }) => address) };
}
