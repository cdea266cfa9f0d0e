import { limits } from '@latchkey/wire';
import { and, eq, lte } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import type { Asker, Sent } from './sendRules.ts';
import { codeNetworks, codes, usedIds } from './table.ts';

/** A recipient inside an app; `recipient` is a keyed hash. */
export interface RecipientKey {
  appId: string;
  recipient: string;
}

/** How long a network stays known to a recipient. */
const knownNetworkLifeMs = 90 * 24 * 60 * 60_000;

/** Tries of a code that all networks but the asking one share: the rest is the asking network's own. */
const foreignTries = limits.codeTriesTotal - limits.codeTriesPerNetwork;

/** The statements of codes, prepared: every login runs them. */
function prepareCodes(database: Database) {
  const countTry = database.statement<{ code_id: string; code_hash: Uint8Array }>(
    'codes_count_try',
    `update codes
     set tries = tries || jsonb_build_object($3::text, coalesce((tries ->> $3::text)::integer, 0) + 1),
         foreign_tries = foreign_tries + case when network = $3::text then 0 else 1 end
     where app_id = $1 and recipient = $2 and code_hash is not null and expires_at_ms > $4
       and coalesce((tries ->> $3::text)::integer, 0) < ${limits.codeTriesPerNetwork}
       and (network = $3::text or foreign_tries < ${foreignTries})
     returning code_id, code_hash`,
  );

  const listSent = database.statement<{ sent: Sent[]; newest: number; is_known: boolean }>(
    'codes_list_sent',
    `select
       coalesce(json_agg(json_build_object(
         'codeId', code_id,
         'network', network,
         'isKnownNetwork', is_known_network,
         'isLive', code_hash is not null and expires_at_ms > $4,
         'sentAtMs', created_at_ms
       )) filter (where created_at_ms > $5), '[]') as sent,
       coalesce(max(number), 0) as newest,
       exists (
         select from code_networks where app_id = $1 and recipient = $2 and network = $3
       ) as is_known
     from codes where app_id = $1 and recipient = $2`,
  );

  const add = database.statement<{ number: number }>(
    'codes_add',
    `with added as (
       insert into codes
         (app_id, recipient, code_id, code_hash, number, network, is_known_network, created_at_ms, expires_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (app_id, recipient, number) do nothing
       returning app_id, recipient, number
     ), voided as (
       update codes set code_hash = null from added
       where codes.app_id = added.app_id and codes.recipient = added.recipient
         and codes.code_id = any($10::text[])
     )
     select number from added`,
  );

  const use = database.statement<{ network: string }>(
    'codes_use',
    `with used as (
       update codes set code_hash = null
       where app_id = $1 and recipient = $2 and code_id = $3 and code_hash is not null
       returning app_id, recipient
     )
     insert into code_networks (app_id, recipient, network, seen_at_ms)
     select app_id, recipient, $4, $5 from used
     on conflict (app_id, recipient, network) do update set seen_at_ms = excluded.seen_at_ms
     returning network`,
  );

  return { countTry, listSent, add, use };
}

/** The queries of codes. */
export function createCodeStore(database: Database) {
  const { countTry, listSent, add, use } = prepareCodes(database);

  return {
    /** What went out to a recipient within the window, the number of its newest code, and whether it knows a network. */
    async listSent(
      { appId, recipient }: RecipientKey,
      network: string,
      nowMs: number,
    ): Promise<{ sent: Sent[]; newest: number; isKnown: boolean }> {
      const since = nowMs - limits.codeSendWindowMs;
      const [row] = await listSent([appId, recipient, network, nowMs, since]);
      return { sent: row?.sent ?? [], newest: row?.newest ?? 0, isKnown: row?.is_known ?? false };
    },

    /** Adds a code and voids others; false, and nothing done, when another request took the number. */
    async add(
      { appId, recipient }: RecipientKey,
      code: { codeId: string; codeHash: Uint8Array; number: number; asker: Asker; nowMs: number },
      voidedIds: readonly string[],
    ): Promise<boolean> {
      const { codeId, codeHash, number, asker, nowMs } = code;
      const expiresAtMs = nowMs + limits.codeLifeMs;
      const values = [codeId, codeHash, number, asker.network, asker.isKnown, nowMs, expiresAtMs, voidedIds];
      return (await add([appId, recipient, ...values])).length > 0;
    },

    async remove({ appId, recipient }: RecipientKey, codeId: string): Promise<void> {
      await database.db
        .delete(codes)
        .where(and(eq(codes.appId, appId), eq(codes.recipient, recipient), eq(codes.codeId, codeId)));
    },

    /** Counts a try against every live code that still takes one from this network, and gives those codes. */
    async countTry(
      { appId, recipient }: RecipientKey,
      network: string,
      nowMs: number,
    ): Promise<{ codeId: string; codeHash: Uint8Array }[]> {
      const rows = await countTry([appId, recipient, network, nowMs]);
      return rows.map((row) => ({ codeId: row.code_id, codeHash: row.code_hash }));
    },

    /** Uses a code up and remembers the network; false when another request used it first. */
    async use(
      { appId, recipient }: RecipientKey,
      codeId: string,
      network: string,
      nowMs: number,
    ): Promise<boolean> {
      const rows = await use([appId, recipient, codeId, network, nowMs]);
      return rows.length > 0;
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
    async sweep(nowMs: number): Promise<void> {
      await database.db.delete(usedIds).where(lte(usedIds.expiresAtMs, nowMs));
    },
  };
}
