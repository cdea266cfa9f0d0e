/**
 * Notifies apps' back ends of events. It follows the sealed sequence of the audit log, keeps a queue in the database,
 * and sends with signature, retries and back-off. Owns tables `webhook_endpoints` and `webhook_deliveries`. Uses
 * `audit`, `users`, `apps`, `crypto`, `http`, `outbound` and, only by their types, `custody` and `funding` for the
 * wallets and purchases in events. Only the operator manages endpoints.
 */
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Sealing } from '../crypto/index.ts';
import type { Custody } from '../custody/index.ts';
import type { Fundings } from '../funding/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import { createOutbound } from '../outbound/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { createCourier } from './deliveries/createCourier.ts';
import { followAudit } from './deliveries/follow.ts';
import { closedLifeMs } from './deliveries/schedule.ts';
import { countPending, deleteClosed, listWaitingEndpoints, wakeLanes } from './deliveries/store.ts';
import { webhookImplementations } from './routes.ts';

export type { FundingPlace } from './payload.ts';

export interface Webhooks {
  readonly routes: Implementation[];
  /** Queues new events and starts to send due deliveries. */
  deliver(): Promise<void>;
  readonly jobs: readonly Job[];
  /** Resolves when nothing is being sent. Await it before the database closes. */
  idle(): Promise<void>;
  /** Deletes deliveries that were closed long ago, and wakes those that a dead process left behind. */
  sweep(): Promise<void>;
}

export function createWebhooks(
  world: World,
  deps: {
    apps: Apps;
    audit: Audit;
    sealing: Sealing;
    users: Users;
    custody: Pick<Custody, 'listWallets'>;
    fundings: Pick<Fundings, 'findPlace'>;
  },
): Webhooks {
  const outbound = createOutbound(world);
  world.metrics.read('latchkey_webhook_deliveries_pending', async () => [
    [{}, await countPending(world.database.acrossApps)],
  ]);
  const courier = createCourier(world, { ...deps, outbound });
  async function deliver() {
    const [followed] = await Promise.allSettled([followAudit(world, deps.audit)]);
    // Queued deliveries are sent even if no more could be queued.
    await courier.start();
    if (followed.status === 'rejected') throw followed.reason;
  }

  return {
    routes: webhookImplementations(world, { ...deps, outbound }),
    deliver,
    jobs: [{ name: 'deliver', everyMs: 1_000, run: deliver }],
    idle: courier.idle,
    async sweep() {
      const { clock, database } = world;
      for (const endpoint of await listWaitingEndpoints(database.acrossApps))
        await wakeLanes(database.db, clock.now(), endpoint);
      await deleteClosed(database.acrossApps, clock.now() - closedLifeMs);
    },
  };
}
