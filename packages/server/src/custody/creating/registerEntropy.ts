import { type CreateWalletBody, type CreateWalletReply, type EntropyKind, fail } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import { describeError } from '../../http/index.ts';
import { sealAuthPart } from '../authParts.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { doOnce, findReply } from '../doOnce.ts';
import { toMaterial } from '../recovering/material.ts';
import { addDevice, addRecovery, listWallets } from '../store.ts';
import { registerWallet } from './registerWallet.ts';
import { addEntropy } from './store.ts';
import { checkWalletClaim } from './walletClaim.ts';

export interface NewEntropy {
  readonly kind: EntropyKind;
  readonly body: CreateWalletBody;
  readonly findHolder: (db: Db) => Promise<ExistingEntropy | null>;
  /** Throws in the transaction that adds the entropy if the user has reached their limit. */
  readonly assertBelowLimit?: (tx: Db) => Promise<void>;
}

/** An entropy that the user already has. A request to register a new one is answered with it, or refused. */
export interface ExistingEntropy {
  readonly entropyUid: string;
  /** @throws ServiceError if the request must be refused instead of answered with this entropy */
  assertParallel(): void;
}

/**
 * Registers an entropy with its first wallet, its device pair and its recovery pair (docs/custody.md, order of work):
 * the recovery set first, then everything else in one transaction, so a crash leaves no wallet without its set.
 *
 * @returns the new entropy with its wallet, or an existing entropy and its wallets with `created: false`
 * @throws ServiceError what `findHolder`'s result and `assertBelowLimit` throw, `idempotency_mismatch`,
 *   `invalid_data` (an address that did not sign the claim, an id that is taken), `linked_to_another_user` (a user has
 *   the address)
 */
export async function registerEntropy(
  deps: CustodyDeps,
  caller: CustodyCaller,
  entropy: NewEntropy,
): Promise<CreateWalletReply> {
  const { body, findHolder } = entropy;
  const { world, recoveryStore } = deps;
  const { database } = world;
  const { appId, userId } = caller.session;
  const entropyUid = body.entropy_uid;
  for (const { address, chain_type: chainType, signature } of body.wallets) {
    checkWalletClaim({ appId, userId, entropyUid, chainType, address }, signature);
  }
  const holder = await findHolder(database.db);
  // Read after the holder. Otherwise, if a copy of this request commits a wallet in between, that wallet would look
  // like another request's.
  const earlier = await findReply(database.db, caller, body.request_id);
  if (earlier) return earlier as CreateWalletReply;
  if (holder) return replyOf(database.db, caller, holder);

  // The transaction may await nothing but the database, so the parts are sealed before it.
  const parts = await sealParts(deps, caller, body);
  const { recovery_id: recoveryId, recovery_version: recoveryVersion } = body.recovery;
  await recoveryStore.put(
    { appId, userId, entropyUid, recoveryId, recoveryVersion },
    toMaterial(body.recovery),
  );
  const reply = await doOnce(world, caller, body.request_id, async (tx) => {
    const now = await findHolder(tx);
    return now ? replyOf(tx, caller, now) : register(tx, deps, caller, { entropy, parts });
  });
  if (reply.created) {
    // If this fails, the sweep confirms the set.
    await recoveryStore.confirm(appId, recoveryId).catch((error: unknown) => {
      world.log.warn({ app: appId, error: describeError(error) }, 'A recovery set was not confirmed');
    });
  }
  return reply;
}

interface SealedParts {
  device: Uint8Array;
  recovery: Uint8Array;
}

async function sealParts(
  { sealing }: CustodyDeps,
  caller: CustodyCaller,
  body: CreateWalletBody,
): Promise<SealedParts> {
  const owner = { appId: caller.app.id, userId: caller.session.userId, entropyUid: body.entropy_uid };
  const { device, recovery } = body;
  return {
    device: await sealAuthPart(
      sealing,
      { ...owner, kind: 'device', partId: device.device_id },
      device.auth_part,
    ),
    recovery: await sealAuthPart(
      sealing,
      { ...owner, kind: 'recovery', partId: recovery.recovery_id },
      recovery.auth_part,
    ),
  };
}

async function register(
  tx: Db,
  deps: CustodyDeps,
  caller: CustodyCaller,
  { entropy, parts }: { entropy: NewEntropy; parts: SealedParts },
): Promise<CreateWalletReply> {
  const { kind, body, findHolder, assertBelowLimit } = entropy;
  const { session, thumbprint } = caller;
  const createdAtMs = deps.world.clock.now();
  const { device, recovery, entropy_uid: entropyUid } = body;
  const owner = { appId: session.appId, userId: session.userId, entropyUid, createdAtMs };
  await assertBelowLimit?.(tx);
  if (!(await addEntropy(tx, { ...owner, kind }))) {
    const winner = await findHolder(tx);
    return winner ? replyOf(tx, caller, winner) : refuseTakenId('entropy');
  }
  const hasDevice = await addDevice(tx, {
    ...owner,
    deviceId: device.device_id,
    thumbprint,
    authPart: parts.device,
    usedAtMs: createdAtMs,
    ...caller.agent,
  });
  if (!hasDevice) refuseTakenId('device');
  const hasRecovery = await addRecovery(tx, {
    ...owner,
    recoveryId: recovery.recovery_id,
    recoveryVersion: recovery.recovery_version,
    method: recovery.method,
    authPart: parts.recovery,
  });
  if (!hasRecovery) refuseTakenId('recovery');
  const owning = { entropyUid, kind, recoveryMethod: recovery.method };
  for (const wallet of body.wallets) await registerWallet(tx, deps, caller, wallet, owning);
  return { created: true, entropy_uid: entropyUid, wallets: await listWallets(tx, owner) };
}

async function replyOf(db: Db, caller: CustodyCaller, holder: ExistingEntropy): Promise<CreateWalletReply> {
  holder.assertParallel();
  const { entropyUid } = holder;
  const { appId, userId } = caller.session;
  const wallets = await listWallets(db, { appId, userId, entropyUid });
  return { created: false, entropy_uid: entropyUid, wallets };
}

function refuseTakenId(what: string): never {
  return fail('invalid_data', { message: `This ${what} id is taken. Make a new one.` });
}
