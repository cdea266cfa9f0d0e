import { limits } from '@latchkey/wire';
import { and, desc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, type Db, type Given, prepare } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import type { CodeClaim } from './index.ts';
import type { Requester, SentCode } from './sendRules.ts';
import { codeNetworks, codes, tickets, usedIds } from './table.ts';

/** A recipient inside an app; `recipient` is a keyed hash. */
export interface RecipientKey {
  appId: string;
  recipient: string;
}

/** A code that is to be added. */
interface NewCode {
  codeId: string;
  codeHash: Uint8Array;
  /** Null where the request has no id. */
  requestHash: Uint8Array | null;
  nowMs: number;
}

const dayMs = 24 * 60 * 60_000;
/** How long a network stays known to a recipient, to a day: who logs in every hour writes it once a day. */
const knownNetworkLifeMs = 90 * dayMs;

/** Tries of a code that all networks but the asking one share: the rest is the asking network's own. */
const foreignTries = limits.codeTriesTotal - limits.codeTriesPerNetwork;

/**
 * SQL that counts a try and uses up the code that it is, for a statement of another room: CTEs, of which `tried` has a
 * row with `is_match` when there was such a code. What the statement does with the proof, it does or does not do
 * together with the try, and no one learns how the comparison ended before both are committed.
 *
 * @example sql`with ${consumeCodeSql(claim)}, started as (insert … where exists (select from tried where is_match)) …`
 */
export function consumeCodeSql({ appId, recipient, network, codeHash, nowMs }: Given<CodeClaim>): SQL {
  const ownTries = sql`coalesce((tries ->> ${network}::text)::integer, 0)`;
  // One statement counts the try, compares and burns, so that parallel guesses cannot share one try: the rows are locked
  // in turn, and anyone who waited looks again. What is compared is a keyed hash, so that the time tells nothing of the code.
  return sql`tried as (
      update codes
      set tries = tries || jsonb_build_object(${network}::text, ${ownTries} + 1),
          foreign_tries = foreign_tries + case when network = ${network}::text then 0 else 1 end,
          code_hash = nullif(code_hash, ${codeHash}::bytea)
      where app_id = ${appId} and recipient = ${recipient} and code_hash is not null and expires_at_ms > ${nowMs}
        and ${ownTries} < ${limits.codeTriesPerNetwork}
        and (network = ${network}::text or foreign_tries < ${foreignTries})
      returning app_id, recipient, code_hash is null as is_match
    ), known as (
      insert into code_networks (app_id, recipient, network, seen_at_ms)
      select distinct app_id, recipient, ${network}::text, ${nowMs}::bigint from tried where is_match
      on conflict (app_id, recipient, network) do update set seen_at_ms = excluded.seen_at_ms
        where code_networks.seen_at_ms <= excluded.seen_at_ms - ${dayMs}
    )`;
}

/** Prepared, like what adds a code: many requests run them. */
function prepareConsume(database: Database) {
  return prepare<{ is_match: boolean }, CodeClaim>(
    database,
    'codes_consume',
    (given) => sql`with ${consumeCodeSql(given)} select is_match from tried where is_match`,
  );
}

function prepareAdd(database: Database) {
  // Most people ask for one code: where nothing went out within the window, no rule has anything to say (sendRules.ts),
  // and the code is added at once.
  const addFirst = database.statement<{
    sent: SentCode[];
    newest: number;
    is_known: boolean;
    is_added: boolean;
  }>(
    'codes_add_first',
    `with before as (
       select
         coalesce(json_agg(json_build_object(
           'codeId', code_id,
           'network', network,
           'isKnownNetwork', is_known_network,
           'isLive', code_hash is not null and expires_at_ms > $4,
           'sentAtMs', created_at_ms,
           'isSameRequest', coalesce(request_hash = $9, false)
         )) filter (where created_at_ms > $5), '[]') as sent,
         coalesce(max(created_at_ms), 0) > $5 as is_within_window,
         coalesce(max(number), 0) as newest,
         exists (
           select from code_networks where app_id = $1 and recipient = $2 and network = $3
         ) as is_known
       from codes where app_id = $1 and recipient = $2
     ), added as (
       insert into codes
         (app_id, recipient, code_id, code_hash, number, network, is_known_network, created_at_ms, expires_at_ms,
          request_hash)
       select $1, $2, $6, $7, newest + 1, $3, is_known, $4, $8, $9 from before where not is_within_window
       on conflict (app_id, recipient, number) do nothing
       returning number
     )
     select sent, newest, is_known, exists (select from added) as is_added from before`,
  );

  const add = database.statement<{ number: number }>(
    'codes_add',
    `with added as (
       insert into codes
         (app_id, recipient, code_id, code_hash, number, network, is_known_network, created_at_ms, expires_at_ms,
          request_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11)
       on conflict (app_id, recipient, number) do nothing
       returning app_id, recipient, number
     ), voided as (
       update codes set code_hash = null from added
       where codes.app_id = added.app_id and codes.recipient = added.recipient
         and codes.code_id = any($10::text[])
     )
     select number from added`,
  );

  return { addFirst, add };
}

