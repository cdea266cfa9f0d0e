import { type FrameRequests, fail } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { getToken } from './getToken.ts';

type Enrolment = Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>;
type Submission = Omit<FrameRequests['privy:mfa:submit-enrollment'], 'accessToken'>;

/** Begins an enrolment in the frame. */
export async function initEnrollment(client: LatchkeyClient, enrolment: Enrolment) {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  return callFrame(frame, 'enrol', 'privy:mfa:init-enrollment', { accessToken, ...enrolment });
}

/** Enrols a factor through the frame, and renews the user, whose `mfaMethods` name it then (MFA-34). */
export async function submitEnrollment(client: LatchkeyClient, submission: Submission): Promise<void> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  await callFrame(frame, 'enrol', 'privy:mfa:submit-enrollment', { accessToken, ...submission });
  await refreshUser(client);
}

/** Renews the user after a change of factors. The change stands if the service does not answer now. */
export async function refreshUser(client: LatchkeyClient): Promise<void> {
  await contextsOf(client)
    .session.renewUser()
    .catch(() => null);
}

/** Reads the code of an enrolment. @throws ServiceError `invalid_data` */
export function readEnrollmentCode(code: unknown): string {
  return typeof code === 'string' ? code.trim() : fail('invalid_data', { message: 'Invalid MFA code' });
}
