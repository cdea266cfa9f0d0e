import type { World } from '../world.ts';
import { chainHash } from './chain.ts';
import type { AuditStore, ChainEnd } from './store.ts';

const batch = 500;
const appsPerPass = 100;

/**
 * Makes the sealer: gives the events that have none their place and hash, app by app. Any number of processes may
 * seal; the lock of an app's chain lets one at a time, and the others pass on. Places are given after commit, so that
 * anyone who follows the sequence misses none that committed late.
 */
export function createSealer({ database, log, metrics }: World, store: AuditStore): () => Promise<void> {
  /** Seals one batch of an app. */
  async function sealBatch(appId: string): Promise<{ end: ChainEnd; count: number } | null> {
    const sealed = await database.transaction(async (tx) => {
      const start = await store.lockEnd(tx, appId);
      if (!start) return null;
      const rows = await store.listUnsealed(tx, appId, batch);
      let { sequence } = start;
      let hash: Buffer = Buffer.from(start.hash);
      const places = rows.map((row) => {
        sequence += 1;
        hash = chainHash(hash, row, sequence);
        return { eventId: row.eventId, sequence, hash };
      });
      const end = { sequence, hash };
      if (places.length > 0) await store.seal(tx, appId, places, end);
      return { end, count: places.length, kinds: rows.map(({ kind }) => kind) };
    });
    // After the commit: one that failed is sealed, and counted, by the next pass.
    for (const kind of sealed?.kinds ?? []) metrics.count('latchkey_events_total', { kind });
    return sealed;
  }

  async function sealApp(appId: string): Promise<void> {
    let sealed = await sealBatch(appId);
    while (sealed?.count === batch) sealed = await sealBatch(appId);
    if (!sealed || sealed.count === 0) return;
    // An anchor outside the database: who rewrites the whole chain there has not rewritten the log of the process.
    const { sequence, hash } = sealed.end;
    log.info({ app: appId, sequence, hash: Buffer.from(hash).toString('hex') }, 'audit sealed');
  }

  return async () => {
    const failures: unknown[] = [];
    // One app whose chain cannot go on must not stop those of the others.
    for (const appId of await store.listUnsealedApps(appsPerPass)) {
      await sealApp(appId).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}
