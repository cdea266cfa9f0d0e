import type { RecoverySet } from '@latchkey/wire';
import { type Bytes, randomBytes, toBase64url, zero, zeroOnFailure } from '../../bytes.ts';
import { openCloud } from '../../cloud/openCloud.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import { createPasswordSettings, derivePasswordKeys, toProofHash } from '../../password/passwordKeys.ts';
import { refuse, refuseUnsupported } from '../../refusal.ts';
import type { RecoveryPlace } from './recoverySeal.ts';

/** Recovery method, with what it needs: nothing, a password, or a token for the user's own cloud, which has the key. */
export type RecoverySecret =
  | { readonly method: 'privy' }
  | { readonly method: 'user-passcode'; readonly password: string }
  | { readonly method: 'google-drive' | 'icloud'; readonly accessToken: string };

interface RecoveryFields {
  readonly recoveryMethod?: string;
  readonly recoveryPassword?: string;
  /** The password, under the name that older clients give it when they recover a wallet. */
  readonly recoveryPin?: string;
  readonly recoveryAccessToken?: string;
  readonly recoverySecretOverride?: string;
}

/**
 * Reads the recovery that a message chooses. A password without a method counts as `user-passcode`, as the oldest
 * clients send it. `automatic` is another name of `privy` (decision 303).
 *
 * @throws Refusal `invalid_request_arguments` for a method without its secret, or with a secret that it does not
 *   use, because such a secret would protect nothing; `error` with code `not_supported` for a secret of the page
 */
export function toRecoverySecret(fields: RecoveryFields): RecoverySecret {
  refuseOverride(fields);
  const accessToken = fields.recoveryAccessToken;
  const password = fields.recoveryPassword ?? fields.recoveryPin;
  const method = fields.recoveryMethod ?? (password === undefined ? 'privy' : 'user-passcode');
  const isAutomatic = method === 'privy' || method === 'automatic';
  if (isAutomatic && password === undefined && accessToken === undefined) return { method: 'privy' };
  if (method === 'user-passcode' && password !== undefined && accessToken === undefined) {
    return { method, password };
  }
  const isCloud = method === 'google-drive' || method === 'icloud';
  if (isCloud && accessToken !== undefined && password === undefined) return { method, accessToken };
  return refuse('invalid_request_arguments', 'The recovery method and its secret do not belong together');
}

/** Secret for a wallet's recovery: a password, a cloud token or a code. Empty for an automatic one without a code. */
export interface ReleaseSecret {
  readonly password?: string;
  readonly accessToken?: string;
  /** Code that opens an automatic recovery with strict approval. {@link toReleaseSecret} reads none. */
  readonly code?: string;
}

/** Reads the secret that a message contains to recover a wallet. The service knows the method that is in force. */
export function toReleaseSecret(fields: RecoveryFields): ReleaseSecret {
  refuseOverride(fields);
  const password = fields.recoveryPassword ?? fields.recoveryPin;
  const accessToken = fields.recoveryAccessToken;
  return {
    ...(password === undefined ? {} : { password }),
    ...(accessToken === undefined ? {} : { accessToken }),
  };
}

function refuseOverride({ recoverySecretOverride }: RecoveryFields): void {
  if (recoverySecretOverride)
    refuseUnsupported('recovery_secret', 'Recovery secrets of the page are not supported');
}

/** Fields of a set that depend on its method. */
type OfMethod<Set> = Set extends RecoverySet
  ? Omit<Set, 'recovery_id' | 'recovery_version' | 'auth_part' | 'ciphertext'>
  : never;

/** Key that seals a new recovery part, and the fields that the service keeps about it. */
export interface NewRecoveryKey {
  readonly key: Bytes;
  readonly entries: OfMethod<RecoverySet>;
}

/**
 * Creates the key that seals a new recovery part. The caller must overwrite it.
 *
 * @throws Refusal `invalid_request_arguments` for a password that is too short, or like {@link derivePasswordKeys}, or
 *   {@link openCloud} and its `write`
 */
export async function createRecoveryKey(
  frame: Frame,
  session: Session,
  place: RecoveryPlace,
  secret: RecoverySecret,
): Promise<NewRecoveryKey> {
  const { method } = secret;
  if (method === 'privy') {
    const key = randomBytes(32);
    return { key, entries: { method, recovery_key: toBase64url(key) } };
  }
  if (method !== 'user-passcode') return createCloudKey(frame, session, place.recoveryId, secret);
  if (secret.password.length < frame.passwordLength) {
    refuse('invalid_request_arguments', `Password must be at least ${frame.passwordLength} characters`);
  }
  const settings = createPasswordSettings();
  const { wrapKey, proof } = await derivePasswordKeys(frame.stretch, secret.password, settings, place);
  const proofHash = await toProofHash(proof);
  zero(proof);
  return { key: wrapKey, entries: { method, ...settings, proof_hash: proofHash } };
}

/** Creates a random key in a record of the user's own cloud. The record is read back before anything relies on it. */
async function createCloudKey(
  frame: Frame,
  session: Session,
  recoveryId: string,
  secret: Extract<RecoverySecret, { accessToken: string }>,
): Promise<NewRecoveryKey> {
  const { method } = secret;
  const key = randomBytes(32);
  return zeroOnFailure([key], async () => {
    const cloud = await openCloud(frame, session, secret);
    return { key, entries: { method, record_name: await cloud.write(recoveryId, key) } };
  });
}

/** Refuses user-controlled recovery for an entropy with a Solana wallet, which does not support it (SOL-02). */
export function refuseShared(): never {
  return refuseUnsupported('solana_wallet', 'A Solana wallet shares this key');
}
