import { fail } from '@latchkey/wire';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { UserKey } from '../../userKey.ts';
import { fromBase64url } from '../authParts.ts';
import type { CustodyDeps } from '../deps.ts';
import { proofHashOf } from '../recovering/material.ts';
import { passkeySetVersion } from './addPasskey.ts';
import { findPasskey } from './store.ts';

/**
 * Checks the proof from a passkey that recovers a wallet. A proof has 256 bits that an attacker would have to guess, so
 * tries are not counted.
 *
 * @returns the passkey, and its set
 * @throws ServiceError `recovery_passkey_not_found` for a wrong proof, or a passkey that does not recover this
 *   wallet
 */
export async function proveRecoveryPasskey(
  { world, recoveryStore }: Pick<CustodyDeps, 'world' | 'recoveryStore'>,
  owner: UserKey & { entropyUid: string },
  shown: { credential_id: string; proof: string },
) {
  const asked = await findPasskey(world.database.db, owner, shown.credential_id);
  if (!asked) return fail('recovery_passkey_not_found');
  const ref = { ...owner, recoveryId: asked.recoveryId, recoveryVersion: passkeySetVersion };
  const material = await recoveryStore.get(ref);
  if (!isEqual(sha256(fromBase64url(shown.proof)), proofHashOf(material))) fail('recovery_passkey_not_found');
  return { asked, material };
}
