import { and, asc, count, desc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import type { RequesterKey } from '../requesters.ts';
import { type ConnectionRow, connections } from './table.ts';

export type ConnectionKey = Pick<ConnectionRow, 'appId' | 'connectionId'>;

const isNamed = ({ appId, connectionId }: ConnectionKey) =>
  and(eq(connections.appId, appId), eq(connections.connectionId, connectionId));
const isOf = ({ appId, userId }: UserKey) =>
  and(eq(connections.appId, appId), eq(connections.userId, userId));
const isBy = (requester: string) =>
  or(eq(connections.requesterAppId, requester), eq(connections.requesterOrigin, requester));

export async function addConnection(tx: Db, row: ConnectionRow): Promise<void> {
  await tx.insert(connections).values(row);
}

export async function renewConnection(tx: Db, row: ConnectionRow): Promise<void> {
  const { agreedAtMs, expiresAtMs, readOnly } = row;
  await tx.update(connections).set({ agreedAtMs, expiresAtMs, readOnly }).where(isNamed(row));
}

export async function findConnection(db: Db, key: ConnectionKey): Promise<ConnectionRow | null> {
  const [row] = await db.select().from(connections).where(isNamed(key));
  return row ?? null;
}

export async function findConnectionOf(
  db: Db,
  user: UserKey,
  { id }: RequesterKey,
): Promise<ConnectionRow | null> {
  const [row] = await db
    .select()
    .from(connections)
    .where(and(isOf(user), isBy(id)));
  return row ?? null;
}

/** Lists a requester's connections by the subject under which it knows the user. */
export function listConnectionsOfSubject(
  tx: Db,
  { appId, subject }: Pick<ConnectionRow, 'appId' | 'subject'>,
  requesterAppId: string,
): Promise<ConnectionRow[]> {
  const isIts = eq(connections.requesterAppId, requesterAppId);
  return tx
    .select()
    .from(connections)
    .where(and(eq(connections.appId, appId), eq(connections.subject, subject), isIts));
}

/** Deletes a connection. Returns the deleted row, or null if no connection matches `key` and `userId`. */
export async function deleteConnection(
  tx: Db,
  key: ConnectionKey,
  userId?: string,
): Promise<ConnectionRow | null> {
  const isTheirs = userId === undefined ? undefined : eq(connections.userId, userId);
  const [row] = await tx
    .delete(connections)
    .where(and(isNamed(key), isTheirs))
    .returning();
  return row ?? null;
}

export async function noteConnectionUse(db: Db, key: ConnectionKey, nowMs: number): Promise<void> {
  await db.update(connections).set({ usedAtMs: nowMs }).where(isNamed(key));
}

export function countConnections(db: Db, user: UserKey): PromiseLike<{ count: number }[]> {
  return db.select({ count: count() }).from(connections).where(isOf(user));
}

export async function findLeastUsed(tx: Db, user: UserKey): Promise<ConnectionRow | null> {
  const lastMs = sql`coalesce(${connections.usedAtMs}, ${connections.agreedAtMs})`;
  const [row] = await tx
    .select()
    .from(connections)
    .where(isOf(user))
    .orderBy(lastMs, asc(connections.connectionId))
    .limit(1);
  return row ?? null;
}

/** Lists a user's live connections, the newest first. */
export function listConnections(
  db: Db,
  user: UserKey,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(and(isOf(user), gt(connections.expiresAtMs, nowMs)))
    .orderBy(desc(connections.createdAtMs), desc(connections.connectionId))
    .limit(limit);
}

/** Lists the live connections of an app, ordered by id. */
export function listConnectionsOfApp(
  db: Db,
  appId: string,
  page: {
    readonly after: string;
    readonly limit: number;
    readonly nowMs: number;
    readonly requester?: string | undefined;
    readonly userId?: string | undefined;
  },
): Promise<ConnectionRow[]> {
  const { after, limit, nowMs, requester, userId } = page;
  return db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.appId, appId),
        gt(connections.connectionId, after),
        gt(connections.expiresAtMs, nowMs),
        userId === undefined ? undefined : eq(connections.userId, userId),
        requester === undefined ? undefined : isBy(requester),
      ),
    )
    .orderBy(asc(connections.connectionId))
    .limit(limit);
}

export async function deleteLateConnections(db: Db, nowMs: number): Promise<void> {
  await db.delete(connections).where(lte(connections.expiresAtMs, nowMs));
}
