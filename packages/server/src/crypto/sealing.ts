import { fail } from '@latchkey/wire';
import type { World } from '../world.ts';
import { encodeAad } from './aad.ts';
import { aeadNonceLength, decrypt, encrypt } from './aead.ts';
import type { Kek } from './kek.ts';
import { createDataKeyStore, type SealingStore, type WrappedDataKey } from './store.ts';

/** Seals what the service stores, by app: envelope encryption as in docs/custody.md. */
export interface Sealing {
  /**
   * Encrypts with the app's newest data key.
   *
   * @param aad what the value belongs to; the same list must stand at `open`. App, store and key version are added
   * @returns format byte, key version, nonce, ciphertext, tag
   */
  seal(appId: string, aad: readonly string[], plaintext: Uint8Array): Promise<Uint8Array>;
  /** @throws ServiceError `internal_error` when the value is not the one that was sealed for exactly this place. */
  open(appId: string, aad: readonly string[], sealed: Uint8Array): Promise<Uint8Array>;
  /** Makes a new data key for an app: what is sealed from now on uses it, older values still open. Returns its version. */
  rotate(appId: string): Promise<number>;
}

interface DataKey {
  version: number;
  key: Uint8Array;
}

const format = 1;
const headLength = 5;
/** docs/custody.md: how long an unwrapped data key may stay in memory. */
const cacheLifeMs = 5 * 60_000;
const cacheSize = 2_000;

/**
 * Makes the sealing of one store.
 *
 * @param options.kek wraps the store's data keys; never the same for two stores
 */
export function createSealing(world: World, options: { kek: Kek; store: SealingStore }): Sealing {
  const { kek, store } = options;
  const { clock, database, random } = world;
  const dataKeys = createDataKeyStore(store);
  const cached = createPromiseCache<DataKey>(clock.now);

  const contextOf = (appId: string, version: number) =>
    encodeAad(['data-key', store, appId, String(version)]);
  const aadOf = (appId: string, version: number, aad: readonly string[]) =>
    encodeAad(['sealed', store, appId, String(version), ...aad]);

  async function unwrap(appId: string, found: WrappedDataKey): Promise<DataKey> {
    try {
      return {
        version: found.version,
        key: await kek.unwrap(found.wrapped, contextOf(appId, found.version)),
      };
    } catch (cause) {
      const hint =
        'A data key does not unwrap: put back the key-encryption key that this database was made with';
      world.log.error({ app: appId, store, version: found.version }, hint);
      return fail('internal_error', { cause });
    }
  }

  async function addKey(appId: string, version: number): Promise<boolean> {
    const wrapped = await kek.wrap(random.bytes(32), contextOf(appId, version));
    return dataKeys.add(database.db, appId, { version, wrapped }, clock.now());
  }

  /** The newest key; the first seal of an app makes version 1. Whoever loses that race reads the winner's. */
  const latest = (appId: string) =>
    cached.get(appId, async () => {
      let found = await dataKeys.findLatest(database.db, appId);
      if (!found) {
        await addKey(appId, 1);
        found = await dataKeys.findLatest(database.db, appId);
      }
      if (!found)
        return fail('internal_error', { cause: new Error('A new data key is not in the database.') });
      return unwrap(appId, found);
    });

  const ofVersion = (appId: string, version: number) =>
    cached.get(`${appId}/${version}`, async () => {
      const found = await dataKeys.find(database.db, appId, version);
      if (!found) return fail('internal_error', { cause: new Error('A data key is not in the database.') });
      return unwrap(appId, found);
    });

  return {
    async seal(appId, aad, plaintext) {
      const { key, version } = await latest(appId);
      const head = Buffer.alloc(headLength);
      head.writeUInt8(format, 0);
      head.writeUInt32BE(version, 1);
      const encrypted = encrypt(key, random.bytes(aeadNonceLength), aadOf(appId, version, aad), plaintext);
      return new Uint8Array(Buffer.concat([head, encrypted]));
    },

    async open(appId, aad, sealed) {
      if (sealed.length < headLength || sealed[0] !== format) {
        return fail('internal_error', { cause: new Error('A sealed value has an unknown format.') });
      }
      const version = Buffer.from(sealed).readUInt32BE(1);
      const { key } = await ofVersion(appId, version);
      const plaintext = decrypt(key, aadOf(appId, version, aad), sealed.subarray(headLength));
      return (
        plaintext ??
        fail('internal_error', { cause: new Error('A sealed value does not open in this place.') })
      );
    },

    async rotate(appId) {
      const current = await latest(appId);
      let version = current.version + 1;
      while (!(await addKey(appId, version))) version += 1;
      cached.forget(appId);
      return version;
    },
  };
}

/** A small cache of promises: one look-up at a time for a key, failures forgotten, the oldest entry dropped when full. */
function createPromiseCache<T>(now: () => number) {
  const entries = new Map<string, { value: Promise<T>; expiresAtMs: number }>();
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const entry = entries.get(key);
      if (entry && entry.expiresAtMs > now()) return entry.value;
      entries.delete(key);
      if (entries.size >= cacheSize) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      const value = load();
      entries.set(key, { value, expiresAtMs: now() + cacheLifeMs });
      value.catch(() => entries.delete(key));
      return value;
    },
    forget(key: string): void {
      entries.delete(key);
    },
  };
}
