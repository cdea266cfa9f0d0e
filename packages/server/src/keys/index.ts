/**
 * Serves the operator's routes that list the KEKs of both stores and rotate an app's data keys, and wraps data keys
 * with a new KEK in a job (docs/guide/keys.md). Owns no table. Uses `apps`, `audit`, the sealing and the recovery
 * store.
 */
import { fail, type KekList, keyRoutes } from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import { type Audit, type AuditEvent, operatorActor } from '../audit/index.ts';
import type { KekStatus, Sealing, SealingStore } from '../crypto/index.ts';
import type { RecoveryKeys } from '../custody/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Job } from '../jobs.ts';

export interface Keys {
  readonly routes: Implementation[];
  rewrap(): Promise<void>;
  readonly jobs: readonly Job[];
}

export function createKeys(deps: {
  apps: Apps;
  audit: Audit;
  sealing: Sealing;
  recoveryKeys: RecoveryKeys;
}): Keys {
  const { apps, audit, recoveryKeys, sealing } = deps;
  const eventOf = (store: SealingStore, version: number, actor: AuditEvent['actor']) =>
    ({
      kind: 'data_key.rotated',
      userId: null,
      actor,
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
      implement(keyRoutes.rotate, async ({ caller, params }) => {
        const actor = operatorActor(caller.operator);
        const { id: appId } = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
        // The recovery store first: if it does not answer, the main store's key is not rotated.
        const recovery = await recoveryKeys.rotate(appId);
        const parts = await sealing.rotate(appId, async (tx, version) => {
          await audit.record(tx, appId, eventOf('recovery', recovery, actor));
          await audit.record(tx, appId, eventOf('parts', version, actor));
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
