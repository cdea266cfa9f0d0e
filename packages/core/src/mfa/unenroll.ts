import type { MfaMethod } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { refreshUser } from './enrollment.ts';
import { factorRecords } from './factors/list.ts';
import { getToken } from './getToken.ts';

/**
 * Removes a second factor: all passkeys together. The user verifies one first, each time.
 *
 * @throws ServiceError `not_found` if there is none, and what verifying fails with
 */
export async function unenroll(client: LatchkeyClient, method: MfaMethod): Promise<void> {
  const { remove } = factorRecords[method];
  if (remove) return remove(client);
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  // The frame refuses by name what it does not remove.
  const unenrolled = method as Exclude<MfaMethod, 'passkey'>;
  await callFrame(frame, 'enrol', 'privy:mfa:unenroll', { accessToken, method: unenrolled });
  await refreshUser(client);
}
