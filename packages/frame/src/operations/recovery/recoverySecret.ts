import type { RecoverySet } from '@latchkey/wire';
import { type Bytes, randomBytes, toBase64url, zero } from '../../bytes.ts';
import { openCloud } from '../../cloud/openCloud.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import { createPasswordSettings, derivePasswordKeys, toProofHash } from '../../password/passwordKeys.ts';
import { refuse, refuseUnsupported } from '../../refusal.ts';
import type { RecoveryPlace } from './recoverySeal.ts';

/** By what a person opens a recovery set: nothing, a password, or leave to read a file in their own cloud. */
export type RecoverySecret =
  | { readonly method: 'privy' }
  | { readonly method: 'user-passcode'; readonly password: string }
  | { readonly method: 'google-drive' | 'icloud'; readonly accessToken: string };

/** The fields of a message that say how a wallet is recovered. */
interface RecoveryFields {
  readonly recoveryMethod?: string;
  readonly recoveryPassword?: string;
  /** What older clients call the password when they recover. */
  readonly recoveryPin?: string;
  readonly recoveryAccessToken?: string;
  readonly recoverySecretOverride?: string;
}

/**
 * Reads by what a message wants a wallet to be recovered. A password without a method is one, as the oldest clients send
 * it; 'automatic' is the label of 'privy' (docs/spec/decisions.md 3).
 *
 * @throws Refusal `invalid_request_arguments` for a method without its secret, or a secret without its method: what
 *   protects nothing must not pass unnoticed
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

/** What a person has to open a wallet with, by whatever method it is recovered; nothing where that is automatic. */
export interface ReleaseSecret {
  readonly password?: string;
  readonly accessToken?: string;
  /** Code that opens an automatic recovery with strict approval. No message of a host page has it. */
  readonly code?: string;
}

/** Reads what a message gives to recover a wallet with. The method is the one that the service has in force. */
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

/** What of a set its method makes, beside the parts. */
type OfMethod<Set> = Set extends RecoverySet
  ? Omit<Set, 'recovery_id' | 'recovery_version' | 'auth_part' | 'ciphertext'>
  : never;

/** The key that seals a new recovery part, and what the service keeps of its making. */
export interface NewRecoveryKey {
  readonly key: Bytes;
  readonly entries: OfMethod<RecoverySet>;
}

/**
 * Makes the key that seals a new recovery part; the caller overwrites it.
 *
 * @throws Refusal `invalid_request_arguments` for a password that is too short, `error` with a code of the cloud
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
  // The words of the specification count characters; so does the client.
  if (secret.password.length < frame.passwordLength) {
    refuse('invalid_request_arguments', `Password must be at least ${frame.passwordLength} characters`);
  }
  const settings = createPasswordSettings();
  const { wrapKey, proof } = await derivePasswordKeys(frame.stretch, secret.password, settings, place);
  const proofHash = await toProofHash(proof);
  zero(proof);
  return { key: wrapKey, entries: { method, ...settings, proof_hash: proofHash } };
}

/** A random key in a record of the person's own cloud, which is read back before anything relies on it. */
async function createCloudKey(
  frame: Frame,
  session: Session,
  recoveryId: string,
  secret: Extract<RecoverySecret, { accessToken: string }>,
): Promise<NewRecoveryKey> {
  const { method } = secret;
  const key = randomBytes(32);
  try {
    const cloud = await openCloud(frame, session, secret);
    return { key, entries: { method, record_name: await cloud.write(recoveryId, key) } };
  } catch (error) {
    zero(key);
    throw error;
  }
}

/** One entropy serves both chains, and a Solana wallet has automatic recovery alone (SOL-02). */
export function refuseShared(): never {
  return refuseUnsupported('solana_wallet', 'A Solana wallet shares this key');
}
