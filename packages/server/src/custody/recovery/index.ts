/**
 * Recovery store: the encrypted half of each recovery pair and, for automatic recovery, the key that opens it. Owns
 * tables `recovery_sets` and `recovery_data_keys` and its own KEK. It joins nothing with the main store, so that it
 * can run as a process with a database of its own. Used by `custody`; uses no other module.
 */
import { fail, type PasswordKdf, type RecoveryMethod } from '@latchkey/wire';
import { isEqual, type KekStatus, type Sealing } from '../../crypto/index.ts';
import type { UserKey } from '../../userKey.ts';
import type { World } from '../../world.ts';
import {
  addSet,
  confirmSet,
  deleteReplacedSet,
  deleteSet,
  deleteSetsOfUser,
  findSet,
  listUnconfirmedSets,
} from './store.ts';

/** Names a recovery set and what it belongs to; all of it stands in the AAD. */
export interface RecoveryRef extends UserKey {
  entropyUid: string;
  recoveryId: string;
  recoveryVersion: number;
}

/** What the methods of a user's own need to open a set, beside the secret that the user holds. */
export type MethodParameters =
  | { kdf: PasswordKdf; salt: string /** SHA-256 of the proof key. */; proof_hash: string }
  | { record_name: string }
  /** A passkey's: SHA-256 of the proof key. */
  | { proof_hash: string };

/** What a recovery set holds: of no use without the auth part in the main store. */
export interface RecoveryMaterial {
  /** `passkey` stands beside the method of a wallet, and is never it. */
  method: RecoveryMethod | 'passkey';
  ciphertext: Uint8Array;
  /** Opens the ciphertext: with automatic recovery alone. */
  recoveryKey: Uint8Array | null;
  /** Null with automatic recovery. */
  parameters: MethodParameters | null;
}

export interface RecoveryStore {
  /**
   * Writes a set, durably, before anything refers to it. The same set again is accepted: a retried request.
   * @throws ServiceError `invalid_data` when the id holds another set; sets are immutable.
   */
  put(ref: RecoveryRef, material: RecoveryMaterial): Promise<void>;
  /** @throws ServiceError `internal_error` when the set is missing or was sealed for another place. */
  get(ref: RecoveryRef): Promise<RecoveryMaterial>;
  /** Tells the store that the main store refers to the set, so that the sweeper need not ask again. */
  confirm(appId: string, recoveryId: string): Promise<void>;
  /** Sets that were last put before a time (Unix ms) and that no one has confirmed. */
  listUnconfirmed(putBeforeMs: number): Promise<{ appId: string; recoveryId: string }[]>;
  /** Destroys a set, unless it was confirmed or put again since the given time (Unix ms). */
  destroy(appId: string, recoveryId: string, putBeforeMs: number): Promise<void>;
  /** Destroys a set that another one has replaced; the caller has made sure that none refers to it any more. */
  destroyReplaced(appId: string, recoveryId: string): Promise<void>;
  /** Destroys every set of a user, in force or not. */
  destroyAllOf(user: UserKey): Promise<void>;
  /** Its own keys, for an operator. */
  readonly keys: RecoveryKeys;
}

export interface RecoveryKeys {
  /** Makes a new data key for an app. Returns its version. */
  rotate(appId: string): Promise<number>;
  /** Wraps anew what an earlier KEK wraps; the job of the process that has the KEKs. */
  rewrap(): Promise<number>;
  listKeks(): Promise<KekStatus[]>;
}

const sweepBatch = 500;

/** Makes the recovery store over the service's database, with a sealing of its own. */
export function createRecoveryStore(
  world: Pick<World, 'clock' | 'database'>,
  sealing: Sealing,
): RecoveryStore {
  const { clock, database } = world;
  const aadOf = (ref: RecoveryRef, kind: 'recovery-ciphertext' | 'recovery-key' | 'recovery-parameters') => [
    ref.userId,
    ref.entropyUid,
    ref.recoveryId,
    kind,
    String(ref.recoveryVersion),
  ];

  async function get(ref: RecoveryRef): Promise<RecoveryMaterial> {
    const row = await findSet(database.db, ref.appId, ref.recoveryId);
    if (!row)
      return fail('internal_error', { cause: new Error('The recovery store does not hold this set.') });
    const [ciphertext, recoveryKey, parameters] = await Promise.all([
      sealing.open(ref.appId, aadOf(ref, 'recovery-ciphertext'), row.ciphertext),
      row.recoveryKey && sealing.open(ref.appId, aadOf(ref, 'recovery-key'), row.recoveryKey),
      row.parameters && sealing.open(ref.appId, aadOf(ref, 'recovery-parameters'), row.parameters),
    ]);
    const parse = (json: Uint8Array) => JSON.parse(new TextDecoder().decode(json)) as MethodParameters;
    return { method: row.method, ciphertext, recoveryKey, parameters: parameters && parse(parameters) };
  }

  return {
    get,

    async put(ref, material) {
      const { method } = material;
      const [ciphertext, recoveryKey, parameters] = await Promise.all([
        sealing.seal(ref.appId, aadOf(ref, 'recovery-ciphertext'), material.ciphertext),
        material.recoveryKey && sealing.seal(ref.appId, aadOf(ref, 'recovery-key'), material.recoveryKey),
        material.parameters &&
          sealing.seal(ref.appId, aadOf(ref, 'recovery-parameters'), toBytes(material.parameters)),
      ]);
      const sealed = { method, ciphertext, recoveryKey, parameters };
      const row = { ...ref, ...sealed, putAtMs: clock.now(), confirmed: false };
      if (await addSet(database.db, row)) return;
      const taken = await findSet(database.db, ref.appId, ref.recoveryId);
      // Overwriting or trusting a set that is not this one would leave a wallet that no recovery opens.
      if (
        taken?.userId !== ref.userId ||
        taken.entropyUid !== ref.entropyUid ||
        !isSame(await get(ref), material)
      ) {
        fail('invalid_data', { message: 'This recovery id is taken. Make a new one.' });
      }
    },

    confirm: (appId, recoveryId) => confirmSet(database.db, appId, recoveryId),
    listUnconfirmed: (putBeforeMs) => listUnconfirmedSets(database.db, putBeforeMs, sweepBatch),
    destroyAllOf: (user) => deleteSetsOfUser(database.db, user),
    keys: { rotate: (appId) => sealing.rotate(appId), rewrap: sealing.rewrap, listKeks: sealing.listKeks },
    destroyReplaced: (appId, recoveryId) => deleteReplacedSet(database.db, appId, recoveryId),
    destroy: (appId, recoveryId, putBeforeMs) => deleteSet(database.db, appId, recoveryId, putBeforeMs),
  };
}

const none = new Uint8Array();
const toBytes = (parameters: MethodParameters | null) => new TextEncoder().encode(JSON.stringify(parameters));

const isSame = (one: RecoveryMaterial, other: RecoveryMaterial) =>
  one.method === other.method &&
  isEqual(one.ciphertext, other.ciphertext) &&
  isEqual(one.recoveryKey ?? none, other.recoveryKey ?? none) &&
  isEqual(toBytes(one.parameters), toBytes(other.parameters));
