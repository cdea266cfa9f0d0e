import { limits } from '@latchkey/wire';
import { and, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { type Database, type Db, prepare } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import type { CodeClaim } from './index.ts';
import type { Requester, SentCode } from './sendRules.ts';
import { codeNetworks, codes, tickets, usedIds } from './table.ts';

/** Recipient within an app. `recipient` is a keyed hash. */
export interface RecipientKey {
  appId: string;
  recipient: string;
}

interface NewCode {
  codeId: string;
  codeHash: Uint8Array;
  requestHash: Uint8Array | null;
  nowMs: number;
}

const dayMs = 24 * 60 * 60_000;
/**
 * Time that a network stays known for a recipient. A right code from it renews the time at most once a day, to save
 * writes.
 */
const knownNetworkLifeMs = 90 * dayMs;

/** Tries of a code that all networks but the requesting one share. The other tries are for the requesting network. */
const foreignTries = limits.codeTriesTotal - limits.codeTriesPerNetwork;

/**
 * Arguments of the database's functions that use up a code: the tries of each network, those that all networks but the
 * requesting one share, and the time after which a known network is recorded again, in ms.
 */
export const consumeLimits = sql`${limits.codeTriesPerNetwork}, ${foreignTries}, ${dayMs}`;

function prepareConsume(database: Database) {
  return prepare<{ is_match: boolean }, CodeClaim>(
    database,
    'codes_consume',
    (
      given,
    ) => sql`select consume_code(${given.appId}, ${given.recipient}, ${given.network}, ${given.codeHash},
      ${given.nowMs}, ${consumeLimits}) as is_match`,
  );
}

interface FirstCodeRow extends RecipientKey, NewCode {
  network: string;
  sinceMs: number;
  expiresAtMs: number;
}

interface SentCodes {
  sent: SentCode[];
  newest: number;
  isKnown: boolean;
}

function prepareAddFirst(database: Database) {
  return prepare<
    { is_added: boolean; sent: SentCode[] | null; newest: number; is_known: boolean },
    FirstCodeRow
  >(
    database,
    'codes_add_first',
    (
      given,
    ) => sql`select is_added, sent, newest, is_known from add_first_code(${given.appId}, ${given.recipient},
      ${given.codeId}, ${given.codeHash}, ${given.network}, ${given.nowMs}, ${given.sinceMs}, ${given.expiresAtMs},
      ${given.requestHash})`,
    { batchBy: ['appId', 'recipient'] },
  );
}

interface CodeRow extends RecipientKey, NewCode {
  number: number;
  network: string;
  isKnown: boolean;
  expiresAtMs: number;
  voidedIds: readonly string[];
}

function prepareAdd(database: Database) {
  return prepare<{ is_added: boolean }, CodeRow>(
    database,
    'codes_add',
    (
      given,
    ) => sql`select add_code(${given.appId}, ${given.recipient}, ${given.codeId}, ${given.codeHash}, ${given.number},
      ${given.network}, ${given.isKnown}, ${given.nowMs}, ${given.expiresAtMs}, ${given.requestHash},
      ${given.voidedIds}) as is_added`,
  );
}

export function createCodeStore(database: Database) {
  const addFirst = prepareAddFirst(database);
  const add = prepareAdd(database);
  const consume = prepareConsume(database);

  return {
    /**
     * Adds a code if none was sent to the recipient within `limits.codeSendWindowMs`, when no rule can refuse it.
     *
     * @returns null if it added the code; otherwise the codes sent within that time, the number of the newest code,
     *   and if a right code of the recipient came from the network before
     */
    async addFirst(key: RecipientKey, code: NewCode & { network: string }): Promise<SentCodes | null> {
      const { appId, recipient } = key;
      const expiresAtMs = code.nowMs + limits.codeLifeMs;
      const sinceMs = code.nowMs - limits.codeSendWindowMs;
      const [row] = await addFirst({ appId, recipient, ...code, sinceMs, expiresAtMs });
      if (row?.is_added) return null;
      return { sent: row?.sent ?? [], newest: row?.newest ?? 0, isKnown: row?.is_known === true };
    },

    /**
     * Adds a code and voids others. Returns false and changes nothing if a simultaneous request took the number.
     */
    async add(
      { appId, recipient }: RecipientKey,
      { requester, ...code }: NewCode & { number: number; requester: Requester },
      voidedIds: readonly string[],
    ): Promise<boolean> {
      const expiresAtMs = code.nowMs + limits.codeLifeMs;
      const [row] = await add({ appId, recipient, ...code, ...requester, expiresAtMs, voidedIds });
      return row?.is_added === true;
    },

    /**
     * Returns the time that the newest code for a request was sent; null if there is none that is neither used nor
     * voided.
     */
    async findSent({ appId, recipient }: RecipientKey, requestHash: Uint8Array): Promise<number | null> {
      const isIt = and(eq(codes.appId, appId), eq(codes.recipient, recipient));
      const [row] = await database.db
        .select({ createdAtMs: codes.createdAtMs })
        .from(codes)
        .where(and(isIt, eq(codes.requestHash, requestHash), isNotNull(codes.codeHash)))
        .orderBy(desc(codes.number))
        .limit(1);
      return row?.createdAtMs ?? null;
    },

    async remove({ appId, recipient }: RecipientKey, codeId: string): Promise<void> {
      await database.db
        .delete(codes)
        .where(and(eq(codes.appId, appId), eq(codes.recipient, recipient), eq(codes.codeId, codeId)));
    },

    async consume(claim: CodeClaim): Promise<boolean> {
      return (await consume(claim))[0]?.is_match === true;
    },

    async forget(tx: Db, { appId, recipient }: RecipientKey): Promise<void> {
      for (const table of [codes, codeNetworks]) {
        await tx.delete(table).where(and(eq(table.appId, appId), eq(table.recipient, recipient)));
      }
    },

    async sweep(nowMs: number): Promise<void> {
      // A used code still counts as a send, so its row outlives the window.
      await database.acrossApps.delete(codes).where(lte(codes.expiresAtMs, nowMs - limits.codeSendWindowMs));
      await database.acrossApps
        .delete(codeNetworks)
        .where(lte(codeNetworks.seenAtMs, nowMs - knownNetworkLifeMs));
    },
  };
}

export function createUsedIdStore(database: Database) {
  // An expired row that was not swept yet counts as absent.
  const use = database.statement<{ id: string }>(
    'used_ids_use',
    `insert into used_ids (app_id, kind, id, expires_at_ms) values ($1, $2, $3, $4)
     on conflict (app_id, kind, id) do update set expires_at_ms = excluded.expires_at_ms
       where used_ids.expires_at_ms <= $5
     returning id`,
  );
  return {
    async use(appId: string, kind: string, id: string, expiresAtMs: number, nowMs: number): Promise<boolean> {
      const rows = await use([appId, kind, id, expiresAtMs, nowMs]);
      return rows.length > 0;
    },
    async isUsed(appId: string, kind: string, id: string, nowMs: number): Promise<boolean> {
      const isIt = and(eq(usedIds.appId, appId), eq(usedIds.kind, kind), eq(usedIds.id, id));
      const rows = await database.db
        .select()
        .from(usedIds)
        .where(and(isIt, gt(usedIds.expiresAtMs, nowMs)));
      return rows.length > 0;
    },
    async giveBack(appId: string, kind: string, id: string): Promise<void> {
      const isIt = and(eq(usedIds.appId, appId), eq(usedIds.kind, kind), eq(usedIds.id, id));
      await database.db.delete(usedIds).where(isIt);
    },
    async sweep(nowMs: number): Promise<void> {
      await database.acrossApps.delete(usedIds).where(lte(usedIds.expiresAtMs, nowMs));
    },
  };
}

interface TicketRow {
  appId: string;
  kind: string;
  id: string;
  userId: string | null;
  value: Uint8Array;
  expiresAtMs: number;
}

export function createTicketStore(database: Database) {
  const { acrossApps, db } = database;
  const columns = { userId: tickets.userId, value: tickets.value, expiresAtMs: tickets.expiresAtMs };
  const isRow = ({ appId, kind, id }: { appId: string; kind: string; id: string }) =>
    and(eq(tickets.appId, appId), eq(tickets.kind, kind), eq(tickets.id, id));
  const add = prepare<never, TicketRow>(
    database,
    'tickets_add',
    (given) => sql`insert into tickets (app_id, kind, id, user_id, value, expires_at_ms)
      values (${given.appId}, ${given.kind}, ${given.id}, ${given.userId}, ${given.value}, ${given.expiresAtMs})`,
    { batchBy: ['appId', 'kind', 'id'] },
  );
  const take = prepare<
    { user_id: string | null; value: Uint8Array; expires_at_ms: number | string },
    Pick<TicketRow, 'appId' | 'kind' | 'id'>
  >(
    database,
    'tickets_take',
    (given) => sql`delete from tickets
      where app_id = ${given.appId} and kind = ${given.kind} and id = ${given.id}
      returning user_id, value, expires_at_ms`,
    { batchBy: ['appId', 'kind', 'id'] },
  );
  return {
    async add(row: TicketRow): Promise<void> {
      await add({ ...row, value: Buffer.from(row.value) });
    },
    /** Removes a ticket. Returns null if it does not exist or another request took it. */
    async take(key: Parameters<typeof isRow>[0]) {
      const [row] = await take(key);
      if (!row) return null;
      const value = new Uint8Array(row.value);
      return { userId: row.user_id, value, expiresAtMs: Number(row.expires_at_ms) };
    },
    async find(key: Parameters<typeof isRow>[0]) {
      const [row] = await db.select(columns).from(tickets).where(isRow(key));
      return row ?? null;
    },
    async replace(key: Parameters<typeof isRow>[0], value: Uint8Array): Promise<void> {
      await db.update(tickets).set({ value }).where(isRow(key));
    },
    async forget(tx: Db, { appId, userId }: UserKey): Promise<void> {
      await tx.delete(tickets).where(and(eq(tickets.appId, appId), eq(tickets.userId, userId)));
    },
    async sweep(nowMs: number): Promise<void> {
      await acrossApps.delete(tickets).where(lte(tickets.expiresAtMs, nowMs));
    },
  };
}
