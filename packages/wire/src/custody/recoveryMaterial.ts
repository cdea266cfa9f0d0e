import * as v from 'valibot';
import { base64url } from '../fields.ts';
import type { OutputOf } from '../schema.ts';
import { id128, part } from './fields.ts';

/** Method of a set with automatic recovery. `automatic` is accepted as another name of `privy`. */
const privy = () =>
  v.pipe(
    v.picklist(['privy', 'automatic']),
    v.transform(() => 'privy' as const),
  );

/**
 * Settings of Argon2id (RFC 9106) for a password. They are stored with the set, so that the settings for new
 * passwords can be raised later. Memory in KiB.
 */
export const passwordKdfSchema = () =>
  v.strictObject({
    algorithm: v.literal('argon2id'),
    memory_kib: v.pipe(v.number(), v.integer(), v.minValue(65_536), v.maxValue(1_048_576)),
    iterations: v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(64)),
    parallelism: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)),
  });
export type PasswordKdf = OutputOf<typeof passwordKdfSchema>;

/** Settings for deriving a set's keys from a password. They are not secret: without the password they open nothing. */
const passwordEntries = () =>
  ({
    kdf: passwordKdfSchema(),
    /** 128 random bits, unique to the set. */
    salt: base64url(22, 22),
  }) as const;
/** Location of a set's secret in the user's own cloud. */
const cloudEntries = () =>
  ({
    record_name: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  }) as const;

/**
 * Recovery set as the frame makes it: the service's part, the other part sealed, and the fields of its method. Sets
 * are immutable: another method or password is a new set with the next version.
 */
export function recoverySetSchema<Version extends v.GenericSchema<number, number>>(version: Version) {
  const entries = {
    recovery_id: id128(),
    recovery_version: version,
    auth_part: part(),
    ciphertext: base64url(16, 1024),
  } as const;
  return v.variant('method', [
    // Key that opens `ciphertext`, for the recovery store.
    v.strictObject({ ...entries, method: privy(), recovery_key: base64url(43, 43) }),
    v.strictObject({
      ...entries,
      method: v.literal('user-passcode'),
      ...passwordEntries(),
      /** SHA-256 of the proof key. */
      proof_hash: base64url(43, 43),
    }),
    v.strictObject({ ...entries, method: v.picklist(['google-drive', 'icloud']), ...cloudEntries() }),
  ]);
}
/** Recovery set in a request to the service. */
export type RecoverySet = v.InferOutput<ReturnType<typeof recoverySetSchema<v.NumberSchema<undefined>>>>;

const versioned = () => ({ entropy_uid: v.string(), recovery_id: v.string(), recovery_version: v.number() });

/** Facts that a frame needs before it can request a set: the method in force, and the settings for deriving its keys. */
export const recoveryParametersSchema = () =>
  v.variant('method', [
    v.object({ ...versioned(), method: v.literal('privy') }),
    v.object({ ...versioned(), method: v.literal('user-passcode'), ...passwordEntries() }),
    v.object({ ...versioned(), method: v.picklist(['google-drive', 'icloud']), ...cloudEntries() }),
  ]);
export type RecoveryParameters = OutputOf<typeof recoveryParametersSchema>;

const released = () => ({ ...versioned(), auth_part: v.string(), ciphertext: v.string() });

/** Set as the service releases it. */
export const releasedRecoverySchema = () =>
  v.variant('method', [
    v.object({ ...released(), method: v.literal('privy'), recovery_key: v.string() }),
    v.object({ ...released(), method: v.literal('user-passcode'), ...passwordEntries() }),
    v.object({ ...released(), method: v.picklist(['google-drive', 'icloud']), ...cloudEntries() }),
  ]);
export type ReleasedRecovery = OutputOf<typeof releasedRecoverySchema>;
