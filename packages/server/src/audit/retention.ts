import type { World } from '../world.ts';
import type { AuditStore } from './store.ts';

/** Time that an event is kept, in ms: thirteen months, so a full year can be reviewed (docs/contracts.md). */
export const auditLifeMs = 400 * 24 * 60 * 60_000;

const batch = 1_000;
const appsPerPass = 100;

/**
 * Creates the deletion of events older than {@link auditLifeMs}. It deletes only from the start of a chain, and
 * stores the new start, so the remaining events can still be verified.
 */
export function createRetention({ clock, database }: World, store: AuditStore): () => Promise<void> {
  async function cutBatch(appId: string, beforeMs: number): Promise<number> {
    return database.transaction(async (tx) => {
      if (!(await store.lockEnd(tx, appId))) return 0;
      return store.cut(tx, appId, beforeMs, batch);
    });
  }

  return async () => {
    const beforeMs = clock.now() - auditLifeMs;
    for (const appId of await store.listAgedApps(beforeMs, appsPerPass)) {
      while ((await cutBatch(appId, beforeMs)) === batch);
    }
  };
}
