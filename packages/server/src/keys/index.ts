/**
 * Serves the operator's routes that list and rotate the keys which seal the stores (docs/guide/keys.md). Owns no
 * table. Uses the sealing of the main store, the recovery store, `apps` and `audit`. Only the operator and a job use
 * it.
 */
import { fail, type KekList, keyRoutes } from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { KekStatus, Sealing, SealingStore } from '../crypto/index.ts';
import type { RecoveryKeys } from '../custody/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Job } from '../jobs.ts';

export interface Keys {
  readonly routes: Implementation[];
  /** Wraps anew what still depends on an earlier KEK; without an earlier one it asks nothing. */
  rewrap(): Promise<void>;
  readonly jobs: readonly Job[];
}

/** Makes the keys room. */
export function createKeys(deps: {
  apps: Apps;
  audit: Audit;
  sealing: Sealing;
  recoveryKeys: RecoveryKeys;
}): Keys {
  const { apps, audit, recoveryKeys, sealing } = deps;
  const eventOf = (store: SealingStore, version: number) =>
    ({
      kind: 'data_key.rotated',
      userId: null,
      actor: { type: 'operator' },
      details: { store, version },
    }) as const;

  async function rewrap() {
    await sealing.rewrap();
    await recoveryKeys.rewrap();
  }

  return {
    routes: [
      implement(keyRoutes.list, async () => ({
        stores: [
          toReply('parts', await sealing.listKeks()),
          toReply('recovery', await recoveryKeys.listKeks()),
        ],
      })),
      implement(keyRoutes.rotate, async ({ params }) => {
        const { id: appId } = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
        // The recovery store first: it may be away, and then nothing is done.
        const recovery = await recoveryKeys.rotate(appId);
        const parts = await sealing.rotate(appId, async (tx, version) => {
          await audit.record(tx, appId, eventOf('recovery', recovery));
          await audit.record(tx, appId, eventOf('parts', version));
        });
        return { parts, recovery };
      }),
    ],
    rewrap,
    jobs: [{ name: 'rewrap', everyMs: 60_000, run: rewrap }],
  };
}

function toReply(store: SealingStore, keks: readonly KekStatus[]): KekList['stores'][number] {
  return {
    store,
    keks: keks.map(({ id, provider, isFirst, dataKeys }) => ({
      id,
      provider,
      first: isFirst,
      data_keys: dataKeys,
      removable: provider !== null && !isFirst && dataKeys === 0,
    })),
  };
}
