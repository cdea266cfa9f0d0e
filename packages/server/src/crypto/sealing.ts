import { fail, isCode } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import { encodeAad } from './aad.ts';
import { aeadNonceLength, decrypt, encrypt } from './aead.ts';
import { createKekReplacing, type KekStatus, type Keyring, type SealingStore } from './kek/index.ts';
import { createPromiseCache } from './promiseCache.ts';
import { createDataKeyStore, type WrappedDataKey } from './store.ts';

/** Seals stored values by app, with the envelope encryption of docs/custody.md. */
export interface Sealing {
  /**
   * Encrypts with the app's newest data key.
   *
   * @param aad place of the value; `open` needs the same list. App, store and key version are added
   * @returns format byte, key version, nonce, ciphertext, tag
   */
  seal(appId: string, aad: readonly string[], plaintext: Uint8Array): Promise<Uint8Array>;
  /**
   * @throws ServiceError `internal_error` if the value does not open in this place, or its data key cannot be
   *   unwrapped; `service_unavailable` if a provider of KEKs cannot be reached
   */
  open(appId: string, aad: readonly string[], sealed: Uint8Array): Promise<Uint8Array>;
  /**
   * Creates a new data key for an app. New values use it (in other processes within 5 minutes); older values still
   * open.
   *
   * @param record writes further rows in the same transaction
   * @returns its version
   */
  rotate(appId: string, record?: (tx: Db, version: number) => Promise<void>): Promise<number>;
  /** Wraps with the first KEK the data keys that another KEK wraps. Returns the number of rewrapped keys. */
  rewrap(): Promise<number>;
  /** Lists the store's KEKs and the number of data keys that depend on each. */
  listKeks(): Promise<KekStatus[]>;
  /**
   * Returns 32 random bytes that all processes on this database share and that a change of the KEK keeps. Modules
   * derive their own keys from them, by label (`deriveKey`). The first process that needs them creates them.
   */
  getSecret(): Promise<Uint8Array>;
}

interface DataKey {
  version: number;
  key: Uint8Array;
}

const format = 1;
const headLength = 5;
/** App id of the data key that is the deployment's secret. That key must not be rotated. */
const deployment = '';

/**
 * Creates the sealing of one store.
 *
 * @param options.keyring wraps the store's data keys; must not be the same for two stores
 */
export function createSealing(
  world: Pick<World, 'clock' | 'database' | 'log' | 'random'>,
  options: { keyring: Keyring; store: SealingStore },
): Sealing {
  const { keyring, store } = options;
  const { clock, database, random } = world;
  const dataKeys = createDataKeyStore(store);
  const cached = createPromiseCache<DataKey>(clock.now);
  const replacing = createKekReplacing(world, { keyring, dataKeys, store });

  const aadOf = (appId: string, version: number, aad: readonly string[]) =>
    encodeAad(['sealed', store, appId, String(version), ...aad]);

  async function unwrap(appId: string, { version, wrapped }: WrappedDataKey): Promise<DataKey> {
    try {
      return { version, key: await keyring.unwrap(wrapped, { store, appId, version }) };
    } catch (cause) {
      if (isCode(cause, 'service_unavailable')) throw cause;
      const hint =
        'A data key does not unwrap: put back the key-encryption key that this database was made with';
      world.log.error({ app: appId, store, version }, hint);
      return fail('internal_error', { cause });
    }
  }

  const wrapNew = async (appId: string, version: number): Promise<WrappedDataKey> => ({
    version,
    wrapped: await keyring.wrap(random.bytes(32), { store, appId, version }),
  });

  /**
   * Returns the newest key. The first seal of an app creates version 1. If two processes create it at once, both use
   * the one that was stored first.
   */
  const latest = (appId: string) =>
    cached.get(appId, async () => {
      let found = await dataKeys.findLatest(database.db, appId);
      if (!found) {
        await dataKeys.add(database.db, appId, await wrapNew(appId, 1), clock.now());
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

    async rotate(appId, record) {
      let { version } = await latest(appId);
      for (let isAdded = false; !isAdded; ) {
        version += 1;
        const key = await wrapNew(appId, version);
        isAdded = await database.transaction(async (tx) => {
          const added = await dataKeys.add(tx, appId, key, clock.now());
          if (added) await record?.(tx, version);
          return added;
        });
      }
      cached.forget(appId);
      return version;
    },

    getSecret: async () => (await latest(deployment)).key,
    rewrap: replacing.rewrap,
    listKeks: replacing.list,
  };
}
