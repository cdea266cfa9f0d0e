import {
  fail,
  limits,
  type ProveRecoveryBody,
  type RecoveryParameters,
  type RecoveryParametersBody,
  type VerifiedReply,
} from '@latchkey/wire';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { proveRecoveryPasskey } from '../passkeys/proveRecoveryPasskey.ts';
import { isRightPassword } from '../recovering/provePassword.ts';
import { describeRecovery } from '../recovering/recoveryParameters.ts';
import { type EntropyRecord, findFirstEntropy, getEntropyByRef } from '../store.ts';

/**
 * Permits a user who lost all factors to change them, with the recovery password or a recovery passkey of their first
 * wallet. The permission does not open the wallet. Automatic recovery is not accepted, because it requires only a
 * login.
 *
 * @throws ServiceError `not_supported` for a wallet that is not the user's first, a proof by password for a wallet
 *   without one, and a user without a factor; `embedded_wallet_not_found`, `invalid_recovery_pin`,
 *   `recovery_passkey_not_found`, and the codes of `permitChange`
 */
export async function proveByRecovery(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: ProveRecoveryBody,
): Promise<VerifiedReply> {
  const { mfa } = deps;
  const { appId, userId } = caller.session;
  const entropy = await getFirst(deps, caller, body);
  const { entropyUid } = entropy;
  const { credential_id, proof } = body;
  if (credential_id !== undefined) {
    return mfa.operations.permitChange(caller, 'recovery_passkey', () =>
      proveRecoveryPasskey(deps, { appId, userId, entropyUid }, { credential_id, proof }),
    );
  }
  assertByPassword(entropy);
  return mfa.operations.permitChange(caller, 'recovery_password', async () => {
    if (await isRightPassword(deps, caller, entropy, proof)) return;
    await tellWrong(deps, caller, entropy);
    fail('invalid_recovery_pin');
  });
}

/**
 * Returns the parameters with which the frame turns the password of the user's first wallet into a proof. A session
 * that still lacks its second factor gets them too, because its user may have lost every factor.
 *
 * @throws ServiceError `not_supported`, `embedded_wallet_not_found`
 */
export async function startProveRecovery(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: RecoveryParametersBody,
): Promise<RecoveryParameters> {
  assertByPassword(await getFirst(deps, caller, body));
  return describeRecovery(deps, caller, body);
}

/**
 * Returns the named entropy, which must be the user's first. An attacker could have imported a wallet with a password
 * of their own.
 */
async function getFirst(
  { world }: CustodyDeps,
  { session: { appId, userId } }: CustodyCaller,
  body: RecoveryParametersBody,
): Promise<EntropyRecord> {
  const { db } = world.database;
  const entropy = await getEntropyByRef(db, { appId, userId }, body);
  if ((await findFirstEntropy(db, { appId, userId })) !== entropy.entropyUid)
    fail('not_supported', {
      message: 'This is not the wallet that the user had first',
      details: { reason: 'not_first_wallet' },
    });
  return entropy;
}

function assertByPassword({ recoveryMethod }: EntropyRecord): void {
  if (recoveryMethod !== 'user-passcode')
    fail('not_supported', {
      message: 'The wallet does not recover by a password',
      details: { reason: 'no_recovery_password' },
    });
}

/**
 * Records a wrong password. Once a session has sent `limits.factorTries` of them within `limits.recoveryWaitMs`, also
 * queues a notice to the user.
 */
async function tellWrong(
  { audit, events, world }: CustodyDeps,
  { session }: CustodyCaller,
  { recoveryId }: EntropyRecord,
): Promise<void> {
  const { appId, sessionId, userId } = session;
  const kind = 'wallet.recovery_tried';
  const refused = { kind: 'wallet.recovery_refused', subject: `${recoveryId}-${sessionId}` } as const;
  const sinceMs = world.clock.now() - limits.recoveryWaitMs;
  const isRun = await world.database.transaction(async (tx) => {
    await events.record(tx, session, { kind, subject: recoveryId });
    const count = await audit.count(tx, { appId, userId, sessionId, kind, sinceMs });
    if (count < limits.factorTries) return false;
    await events.record(tx, session, refused);
    return true;
  });
  if (isRun) events.sendNotice(session, refused);
}
