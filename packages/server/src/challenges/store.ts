import { limits } from '@latchkey/wire';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
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

/** The queries of codes. */
export function createCodeStore(database: Database) {
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

  return {
    /** Lets one request at a time decide about a recipient, until the transaction ends. */
    async lockRecipient(tx: Db, lock: bigint): Promise<void> {
      await tx.execute(sql`select pg_advisory_xact_lock(${lock.toString()}::bigint)`);
    },

    async listSent(tx: Db, { appId, recipient }: RecipientKey, nowMs: number): Promise<Sent[]> {
      const rows = await tx
        .select({
          codeId: codes.codeId,
          network: codes.network,
          isKnownNetwork: codes.isKnownNetwork,
          isUnused: sql<boolean>`${codes.codeHash} is not null`,
          sentAtMs: codes.createdAtMs,
          expiresAtMs: codes.expiresAtMs,
        })
        .from(codes)
        .where(
          and(
            eq(codes.appId, appId),
            eq(codes.recipient, recipient),
            gt(codes.createdAtMs, nowMs - limits.codeSendWindowMs),
          ),
        );
      return rows.map(({ isUnused, expiresAtMs, ...row }) => ({
        ...row,
        isLive: isUnused && expiresAtMs > nowMs,
      }));
    },

    async isKnownNetwork(tx: Db, { appId, recipient }: RecipientKey, network: string): Promise<boolean> {
      const rows = await tx
        .select({ network: codeNetworks.network })
        .from(codeNetworks)
        .where(
          and(
            eq(codeNetworks.appId, appId),
            eq(codeNetworks.recipient, recipient),
            eq(codeNetworks.network, network),
          ),
        );
      return rows.length > 0;
    },

    async add(
      tx: Db,
      { appId, recipient }: RecipientKey,
      code: { codeId: string; codeHash: Uint8Array; asker: Asker; nowMs: number },
    ): Promise<void> {
      await tx.insert(codes).values({
        appId,
        recipient,
        codeId: code.codeId,
        codeHash: code.codeHash,
        network: code.asker.network,
        isKnownNetwork: code.asker.isKnown,
        createdAtMs: code.nowMs,
        expiresAtMs: code.nowMs + limits.codeLifeMs,
      });
    },

    async void(tx: Db, { appId, recipient }: RecipientKey, codeIds: string[]): Promise<void> {
      if (codeIds.length === 0) return;
      await tx
        .update(codes)
        .set({ codeHash: null })
        .where(and(eq(codes.appId, appId), eq(codes.recipient, recipient), inArray(codes.codeId, codeIds)));
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
