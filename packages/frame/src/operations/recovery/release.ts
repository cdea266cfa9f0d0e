import type { RecoverWalletReply } from '@latchkey/wire';
import { type Bytes, fromBase64url, toBase64url, zero, zeroOnFailure } from '../../bytes.ts';
import { openCloud } from '../../cloud/openCloud.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import { derivePasswordKeys } from '../../password/passwordKeys.ts';
import { refuse } from '../../refusal.ts';
import { assertNotOlder, toEntropyRef } from '../connect.ts';
import type { ReleaseSecret } from './recoverySecret.ts';

/** Service's reply, and the key that opens the sealed part in it. */
export interface Release {
  readonly reply: RecoverWalletReply;
  readonly key: Bytes;
}

/**
 * Requests the release of a wallet's recovery. For a password, the service receives a proof that is derived from it,
 * not the password.
 *
 * @throws Refusal `invalid_recovery_pin` for a wrong password, `error` with code `recovery_changed` if the recovery
 *   was changed meanwhile, or with another code of the service or of {@link openCloud}
 */
export async function release(
  frame: Frame,
  session: Session,
  rootAddress: string,
  secret: ReleaseSecret,
): Promise<Release> {
  const released = await releaseUnchecked(frame, session, rootAddress, secret);
  return zeroOnFailure([released.key], async () => {
    const { entropy_uid: entropyUid, recovery_version: version } = released.reply;
    for (const device of await frame.store.list(session.userId))
      if (device.entropyUid === entropyUid) assertNotOlder(version, device.recoveryVersion);
    return released;
  });
}

async function releaseUnchecked(
  frame: Frame,
  session: Session,
  rootAddress: string,
  secret: ReleaseSecret,
): Promise<Release> {
  const ref = toEntropyRef(rootAddress);
  if (secret.password !== undefined) {
    const asked = await frame.api.call('recoveryParameters', session, ref);
    // Another method than a password may have been set elsewhere. Automatic recovery needs no password.
    if (asked.method === 'user-passcode') {
      const { entropy_uid: entropyUid, recovery_id: recoveryId, kdf, salt } = asked;
      const place = { appId: frame.appId, userId: session.userId, entropyUid, recoveryId };
      const keys = await derivePasswordKeys(frame.stretch, secret.password, { kdf, salt }, place);
      const proof = toBase64url(keys.proof);
      zero(keys.proof);
      return releaseFor(frame, session, { ...ref, proof }, { recoveryId, key: keys.wrapKey });
    }
  }
  const { accessToken, code } = secret;
  const fromCloud =
    accessToken === undefined ? null : await releaseFromCloud(frame, session, ref, accessToken);
  if (fromCloud) return fromCloud;
  const reply = await frame.api.call('recover', session, code === undefined ? ref : { ...ref, code });
  return reply.method === 'privy' ? { reply, key: fromBase64url(reply.recovery_key) } : refuseChanged();
}

/**
 * Reads the key in the user's own cloud before it requests the release.
 *
 * @returns null if the wallet is no longer recovered through a cloud
 */
async function releaseFromCloud(
  frame: Frame,
  session: Session,
  ref: ReturnType<typeof toEntropyRef>,
  accessToken: string,
): Promise<Release | null> {
  const asked = await frame.api.call('recoveryParameters', session, ref);
  if (asked.method !== 'google-drive' && asked.method !== 'icloud') return null;
  const { method, recovery_id: recoveryId, record_name: recordName } = asked;
  const cloud = await openCloud(frame, session, { method, accessToken });
  return releaseFor(frame, session, ref, { recoveryId, key: await cloud.read(recordName) });
}

/**
 * Requests the release of the recovery that a key opens. Overwrites the key if the request fails, or if another
 * recovery is in force.
 */
function releaseFor(
  frame: Frame,
  session: Session,
  body: ReturnType<typeof toEntropyRef> & { proof?: string },
  { recoveryId, key }: { recoveryId: string; key: Bytes },
): Promise<Release> {
  return zeroOnFailure([key], async () => {
    const reply = await frame.api.call('recover', session, body);
    return reply.recovery_id === recoveryId ? { reply, key } : refuseChanged();
  });
}

function refuseChanged(): never {
  return refuse(
    'error',
    'Recovery was changed elsewhere. Reload the page and try again.',
    'recovery_changed',
  );
}
