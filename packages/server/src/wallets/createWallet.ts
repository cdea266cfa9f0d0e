import {
  type CreateWalletBody,
  type CreateWalletReply,
  fail,
  limits,
  type RecoveryMethod,
} from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import { describeError } from '../http/index.ts';
import { sealAuthPart } from './authParts.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import { doOnce, findReply } from './doOnce.ts';
import { toMaterial } from './recovering/material.ts';
import type { CustodyRooms } from './rooms.ts';
import {
  addDevice,
  addEntropy,
  addRecovery,
  addWallet,
  type EntropyRecord,
  findCreatedEntropy,
  listWallets,
} from './store.ts';
import { checkWalletClaim } from './walletClaim.ts';

/**
 * Registers a created wallet (docs/custody.md, order of work): the recovery set first, then all else in one
 * transaction, so that a crash at any point leaves no wallet or one that opens.
 *
 * @returns the wallet; of a parallel request that was first, with `created: false`, where both recover automatically
 * @throws ServiceError `embedded_wallet_already_exists`, `idempotency_mismatch`, `invalid_data` (an address that is
 *   not the caller's, an id that is taken), `linked_to_another_user` (the key is that of another user's wallet)
 */
export async function createWallet(
  rooms: CustodyRooms,
  caller: CustodyCaller,
  body: CreateWalletBody,
): Promise<CreateWalletReply> {
  const { world, recoveryStore } = rooms;
  const { database } = world;
  const appId = caller.app.id;
  const { userId } = caller.session;
  const [wallet] = body.wallets;
  if (!wallet) return fail('invalid_data');
  checkWalletClaim(
    { appId, userId, entropyUid: body.entropy_uid, address: wallet.address },
    wallet.signature,
  );

  const existing = await findCreatedEntropy(database.db, appId, userId);
  // Asked second: were it first, a wallet committed in between by this very request, sent twice, would pass for another's.
  const earlier = await findReply(database.db, caller, body.request_id);
  if (earlier) return earlier as CreateWalletReply;
  if (existing) return replyOfWinner(rooms, database.db, caller, body, existing);

  // Nothing but the database may be awaited inside the transaction, so the parts are sealed before it.
  const parts = await sealParts(rooms, caller, body);
  const { recovery_id: recoveryId, recovery_version: recoveryVersion } = body.recovery;
  await recoveryStore.put(
    { appId, userId, entropyUid: body.entropy_uid, recoveryId, recoveryVersion },
    toMaterial(body.recovery),
  );
  const reply = await doOnce(world, caller, body.request_id, (tx) =>
    register(rooms, caller, body, parts, tx),
  );
  if (reply.created) {
    // Only spares the sweeper a question; it asks the main store itself where this is lost.
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
  { sealing }: CustodyRooms,
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

/** The transaction: everything that makes the wallet exist, or nothing. */
async function register(
  rooms: CustodyRooms,
  caller: CustodyCaller,
  body: CreateWalletBody,
  parts: SealedParts,
  tx: Db,
): Promise<CreateWalletReply> {
  const { session, thumbprint } = caller;
  const createdAtMs = rooms.world.clock.now();
  const entropyUid = body.entropy_uid;
  const owner = { appId: caller.app.id, userId: session.userId, entropyUid, createdAtMs };
  if (!(await addEntropy(tx, owner))) {
    const winner = await findCreatedEntropy(tx, owner.appId, owner.userId);
    return winner ? replyOfWinner(rooms, tx, caller, body, winner) : refuseTakenId('entropy');
  }
  const { device, recovery } = body;
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
  for (const wallet of body.wallets) {
    const { address } = wallet;
    await addWallet(tx, {
      ...owner,
      address,
      chainType: wallet.chain_type,
      walletIndex: wallet.wallet_index,
    });
    await rooms.users.addAccount(
      tx,
      owner.appId,
      owner.userId,
      accountOf(wallet, recovery.method),
      createdAtMs,
    );
  }
  await rooms.events.record(tx, session, { kind: 'wallet.created', subject: entropyUid });
  return { created: true, entropy_uid: entropyUid, wallets: await listWallets(tx, owner) };
}

/**
 * A user who has a wallet already. Two tabs that create at the same time both mean the one wallet: the second is
 * given the first's. A second create within the client's own deadline counts as the same time, because no later one
 * can have begun before the wallet was there. Any other is refused (EMBW-04).
 */
async function replyOfWinner(
  { world }: CustodyRooms,
  db: Db,
  caller: CustodyCaller,
  body: CreateWalletBody,
  winner: EntropyRecord,
): Promise<CreateWalletReply> {
  const isParallel = world.clock.now() - winner.createdAtMs <= limits.createReplyMs;
  // A password that somebody chose for this create would be void unnoticed, and one of the winner's is asked for nowhere.
  const isAutomatic = winner.recoveryMethod === 'privy' && body.recovery.method === 'privy';
  if (!isParallel || !isAutomatic) fail('embedded_wallet_already_exists');
  const { entropyUid } = winner;
  const wallets = await listWallets(db, { appId: caller.app.id, userId: caller.session.userId, entropyUid });
  return { created: false, entropy_uid: entropyUid, wallets };
}

/** An id of 128 random bits that is there already was copied from somewhere: by a bug, or to reach another's rows. */
function refuseTakenId(what: string): never {
  return fail('invalid_data', { message: `This ${what} id is taken. Make a new one.` });
}

/** The wallet as a linked account (docs/wire/protocol.md §3.2). */
function accountOf(wallet: CreateWalletBody['wallets'][number], recoveryMethod: RecoveryMethod) {
  return {
    type: 'wallet' as const,
    subject: wallet.address.toLowerCase(),
    details: {
      address: wallet.address,
      chain_type: wallet.chain_type,
      chain_id: 'eip155:1',
      wallet_client: 'privy',
      wallet_client_type: 'privy',
      connector_type: 'embedded',
      recovery_method: recoveryMethod,
      wallet_index: wallet.wallet_index,
      imported: false,
      delegated: false,
    },
  };
}
