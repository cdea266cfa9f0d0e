import { toBase64url, zero } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { toEntropyRef } from '../operations/connect.ts';
import { withPasskey } from '../operations/recovery/recoveryPasskey.ts';
import { derivePasswordKeys } from '../password/passwordKeys.ts';
import { refuseUnsupported } from '../refusal.ts';

/**
 * Proves with a wallet's recovery password or passkey that the wallet belongs to the user, who lost every factor. The
 * service then permits a change of factors; this function opens no wallet. Without a password it uses the passkey that
 * a popup has just handed over.
 *
 * @throws Refusal `invalid_recovery_pin`, `invalid_request_arguments` without a password or a passkey, or `error`
 *   with a code, such as `not_supported` if the wallet has no recovery password
 */
export async function proveByRecovery(
  frame: Frame,
  session: Session,
  rootAddress: string,
  password: string | undefined,
): Promise<void> {
  const ref = toEntropyRef(rootAddress);
  if (password === undefined) {
    await withPasskey(frame, session, ({ credentialId: credential_id }, proof) =>
      frame.api.call('proveRecovery', session, { ...ref, proof: toBase64url(proof), credential_id }),
    );
    return;
  }
  const asked = await frame.api.call('startProveRecovery', session, ref);
  if (asked.method !== 'user-passcode')
    refuseUnsupported('no_recovery_password', 'The wallet has no recovery password');
  const { entropy_uid: entropyUid, recovery_id: recoveryId, kdf, salt } = asked;
  const place = { appId: frame.appId, userId: session.userId, entropyUid, recoveryId };
  const keys = await derivePasswordKeys(frame.stretch, password, { kdf, salt }, place);
  const proof = toBase64url(keys.proof);
  zero(keys.proof, keys.wrapKey);
  await frame.api.call('proveRecovery', session, { ...ref, proof });
}
