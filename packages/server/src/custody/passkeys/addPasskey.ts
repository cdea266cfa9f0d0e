import {
  type AddRecoveryPasskeyBody,
  type AddRecoveryPasskeyReply,
  fail,
  limits,
  passkeyChange,
} from '@latchkey/wire';
import { admitEntropyChange } from '../admitEntropyChange.ts';
import { fromBase64url, sealAuthPart } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { checkUnlessDone, doOnce } from '../doOnce.ts';
import { getEntropy } from '../store.ts';
import { addPasskey, listPasskeys } from './store.ts';

/** Version of every passkey's set. A passkey's set is never replaced by a newer one. */
export const passkeySetVersion = 1;

/**
 * Stores a further recovery pair, which a passkey opens: the set first, then everything else in one transaction.
 *
 * @throws ServiceError the codes of `FreshCheck.check`, `embedded_wallet_not_found`, `cannot_link_more_of_type` beyond
 *   `limits.passkeys`, `idempotency_mismatch`, `invalid_data` for an id that is taken, a credential that the entropy
 *   has already, or a pair that the wallet has not signed
 */
export async function addRecoveryPasskey(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: AddRecoveryPasskeyBody,
): Promise<AddRecoveryPasskeyReply> {
  const { world, sealing, recoveryStore, events } = deps;
  const { database } = world;
  const { session } = caller;
  const owner = { appId: caller.app.id, userId: session.userId, entropyUid: body.entropy_uid };
  const earlier = await checkUnlessDone(database.db, caller, body.request_id, async () => {
    // A passkey is a key to the wallet. An attacker with a stolen session must not add their own.
    await deps.fresh.check(caller, 'set_recovery');
    await admitEntropyChange(database.db, caller, body, passkeyChange(body.passkey));
  });
  if (earlier) return earlier as AddRecoveryPasskeyReply;
  const { passkey } = body;
  const recoveryId = passkey.recovery_id;
  const authPart = await sealAuthPart(
    sealing,
    { ...owner, kind: 'recovery', partId: recoveryId },
    passkey.auth_part,
  );
  await recoveryStore.put(
    { ...owner, recoveryId, recoveryVersion: passkeySetVersion },
    {
      method: 'passkey',
      ciphertext: fromBase64url(passkey.ciphertext),
      recoveryKey: null,
      parameters: { proof_hash: passkey.proof_hash },
    },
  );
  const event = { kind: 'wallet.passkey_added', subject: recoveryId } as const;
  const reply = await doOnce(world, caller, body.request_id, async (tx) => {
    await deps.fresh.spend(tx, caller, 'set_recovery');
    await getEntropy(tx, owner); // locks the entropy, so parallel adds are counted one at a time
    const others = (await listPasskeys(tx, owner)).filter((one) => one.entropyUid === owner.entropyUid);
    if (others.length >= limits.passkeys) fail('cannot_link_more_of_type');
    const row = { ...owner, recoveryId, credentialId: passkey.credential_id, authPart };
    if (!(await addPasskey(tx, { ...row, createdAtMs: world.clock.now() })))
      fail('invalid_data', { message: 'This recovery id or this passkey is stored already.' });
    await events.record(tx, session, event);
    return { recovery_id: recoveryId };
  });
  events.sendNotice(session, event);
  return reply;
}
