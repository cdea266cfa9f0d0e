import * as v from 'valibot';
import { base64url } from '../fields.ts';
import type { OutputOf } from '../schema.ts';
import { id128, part } from './fields.ts';

/** The method by which a set of recovery material opens; 'automatic' on input is the label of 'privy' (D3). */
const privy = () =>
  v.pipe(
    v.picklist(['privy', 'automatic']),
    v.transform(() => 'privy' as const),
  );

/**
 * Argon2id (RFC 9106) as it was run over a password: kept with the set, so that what is asked of new passwords can be
 * raised later. Memory in KiB.
 */
export const passwordKdfSchema = () =>
  v.strictObject({
    algorithm: v.literal('argon2id'),
    memory_kib: v.pipe(v.number(), v.integer(), v.minValue(65_536), v.maxValue(1_048_576)),
    iterations: v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(64)),
    parallelism: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)),
  });
export type PasswordKdf = OutputOf<typeof passwordKdfSchema>;

/** How a password becomes the keys of a set: public to anyone who may ask, and of no use without the password. */
const passwordEntries = () =>
  ({
    kdf: passwordKdfSchema(),
    /** 128 random bits, unique to the set. */
    salt: base64url(22, 22),
  }) as const;
/** Where the secret of a set lies in the user's own cloud. */
const cloudEntries = () =>
  ({
    record_name: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  }) as const;

/**
 * A recovery set as the frame makes it: the service's part, the other part sealed, and what its method needs. Sets are
 * immutable: another method or password is another set under the next version.
 */
export function recoverySetSchema<Version extends v.GenericSchema<number, number>>(version: Version) {
  const entries = {
    recovery_id: id128(),
    recovery_version: version,
    auth_part: part(),
    ciphertext: base64url(16, 1024),
  } as const;
  return v.variant('method', [
    // The key that opens `ciphertext`, for the recovery store.
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
/** A recovery set on its way to the service. */
export type RecoverySet = v.InferOutput<ReturnType<typeof recoverySetSchema<v.NumberSchema<undefined>>>>;

const versioned = () => ({ entropy_uid: v.string(), recovery_id: v.string(), recovery_version: v.number() });

/** What a frame must know of a set before it can ask for it: the method in force, and how a secret becomes its keys. */
export const recoveryParametersSchema = () =>
  v.variant('method', [
    v.object({ ...versioned(), method: v.literal('privy') }),
    v.object({ ...versioned(), method: v.literal('user-passcode'), ...passwordEntries() }),
    v.object({ ...versioned(), method: v.picklist(['google-drive', 'icloud']), ...cloudEntries() }),
  ]);
export type RecoveryParameters = OutputOf<typeof recoveryParametersSchema>;

const released = () => ({ ...versioned(), auth_part: v.string(), ciphertext: v.string() });

/** A set as the service releases it. */
export const releasedRecoverySchema = () =>
  v.variant('method', [
    v.object({ ...released(), method: v.literal('privy'), recovery_key: v.string() }),
    v.object({ ...released(), method: v.literal('user-passcode'), ...passwordEntries() }),
    v.object({ ...released(), method: v.picklist(['google-drive', 'icloud']), ...cloudEntries() }),
  ]);
export type ReleasedRecovery = OutputOf<typeof releasedRecoverySchema>;
