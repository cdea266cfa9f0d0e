import type { World } from '../world.ts';
import type { AuditStore } from './store.ts';

/**
 * How long an event is kept: thirteen months, so that a year can be looked over whole (docs/contracts.md).
 *
 * @internal
 */
export const auditLifeMs = 400 * 24 * 60 * 60_000;

const batch = 1_000;
const appsPerPass = 100;

/**
 * Makes the deletion of events that are older than {@link auditLifeMs}: from the beginning of a chain only, after
 * where it begins is written down, so that what is kept can be verified as before.
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
