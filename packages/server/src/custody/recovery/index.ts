/**
 * Recovery store: the encrypted half of each recovery pair and, for automatic recovery, the key that opens it. Owns
 * table `recovery_sets`; its data keys have a KEK of their own. It joins nothing with the main store, so it can run
 * as a process with a database of its own. Uses `crypto` and `db`; `custody` uses it.
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

/** Names a recovery set and its owner. All fields are in the AAD. */
export interface RecoveryRef extends UserKey {
  entropyUid: string;
  recoveryId: string;
  recoveryVersion: number;
}

/** Stored parameters of a set that a password, a cloud record or a passkey opens. */
export type MethodParameters =
  | { kdf: PasswordKdf; salt: string /** SHA-256 of the proof key. */; proof_hash: string }
  | { record_name: string }
  /** Of a passkey: SHA-256 of the proof key. */
  | { proof_hash: string };

/** Contents of a recovery set. Rebuilding the wallet's key also needs the auth part in the main store. */
export interface RecoveryMaterial {
  /** `passkey` is never a wallet's method; the set of a passkey exists beside that of the method. */
  method: RecoveryMethod | 'passkey';
  ciphertext: Uint8Array;
  /** Opens the ciphertext. Null unless recovery is automatic. */
  recoveryKey: Uint8Array | null;
  /** Null if recovery is automatic. */
  parameters: MethodParameters | null;
}

export interface RecoveryStore {
  /**
   * Writes a set. Accepts the same set again, for a retried request.
   *
   * @throws ServiceError `invalid_data` if the id belongs to another set, also to another version of this one
   */
  put(ref: RecoveryRef, material: RecoveryMaterial): Promise<void>;
  /** @throws ServiceError `internal_error` if the set is missing or was sealed for another owner, id or version */
  get(ref: RecoveryRef): Promise<RecoveryMaterial>;
  /** Records that the main store refers to the set, so the sweeper need not check again. */
  confirm(appId: string, recoveryId: string): Promise<void>;
  /** Lists a batch of unconfirmed sets that were last written before a time (Unix ms). */
  listUnconfirmed(putBeforeMs: number): Promise<{ appId: string; recoveryId: string }[]>;
  /** Destroys a set, unless it was confirmed, or written again since the given time (Unix ms). */
  destroy(appId: string, recoveryId: string, putBeforeMs: number): Promise<void>;
  /** Destroys a set, confirmed or not. The caller has to make sure that no wallet uses it. */
  destroyReplaced(appId: string, recoveryId: string): Promise<void>;
  destroyAllOf(user: UserKey): Promise<void>;
  readonly keys: RecoveryKeys;
}

export interface RecoveryKeys {
  /** Creates a new data key for an app. Returns its version. */
  rotate(appId: string): Promise<number>;
  /**
   * Wraps with the first KEK the data keys that other KEKs wrap. Does nothing in a process without the KEKs. Returns
   * the number of rewrapped keys.
   */
  rewrap(): Promise<number>;
  listKeks(): Promise<KekStatus[]>;
}

const sweepBatch = 500;

/** Creates the recovery store over the database of this process, with a sealing of its own. */
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
      // With another set under this id the wallet could not be recovered.
      if (
        taken?.userId !== ref.userId ||
        taken.entropyUid !== ref.entropyUid ||
        taken.recoveryVersion !== ref.recoveryVersion ||
        !isSame(await get(ref), material)
      ) {
        fail('invalid_data', { message: 'This recovery id is taken. Make a new one.' });
      }
    },

    confirm: (appId, recoveryId) => confirmSet(database.db, appId, recoveryId),
    listUnconfirmed: (putBeforeMs) => listUnconfirmedSets(database.acrossApps, putBeforeMs, sweepBatch),
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
