import type { RecoveryParameters, RecoveryParametersBody } from '@latchkey/wire';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { getEntropyByRef } from '../store.ts';
import { toParameters } from './material.ts';

/**
 * Returns the method and version of a wallet's recovery and, for a method of the user's own, the salt and KDF
 * parameters of the password or the name of the cloud record.
 *
 * @throws ServiceError `embedded_wallet_not_found`
 */
export async function describeRecovery(
  { world, recoveryStore }: CustodyDeps,
  { app, session }: CustodyCaller,
  body: RecoveryParametersBody,
): Promise<RecoveryParameters> {
  const owner = { appId: app.id, userId: session.userId };
  const { entropyUid, recoveryId, recoveryVersion } = await getEntropyByRef(world.database.db, owner, body);
  const ref = { ...owner, entropyUid, recoveryId, recoveryVersion };
  return toParameters(ref, await recoveryStore.get(ref));
}
