import type { MfaMethod } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { refreshUser } from './enrollment.ts';
import { getFactorRecord } from './factors/getFactorRecord.ts';
import { getToken } from './getToken.ts';

/**
 * Removes a second factor; for passkeys, all of them. The removal needs a verification for a change of factors.
 *
 * @throws ServiceError `not_found` if there is none, except for passkeys, and the errors of a verification;
 * `invalid_data` for a method that does not exist
 */
export async function unenroll(client: LatchkeyClient, method: MfaMethod): Promise<void> {
  const { remove } = getFactorRecord(method);
  if (remove) return remove(client);
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  // The frame refuses any method that it cannot remove.
  const unenrolled = method as Exclude<MfaMethod, 'passkey'>;
  await callFrame(frame, 'enrol', 'privy:mfa:unenroll', { accessToken, method: unenrolled });
  await refreshUser(client);
}