/** The queries of codes. */
export function createCodeStore(database: Database) {
  const consume = prepareConsume(database);
  const { addFirst, add } = prepareAdd(database);

  return {
    /**
     * Adds a code where nothing went out to the recipient within the window; else tells what did, the number of the
     * newest code, and whether the network is known. Of two requests at once one adds.
     */
    async addFirst(
      { appId, recipient }: RecipientKey,
      { codeId, codeHash, network, nowMs, requestHash }: NewCode & { network: string },
    ): Promise<{ isAdded: boolean; sent: SentCode[]; newest: number; isKnown: boolean }> {
      const times = { since: nowMs - limits.codeSendWindowMs, expiresAt: nowMs + limits.codeLifeMs };
      const values = [appId, recipient, network, nowMs, times.since, codeId, codeHash, times.expiresAt];
      const [row] = await addFirst([...values, requestHash]);
      return {
        isAdded: row?.is_added ?? false,
        sent: row?.sent ?? [],
        newest: row?.newest ?? 0,
        isKnown: row?.is_known ?? false,
      };
    },

    /** Adds a code and voids others; false, and nothing done, when another request took the number. */
    async add(
      { appId, recipient }: RecipientKey,
      code: NewCode & { number: number; requester: Requester },
      voidedIds: readonly string[],
    ): Promise<boolean> {
      const { codeId, codeHash, number, requester, nowMs, requestHash } = code;
      const expiresAtMs = nowMs + limits.codeLifeMs;
      const values = [
        codeId,
        codeHash,
        number,
        requester.network,
        requester.isKnown,
        nowMs,
        expiresAtMs,
        voidedIds,
      ];
      return (await add([appId, recipient, ...values, requestHash])).length > 0;
    },

    /** Finds when a code that still counts was last sent for a request; null where none was. */
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

    /**
     * Counts a try against every live code that still takes one from this network, and uses up the one that it is; then
     * the network is one from which the recipient logged in. False when it is none of them.
     */
    async consume(claim: CodeClaim): Promise<boolean> {
      return (await consume(claim)).length > 0;
    },

    async forget(tx: Db, { appId, recipient }: RecipientKey): Promise<void> {
      for (const table of [codes, codeNetworks]) {
        await tx.delete(table).where(and(eq(table.appId, appId), eq(table.recipient, recipient)));
      }
    },

    async sweep(nowMs: number): Promise<void> {
      // A spent code still counts as a send, so that it outlives the window.
      await database.db.delete(codes).where(lte(codes.expiresAtMs, nowMs - limits.codeSendWindowMs));
      await database.db.delete(codeNetworks).where(lte(codeNetworks.seenAtMs, nowMs - knownNetworkLifeMs));
    },
  };
}

/** The queries of used ids. */
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
      await database.db.delete(usedIds).where(lte(usedIds.expiresAtMs, nowMs));
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

/** The queries of tickets. */
export function createTicketStore(database: Database) {
  const { db } = database;
  const columns = { userId: tickets.userId, value: tickets.value, expiresAtMs: tickets.expiresAtMs };
  const isRow = ({ appId, kind, id }: { appId: string; kind: string; id: string }) =>
    and(eq(tickets.appId, appId), eq(tickets.kind, kind), eq(tickets.id, id));
  // Prepared: a login by a wallet, a passkey or a provider runs both.
  const add = prepare<never, TicketRow>(
    database,
    'tickets_add',
    (given) => sql`insert into tickets (app_id, kind, id, user_id, value, expires_at_ms)
      values (${given.appId}, ${given.kind}, ${given.id}, ${given.userId}, ${given.value}, ${given.expiresAtMs})`,
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
  );
  return {
    async add(row: TicketRow): Promise<void> {
      await add({ ...row, value: Buffer.from(row.value) });
    },
    /** Takes a ticket out; null when it is not there, or another user took it. */
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
      await db.delete(tickets).where(lte(tickets.expiresAtMs, nowMs));
    },
  };
}
