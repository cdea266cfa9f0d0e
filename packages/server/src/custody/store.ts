import {
  type ChainType,
  type ConnectWalletBody,
  type EntropyKind,
  fail,
  type RecoveryMethod,
} from '@latchkey/wire';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import {
  custodyRequests,
  devices,
  embeddedWallets,
  entropies,
  recoveries,
  recoveryPasskeys,
  replacedRecoveries,
} from './table.ts';

export interface EntropyRecord {
  entropyUid: string;
  kind: EntropyKind;
  recoveryId: string;
  recoveryVersion: number;
  recoveryMethod: RecoveryMethod;
  recoveryAuthPart: Uint8Array;
}

export interface WalletRecord {
  address: string;
  chain_type: ChainType;
  wallet_index: number;
}

const entropyColumns = {
  entropyUid: entropies.entropyUid,
  kind: entropies.kind,
  recoveryId: recoveries.recoveryId,
  recoveryVersion: recoveries.recoveryVersion,
  recoveryMethod: recoveries.method,
  recoveryAuthPart: recoveries.authPart,
};

// Compares the app with a parameter, so one node answers if a database distributes the tables by app.
const isRecoveryOf = (appId: string) =>
  and(eq(recoveries.appId, appId), eq(recoveries.entropyUid, entropies.entropyUid));

const isOfUser = ({ appId, userId }: UserKey) =>
  and(eq(entropies.appId, appId), eq(entropies.userId, userId));

export async function findCreatedEntropy(db: Db, user: UserKey): Promise<EntropyRecord | null> {
  const rows = await db
    .select(entropyColumns)
    .from(entropies)
    .innerJoin(recoveries, isRecoveryOf(user.appId))
    .where(and(isOfUser(user), eq(entropies.kind, 'created')));
  return rows[0] ?? null;
}

/** Finds the uid of a user's first entropy, created or imported. Returns null if they have none. */
export async function findFirstEntropy(db: Db, user: UserKey): Promise<string | null> {
  const rows = await db
    .select({ entropyUid: entropies.entropyUid })
    .from(entropies)
    .where(isOfUser(user))
    .orderBy(asc(entropies.createdAtMs), asc(entropies.entropyUid))
    .limit(1);
  return rows[0]?.entropyUid ?? null;
}

/**
 * Returns the creation time (Unix ms) of a user's first entropy.
 *
 * @throws ServiceError `embedded_wallet_not_found` if they have none
 */
export async function getFirstEntropyTime(db: Db, user: UserKey): Promise<number> {
  const rows = await db
    .select({ createdAtMs: entropies.createdAtMs })
    .from(entropies)
    .where(isOfUser(user))
    .orderBy(asc(entropies.createdAtMs))
    .limit(1);
  return rows[0]?.createdAtMs ?? fail('embedded_wallet_not_found');
}

/**
 * Returns the user's entropy whose wallet at index 0 the reference names. Locks it until the transaction ends, so
 * releases of one entropy are counted one at a time.
 *
 * @throws ServiceError `embedded_wallet_not_found`
 */
export async function getEntropyByRef(
  tx: Db,
  owner: UserKey,
  ref: Pick<ConnectWalletBody, 'entropy_id' | 'entropy_id_verifier'>,
): Promise<EntropyRecord> {
  const isSolana = ref.entropy_id_verifier === 'solana-address-verifier';
  const { address, appId, chainType, entropyUid, userId, walletIndex } = embeddedWallets;
  const rows = await tx
    .select(entropyColumns)
    .from(entropies)
    .innerJoin(recoveries, isRecoveryOf(owner.appId))
    .innerJoin(
      embeddedWallets,
      and(eq(appId, owner.appId), eq(userId, owner.userId), eq(entropyUid, entropies.entropyUid)),
    )
    .where(
      and(
        isOfUser(owner),
        eq(chainType, isSolana ? 'solana' : 'ethereum'),
        eq(walletIndex, 0),
        // The case of an Ethereum address is only its checksum. Solana addresses are case-sensitive.
        isSolana ? eq(address, ref.entropy_id) : eq(sql`lower(${address})`, ref.entropy_id.toLowerCase()),
      ),
    )
    .for('update', { of: entropies });
  return rows[0] ?? fail('embedded_wallet_not_found');
}

/**
 * Returns the user's entropy with a given uid, and locks it like `getEntropyByRef`.
 *
 * @throws ServiceError `embedded_wallet_not_found`
 */
export async function getEntropy(tx: Db, owner: UserKey & { entropyUid: string }): Promise<EntropyRecord> {
  const rows = await tx
    .select(entropyColumns)
    .from(entropies)
    .innerJoin(recoveries, isRecoveryOf(owner.appId))
    .where(and(isOfUser(owner), eq(entropies.entropyUid, owner.entropyUid)))
    .for('update', { of: entropies });
  return rows[0] ?? fail('embedded_wallet_not_found');
}

/** Stores the first recovery of a new entropy, without its set. Returns false if the id is taken. */
export async function addRecovery(tx: Db, row: typeof recoveries.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(recoveries)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: recoveries.recoveryId });
  return added.length > 0;
}

/** Adds a device. Returns false if its id is taken. */
export async function addDevice(tx: Db, row: typeof devices.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(devices)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: devices.deviceId });
  return added.length > 0;
}

export async function listWallets(db: Db, owner: UserKey & { entropyUid: string }): Promise<WalletRecord[]> {
  return db
    .select({
      address: embeddedWallets.address,
      chain_type: embeddedWallets.chainType,
      wallet_index: embeddedWallets.walletIndex,
    })
    .from(embeddedWallets)
    .where(
      and(
        eq(embeddedWallets.appId, owner.appId),
        eq(embeddedWallets.userId, owner.userId),
        eq(embeddedWallets.entropyUid, owner.entropyUid),
      ),
    )
    .orderBy(asc(embeddedWallets.chainType), asc(embeddedWallets.walletIndex));
}

