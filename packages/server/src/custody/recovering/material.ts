import { fail, type RecoveryParameters, type RecoverySet, type ReleasedRecovery } from '@latchkey/wire';
import { fromBase64url, toBase64url } from '../authParts.ts';
import type { RecoveryMaterial, RecoveryRef } from '../recovery/index.ts';

/** Converts a set to the form in the recovery store, without the service's part, which is in the main store. */
export function toMaterial(set: RecoverySet): RecoveryMaterial {
  const ciphertext = fromBase64url(set.ciphertext);
  if (set.method === 'privy') {
    return { method: set.method, ciphertext, recoveryKey: fromBase64url(set.recovery_key), parameters: null };
  }
  const parameters =
    set.method === 'user-passcode'
      ? { kdf: set.kdf, salt: set.salt, proof_hash: set.proof_hash }
      : { record_name: set.record_name };
  return { method: set.method, ciphertext, recoveryKey: null, parameters };
}

/**
 * Returns the data of a set that a signed-in caller may read without a further proof. Leaves out the hash of the proof
 * key, with which an attacker could test passwords offline.
 */
export function toParameters(ref: RecoveryRef, material: RecoveryMaterial): RecoveryParameters {
  const named = {
    entropy_uid: ref.entropyUid,
    recovery_id: ref.recoveryId,
    recovery_version: ref.recoveryVersion,
  };
  const { method, parameters } = material;
  if (method === 'passkey') return failTorn();
  if (method === 'privy') return { ...named, method };
  if (method === 'user-passcode' && parameters && 'kdf' in parameters) {
    return { ...named, method, kdf: parameters.kdf, salt: parameters.salt };
  }
  if (method !== 'user-passcode' && parameters && 'record_name' in parameters) {
    return { ...named, method, record_name: parameters.record_name };
  }
  return failTorn();
}

/**
 * Converts a set to the form in which it is released.
 *
 * @param authPart the service's part, base64url
 */
export function toReleased(ref: RecoveryRef, material: RecoveryMaterial, authPart: string): ReleasedRecovery {
  const parts = { auth_part: authPart, ciphertext: toBase64url(material.ciphertext) };
  const parameters = toParameters(ref, material);
  if (parameters.method !== 'privy') return { ...parameters, ...parts };
  const { recoveryKey } = material;
  return { ...parameters, ...parts, recovery_key: toBase64url(recoveryKey ?? failTorn()) };
}

/** Returns the SHA-256 of the proof key of a set by password or passkey. */
export function proofHashOf({ parameters }: RecoveryMaterial): Uint8Array {
  return parameters && 'proof_hash' in parameters ? fromBase64url(parameters.proof_hash) : failTorn();
}

function failTorn(): never {
  return fail('internal_error', { cause: new Error('A recovery set lacks what its method needs.') });
}
