import { fail, type KeyMaterial, type KeyMaterialBody } from '@latchkey/wire';
import type { Session } from '../../sessions/index.ts';
import type { CustodyDeps } from '../deps.ts';
import { getEntropyByRef } from '../store.ts';
import { toParameters } from './material.ts';

/**
 * Returns the recovery data of a wallet that its user may read without a proof, in the form that published clients
 * expect.
 *
 * @param address address of the wallet at index 0
 * @throws ServiceError `embedded_wallet_not_found`, `not_supported` if recovery is automatic
 */
export async function getKeyMaterial(
  { world, recoveryStore }: CustodyDeps,
  { appId, userId }: Session,
  address: string,
  body: KeyMaterialBody,
): Promise<KeyMaterial> {
  const chainType = body.chain_type ?? (/^0x/i.test(address) ? 'ethereum' : 'solana');
  const named = { entropy_id: address, entropy_id_verifier: `${chainType}-address-verifier` } as const;
  const entropy = await getEntropyByRef(world.database.db, { appId, userId }, named);
  if (entropy.recoveryMethod === 'privy')
    fail('not_supported', { message: 'Recovery is automatic', details: { reason: 'recovery_automatic' } });
  const { entropyUid, recoveryId, recoveryVersion } = entropy;
  const ref = { appId, userId, entropyUid, recoveryId, recoveryVersion };
  const parameters = toParameters(ref, await recoveryStore.get(ref));
  switch (parameters.method) {
    case 'user-passcode':
      return {
        recovery_type: 'user_passcode_derived_recovery_key',
        recovery_key_derivation_salt: parameters.salt,
      };
    case 'google-drive':
      return { recovery_type: 'google_drive_recovery_secret', file_id: parameters.record_name };
    case 'icloud':
      return { recovery_type: 'icloud_recovery_secret', icloud_record_name: parameters.record_name };
    case 'privy':
      return fail('not_supported', { details: { reason: 'recovery_automatic' } });
  }
}