/** Finds a device's sealed auth part and last use. Returns null unless user, entropy and proof key all match. */
export async function findDevice(
  db: Db,
  device: UserKey & { entropyUid: string; deviceId: string; thumbprint: string },
): Promise<{ authPart: Uint8Array; usedAtMs: number } | null> {
  const rows = await db
    .select({ authPart: devices.authPart, usedAtMs: devices.usedAtMs })
    .from(devices)
    .where(
      and(
        eq(devices.appId, device.appId),
        eq(devices.deviceId, device.deviceId),
        eq(devices.userId, device.userId),
        eq(devices.entropyUid, device.entropyUid),
        eq(devices.thumbprint, device.thumbprint),
      ),
    );
  return rows[0] ?? null;
}

const isDevice = (key: { appId: string; deviceId: string }) =>
  and(eq(devices.appId, key.appId), eq(devices.deviceId, key.deviceId));

export async function touchDevice(
  tx: Db,
  key: { appId: string; deviceId: string },
  nowMs: number,
): Promise<void> {
  await tx.update(devices).set({ usedAtMs: nowMs }).where(isDevice(key));
}

/** Lists devices of wallets with automatic recovery whose last use was before a time (Unix ms). */
export async function listUnusedDevices(db: Db, usedBeforeMs: number, limit: number) {
  return db
    .select({ appId: devices.appId, deviceId: devices.deviceId })
    .from(devices)
    .innerJoin(
      recoveries,
      and(eq(recoveries.appId, devices.appId), eq(recoveries.entropyUid, devices.entropyUid)),
    )
    .where(and(lt(devices.usedAtMs, usedBeforeMs), eq(recoveries.method, 'privy')))
    .limit(limit);
}

/** Deletes a device unless it was used in the meantime. Returns its owner, or null if nothing was deleted. */
export async function deleteUnusedDevice(
  tx: Db,
  key: { appId: string; deviceId: string },
  usedBeforeMs: number,
): Promise<string | null> {
  const rows = await tx
    .delete(devices)
    .where(and(isDevice(key), lt(devices.usedAtMs, usedBeforeMs)))
    .returning({ userId: devices.userId });
  return rows[0]?.userId ?? null;
}

/** True if the main store refers to a recovery set, as an entropy's current set or as a recovery passkey. */
export async function isRecoveryInForce(db: Db, appId: string, recoveryId: string): Promise<boolean> {
  const inForce = await db
    .select({ id: recoveries.recoveryId })
    .from(recoveries)
    .where(and(eq(recoveries.appId, appId), eq(recoveries.recoveryId, recoveryId)));
  if (inForce.length > 0) return true;
  const passkeys = await db
    .select({ id: recoveryPasskeys.recoveryId })
    .from(recoveryPasskeys)
    .where(and(eq(recoveryPasskeys.appId, appId), eq(recoveryPasskeys.recoveryId, recoveryId)));
  return passkeys.length > 0;
}

/**
 * Claims a request id for a body. Returns false if it was claimed before. Waits for a concurrent claim to commit or
 * roll back.
 */
export async function claimRequest(
  tx: Db,
  row: Omit<typeof custodyRequests.$inferInsert, 'reply'>,
): Promise<boolean> {
  const added = await tx
    .insert(custodyRequests)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: custodyRequests.requestId });
  return added.length > 0;
}

const isRequest = ({ appId, userId }: UserKey, requestId: string) =>
  and(
    eq(custodyRequests.appId, appId),
    eq(custodyRequests.userId, userId),
    eq(custodyRequests.requestId, requestId),
  );

export async function findRequest(db: Db, user: UserKey, requestId: string) {
  const rows = await db
    .select({ bodyHash: custodyRequests.bodyHash, reply: custodyRequests.reply })
    .from(custodyRequests)
    .where(isRequest(user, requestId));
  return rows[0] ?? null;
}

export async function setReply(tx: Db, user: UserKey, requestId: string, reply: unknown) {
  await tx.update(custodyRequests).set({ reply }).where(isRequest(user, requestId));
}

export async function deleteRequests(db: Db, createdBeforeMs: number): Promise<void> {
  await db.delete(custodyRequests).where(lt(custodyRequests.createdAtMs, createdBeforeMs));
}

/** Lists when and by which browser each of a user's devices was enrolled. */
export async function listDeviceEnrollments(db: Db, { appId, userId }: UserKey) {
  return db
    .select({ createdAtMs: devices.createdAtMs, browser: devices.browser, os: devices.os })
    .from(devices)
    .where(and(eq(devices.appId, appId), eq(devices.userId, userId)))
    .orderBy(asc(devices.createdAtMs), asc(devices.deviceId));
}

export async function listRecoveries(db: Db, { appId, userId }: UserKey) {
  return db
    .select({ method: recoveries.method, createdAtMs: recoveries.createdAtMs })
    .from(recoveries)
    .where(and(eq(recoveries.appId, appId), eq(recoveries.userId, userId)))
    .orderBy(asc(recoveries.createdAtMs), asc(recoveries.recoveryId));
}

/** Deletes a user's custody rows in the main store, entropies last (foreign keys). */
export async function deletePartsOfUser(tx: Db, { appId, userId }: UserKey): Promise<void> {
  const notes = [replacedRecoveries, custodyRequests];
  for (const table of [devices, recoveries, recoveryPasskeys, embeddedWallets, ...notes, entropies]) {
    await tx.delete(table).where(and(eq(table.appId, appId), eq(table.userId, userId)));
  }
}
