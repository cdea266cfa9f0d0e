import type { World } from '../../world.ts';
import type { DataKeyStore } from '../store.ts';
import type { KekProvider, SealingStore } from './kek.ts';
import type { Keyring } from './keyring.ts';

/** KEK of a store, and the number of data keys that depend on it. */
export interface KekStatus {
  id: string;
  /** Null if it is not configured. The data keys that it wrapped cannot be unwrapped then. */
  provider: KekProvider | null;
  /** True if it wraps new data keys. */
  isFirst: boolean;
  dataKeys: number;
}

const batch = 200;

/** Creates the tools that replace the KEK of a store while it is in use (docs/guide/keys.md). */
export function createKekReplacing(
  { database, log }: Pick<World, 'database' | 'log'>,
  deps: { keyring: Keyring; dataKeys: DataKeyStore; store: SealingStore },
) {
  const { dataKeys, keyring, store } = deps;
  const [first] = keyring.keks;

  return {
    /**
     * Wraps with the first KEK the data keys that another KEK wraps. Sealed values do not change. Several processes
     * may run this at once: a row changes only if it is still as it was read. A key that fails does not stop the
     * others.
     *
     * @returns the number of rewrapped keys
     */
    async rewrap(): Promise<number> {
      // With one KEK, no key that another KEK wraps can be unwrapped.
      if (!first || keyring.keks.length < 2) return 0;
      let done = 0;
      let after = { appId: '', version: -1 };
      for (;;) {
        const found = await dataKeys.listNotWrappedBy(database.acrossApps, first.id, after, batch);
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

    /** Lists every KEK that is configured or wraps a data key, beginning with the one that wraps new keys. */
    async list(): Promise<KekStatus[]> {
      const counts = await dataKeys.countByKek(database.acrossApps);
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
