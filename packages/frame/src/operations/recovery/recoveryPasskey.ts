import {
  type Bytes,
  fromBase64url,
  randomBytes,
  toAad,
  toBase64url,
  zero,
  zeroOnFailure,
} from '../../bytes.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import type { PasskeySecret } from '../../passkey/message.ts';
import { refuse } from '../../refusal.ts';
import { createPair, openPair } from '../../vault/parts.ts';
import type { Owner } from '../../vault/vault.ts';
import { assertNotOlder, connectLocked, refuseLocked, toEntropyRef } from '../connect.ts';
import { signUnlockedChange } from '../ownership.ts';
import { unlockRecovered } from './recover.ts';
import { openRecovery, sealRecovery } from './recoverySeal.ts';

/** Version of a passkey's recovery set, which is not replaced. */
const setVersion = 1;

/**
 * Adds a recovery pair that the user's passkey opens, beside the recovery in force.
 *
 * @throws Refusal `wallet_not_on_device`, `invalid_request_arguments` without a passkey, `error` with the service's
 *   code, such as `recent_login_required`
 */
export function addRecoveryPasskey(frame: Frame, session: Session, rootAddress: string): Promise<void> {
  return withPasskey(frame, session, async (passkey, proof) => {
    const owner = await connectLocked(frame, session, rootAddress);
    const { entropyUid } = owner;
    const entropy = frame.vault.withEntropy(owner, (bytes) => Uint8Array.from(bytes)) ?? refuseLocked();
    const recoveryId = toBase64url(randomBytes(16));
    const place = { appId: frame.appId, userId: session.userId, entropyUid, recoveryId };
    const pair = await createPair(entropy).finally(() => zero(entropy));
    const key = await zeroOnFailure([pair.own, pair.auth], () =>
      deriveKey(passkey, 'passkey-wrap', place.appId, place.userId, entropyUid, recoveryId),
    );
    try {
      const sealed = await sealRecovery(key, pair.own, { ...place, recoveryVersion: setVersion });
      const proofHash = new Uint8Array(await crypto.subtle.digest('SHA-256', proof));
      const content = {
        recovery_id: recoveryId,
        credential_id: passkey.credentialId,
        auth_part: toBase64url(pair.auth),
        ciphertext: toBase64url(sealed),
        proof_hash: toBase64url(proofHash),
      };
      const change = { act: 'passkey', id: recoveryId, version: setVersion, content } as const;
      const signed = await signUnlockedChange(frame, owner, rootAddress, change);
      await frame.api.call('addRecoveryPasskey', session, { ...signed, passkey: content });
    } finally {
      zero(key, pair.own, pair.auth);
    }
  });
}

/**
 * Unlocks a wallet with the passkey that the user has just used. Makes this browser its device if its storage lasts.
 *
 * @throws Refusal `invalid_request_arguments` without a passkey, `error` with the service's code, such as
 *   `recovery_passkey_not_found`
 */
export function recoverByPasskey(frame: Frame, session: Session, rootAddress: string): Promise<Owner> {
  return withPasskey(frame, session, async (passkey, proof) => {
    const { appId } = frame;
    const { userId } = session;
    const reply = await frame.api.call('recoverByPasskey', session, {
      ...toEntropyRef(rootAddress),
      credential_id: passkey.credentialId,
      proof: toBase64url(proof),
    });
    const { entropy_uid: entropyUid, recovery_id: recoveryId, kind } = reply;
    for (const device of await frame.store.list(userId))
      if (device.entropyUid === entropyUid) assertNotOlder(reply.recovery_version, device.recoveryVersion);
    const [ciphertext, auth] = [fromBase64url(reply.ciphertext), fromBase64url(reply.auth_part)];
    const key = await deriveKey(passkey, 'passkey-wrap', appId, userId, entropyUid, recoveryId);
    const place = { appId, userId, entropyUid, recoveryId, recoveryVersion: setVersion };
    const part = await openRecovery(key, ciphertext, place).finally(() => zero(key));
    const opened = await openPair(part, auth, { kind, rootAddress }).finally(() => zero(part));
    return unlockRecovered(frame, session, reply, opened);
  });
}

/**
 * Runs an operation with the passkey from the popup, under the user's lock, then overwrites the passkey's secret.
 *
 * @param act also receives a proof of the passkey for the service
 * @throws Refusal `invalid_request_arguments` if there is no passkey
 */
export async function withPasskey<T>(
  frame: Frame,
  session: Session,
  act: (passkey: PasskeySecret, proof: Bytes) => Promise<T>,
): Promise<T> {
  const passkey = frame.passkey.take();
  if (passkey === null)
    return refuse('invalid_request_arguments', 'No passkey was used', 'exited_passkey_flow');
  try {
    const proof = await deriveKey(passkey, 'passkey-proof', frame.appId, session.userId);
    return await frame.withLock(session.userId, () => act(passkey, proof)).finally(() => zero(proof));
  } finally {
    zero(passkey.secret);
  }
}

/** Derives 32 bytes for one purpose and place with the browser's HKDF-SHA-256 (RFC 5869). */
async function deriveKey({ secret }: PasskeySecret, purpose: string, ...place: string[]): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const info = toAad(purpose, ...place);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
}
