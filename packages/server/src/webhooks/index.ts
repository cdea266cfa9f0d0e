/**
 * Notifies apps' back ends of events. It follows the sealed sequence of the audit log, keeps a queue in the database,
 * and sends with signature, retries and back-off. Owns tables `webhook_endpoints` and `webhook_deliveries`. Uses
 * `audit`, `users`, `apps`, the sealing, `outbound` and, by type alone, `custody` and `funding` for the wallets and
 * purchases in events. Only the operator manages endpoints.
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
import { countPending, deleteClosed, wakeLanes } from './deliveries/store.ts';
import { webhookImplementations } from './routes.ts';

export type { FundingPlace } from './payload.ts';

export interface Webhooks {
  readonly routes: Implementation[];
  /** Queues new events and begins to send what is due; every second, never in a request. */
  deliver(): Promise<void>;
  readonly jobs: readonly Job[];
  /** Resolves when nothing is being sent; before the database closes. */
  idle(): Promise<void>;
  /** Forgets deliveries that were closed long ago, and wakes what was left behind one. */
  sweep(): Promise<void>;
}

/** Makes the webhooks room. */
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
    [{}, await countPending(world.database.db)],
  ]);
  const courier = createCourier(world, { ...deps, outbound });
  async function deliver() {
    const [followed] = await Promise.allSettled([followAudit(world, deps.audit)]);
    // What is queued is due whether or not more could be queued.
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
      await wakeLanes(database.db, clock.now());
      await deleteClosed(database.db, clock.now() - closedLifeMs);
    },
  };
}
