import { fail } from '@latchkey/wire';
import { isEqual, sha256 } from '../../crypto/index.ts';
import { fromBase64url } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import type { EntropyRecord } from '../store.ts';
import { proofHashOf } from './material.ts';
import { countTry, getWaitEnd, resetRecoveryTries } from './store.ts';

/**
 * Checks the proof key of a password. An attacker with a stolen session could otherwise try passwords, here or, with
 * released material, offline. The try is counted before the comparison, over all sessions and processes, and a wrong
 * password releases nothing.
 *
 * @param proof the proof key, base64url; undefined if the frame did not know that the wallet has a password
 * @throws ServiceError `invalid_recovery_pin`, with `details.retry_after_s` if this try closes the recovery;
 *   `too_many_requests` while the recovery is closed; `recovery_changed` without a proof
 */
export async function provePassword(
  deps: CustodyDeps,
  { app, session }: Pick<CustodyCaller, 'app' | 'session'>,
  entropy: EntropyRecord,
  proof: string | undefined,
): Promise<void> {
  const { world, events } = deps;
  const { database, clock } = world;
  if (proof === undefined) return fail('recovery_changed', { message: 'This wallet needs its password' });
  const { entropyUid, recoveryId } = entropy;
  const owner = { appId: app.id, userId: session.userId, entropyUid };
  const counted = await countTry(database.db, owner, clock.now());
  if (!counted) return failClosed((await getWaitEnd(database.db, owner)) - clock.now());

  if (await isRightPassword(deps, { app, session }, entropy, proof)) {
    return resetRecoveryTries(database.db, owner);
  }
  const waitMs = counted.waitEndMs - clock.now();
  const isClosing = waitMs > 0;
  // Each closing is a new subject, so the user is notified each time the recovery closes.
  const refused = { kind: 'wallet.recovery_refused', subject: `${recoveryId}-${counted.waitEndMs}` } as const;
  await database.transaction(async (tx) => {
    await events.record(tx, session, { kind: 'wallet.recovery_tried', subject: recoveryId });
    if (isClosing) await events.record(tx, session, refused);
  });
  if (isClosing) events.sendNotice(session, refused);
  return fail('invalid_recovery_pin', isClosing ? { details: { retry_after_s: toSeconds(waitMs) } } : {});
}

/** Compares the proof key of a password. The caller has to count the try first. */
export async function isRightPassword(
  { recoveryStore }: Pick<CustodyDeps, 'recoveryStore'>,
  { app, session }: Pick<CustodyCaller, 'app' | 'session'>,
  { entropyUid, recoveryId, recoveryVersion }: EntropyRecord,
  proof: string,
): Promise<boolean> {
  const owner = { appId: app.id, userId: session.userId, entropyUid };
  const material = await recoveryStore.get({ ...owner, recoveryId, recoveryVersion });
  return isEqual(sha256(fromBase64url(proof)), proofHashOf(material));
}

const toSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

function failClosed(waitMs: number): never {
  return fail('too_many_requests', { details: { retry_after_s: toSeconds(waitMs) } });
}
