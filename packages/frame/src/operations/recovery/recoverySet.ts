import type { RecoverySet } from '@latchkey/wire';
import { randomBytes, toBase64url, zero, zeroOnFailure } from '../../bytes.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import { assertOpens, createPair } from '../../vault/parts.ts';
import { openRecovery, sealRecovery } from './recoverySeal.ts';
import { createRecoveryKey, type RecoverySecret } from './recoverySecret.ts';

interface SetPlace {
  readonly entropyUid: string;
  readonly recoveryVersion: number;
}

/**
 * Splits entropy into a fresh recovery pair and seals one part with a new recovery key. Before anything relies on it,
 * the sealed part is opened again and combined with the service's part.
 *
 * @throws Refusal like {@link createRecoveryKey}
 */
export async function createRecoverySet<Version extends number>(
  frame: Frame,
  session: Session,
  entropy: Uint8Array,
  given: SetPlace & { readonly recoveryVersion: Version },
  secret: RecoverySecret,
): Promise<RecoverySet & { recovery_version: Version }> {
  const recoveryId = toBase64url(randomBytes(16));
  const { entropyUid, recoveryVersion } = given;
  const place = { appId: frame.appId, userId: session.userId, entropyUid, recoveryId, recoveryVersion };
  const { key, entries } = await createRecoveryKey(frame, session, place, secret);
  const pair = await zeroOnFailure([key], () => createPair(entropy));
  try {
    const sealed = await sealRecovery(key, pair.own, place);
    const own = await openRecovery(key, sealed, place);
    await assertOpens({ own, auth: pair.auth }, entropy).finally(() => zero(own));
    const parts = { auth_part: toBase64url(pair.auth), ciphertext: toBase64url(sealed) };
    return { recovery_id: recoveryId, recovery_version: recoveryVersion, ...parts, ...entries };
  } finally {
    zero(key, pair.own, pair.auth);
  }
}
