import type { FundingEntry } from '@latchkey/wire';
import type { AppSecrets } from '../app-secrets/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Feature } from '../feature.ts';
import type { Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { FundingPlace } from '../webhooks/index.ts';
import type { World } from '../world.ts';
import { toWebhookAsset } from './assets.ts';
import { createBegin } from './begin.ts';
import { findAsset } from './findAsset.ts';
import { createHear } from './hear.ts';
import { createRise } from './rise.ts';
import { fundingImplementations, toEntry } from './routes.ts';
import { deleteFundings, type FundingKey, findFunding, listFundings } from './store.ts';
import { toStatus } from './toStatus.ts';

export interface FundingDeps {
  readonly appSecrets: Pick<AppSecrets, 'find'>;
  readonly audit: Audit;
  readonly sessions: Pick<Sessions, 'authenticate'>;
  readonly users: Pick<Users, 'findWireUser' | 'hasAccount'>;
}

export interface Fundings {
  /** Finds a user's purchase in the form that webhooks use. Returns null if it no longer exists. */
  findPlace(key: FundingKey & UserKey): Promise<FundingPlace | null>;
  /** Lists a user's stored purchases, newest first: at most 10,000. */
  listOfUser(user: UserKey): Promise<FundingEntry[]>;
}

const dayMs = 24 * 60 * 60_000;
/** Time for which purchases are kept after their last change, in ms: those still `created`, and all others. */
const kept = { unpaidMs: 7 * dayMs, allMs: 90 * dayMs } as const;
const most = 10_000;

export function createFunding(world: World, deps: FundingDeps): Feature & Fundings {
  const { clock, database } = world;
  const { audit } = deps;
  const rise = createRise(world, { audit, toStatus });

  return {
    routes: fundingImplementations(world, {
      ...deps,
      begin: createBegin(world, { audit }),
      hear: createHear(world, { rise }),
      rise,
    }),

    async findPlace({ userId, ...key }) {
      const row = await findFunding(database.db, key);
      if (row?.userId !== userId) return null;
      const { address, caip2, provider, received, transactionHash } = row;
      const asset = toWebhookAsset(findAsset(caip2, row.asset) ?? { caip2, token: null });
      return {
        wallet_address: address,
        provider,
        caip2,
        asset,
        amount: received,
        transaction_hash: transactionHash,
      };
    },

    async listOfUser(user) {
      return (await listFundings(database.db, user, { sinceMs: 0, limit: most })).map(toEntry);
    },

    sweep: () => {
      const nowMs = clock.now();
      return deleteFundings(database.acrossApps, {
        allMs: nowMs - kept.allMs,
        unpaidMs: nowMs - kept.unpaidMs,
      });
    },
  };
}
