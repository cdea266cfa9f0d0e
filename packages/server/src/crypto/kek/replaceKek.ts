import type { World } from '../../world.ts';
import type { DataKeyStore } from '../store.ts';
import type { KekProvider, SealingStore } from './kek.ts';
import type { Keyring } from './keyring.ts';

/** A KEK of a store, and how much still depends on it. */
export interface KekStatus {
  /** Hex of its id. */
  id: string;
  /** Null for one that is not configured: what it wrapped cannot be opened. */
  provider: KekProvider | null;
  /** Whether new data keys are wrapped by it. */
  isFirst: boolean;
  /** Data keys that it wraps. One that wraps none and is not the first may go. */
  dataKeys: number;
}

const batch = 200;

/** Makes the tools that replace the KEK of a store while it is in use (docs/guide/keys.md). */
export function createKekReplacing(
  { database, log }: Pick<World, 'database' | 'log'>,
  deps: { keyring: Keyring; dataKeys: DataKeyStore; store: SealingStore },
) {
  const { dataKeys, keyring, store } = deps;
  const [first] = keyring.keks;

  return {
    /**
     * Wraps data keys anew that another KEK than the first wraps; what they sealed stays as it is. Several processes
     * may do it at once: a row changes only from what was read. One key that fails keeps no other from its turn.
     *
     * @returns how many were wrapped anew
     */
    async rewrap(): Promise<number> {
      // With one KEK there is nothing that could be wrapped anew: what another one wraps cannot be opened.
      if (!first || keyring.keks.length < 2) return 0;
      let done = 0;
      let after = { appId: '', version: -1 };
      for (;;) {
        const found = await dataKeys.listNotWrappedBy(database.db, first.id, after, batch);
        for (const { appId, version, wrapped } of found) {
          after = { appId, version };
          const place = { store, appId, version };
          try {
            const again = await keyring.wrap(await keyring.unwrap(wrapped, place), place);
            if (await dataKeys.replace(database.db, appId, version, { from: wrapped, to: again })) done += 1;
          } catch {
            log.error({ app: appId, store, version }, 'a data key was not wrapped anew');
          }
        }
        if (found.length < batch) break;
      }
      if (done > 0) log.info({ store, dataKeys: done }, 'data keys were wrapped anew');
      return done;
    },

    /** Every KEK that is configured or wraps something, the first one first. */
    async list(): Promise<KekStatus[]> {
      const counts = await dataKeys.countByKek(database.db);
      const configured = keyring.keks.map(({ id, provider }, place) => {
        const hex = Buffer.from(id).toString('hex');
        return { id: hex, provider, isFirst: place === 0, dataKeys: counts.get(hex) ?? 0 };
      });
      const known = new Set(configured.map(({ id }) => id));
      const lost = [...counts].filter(([id]) => !known.has(id));
      return [
        ...configured,
        ...lost.map(([id, dataKeys]) => ({ id, provider: null, isFirst: false, dataKeys })),
      ];
    },
  };
}
