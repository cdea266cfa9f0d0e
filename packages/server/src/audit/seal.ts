import type { World } from '../world.ts';
import { chainHash } from './chain.ts';
import type { AuditStore, ChainEnd } from './store.ts';

const batch = 500;
const appsPerPass = 100;

/**
 * Creates the sealer, which gives new events their place and hash, app by app. Any number of processes may seal: one
 * at a time locks the chain of an app, and the others skip it. Places are given after the commit, so a reader that
 * follows the sequence misses no event that was committed late.
 */
export function createSealer({ database, log, metrics }: World, store: AuditStore): () => Promise<void> {
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
    // Counts after the commit: if it failed, the next pass seals and counts the events.
    for (const kind of sealed?.kinds ?? []) metrics.count('latchkey_events_total', { kind });
    return sealed;
  }

  async function sealApp(appId: string): Promise<void> {
    let sealed = await sealBatch(appId);
    while (sealed?.count === batch) sealed = await sealBatch(appId);
    if (!sealed || sealed.count === 0) return;
    // An attacker who can write only to the database could rewrite the chain, but not the log of the process. So this
    // line is an anchor for `verifyAudit`.
    const { sequence, hash } = sealed.end;
    log.info({ app: appId, sequence, hash: Buffer.from(hash).toString('hex') }, 'audit sealed');
  }

  return async () => {
    const failures: unknown[] = [];
    // An app whose chain cannot be continued must not stop the other apps.
    for (const appId of await store.listUnsealedApps(appsPerPass)) {
      await sealApp(appId).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}
