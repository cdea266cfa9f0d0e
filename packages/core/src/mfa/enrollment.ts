import { type FrameRequests, fail } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { getToken } from './getToken.ts';

type Enrolment = Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>;
type Submission = Omit<FrameRequests['privy:mfa:submit-enrollment'], 'accessToken'>;

export async function initInFrame(client: LatchkeyClient, enrolment: Enrolment) {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  return callFrame(frame, 'enrol', 'privy:mfa:init-enrollment', { accessToken, ...enrolment });
}

/** Completes an enrolment through the frame, and refreshes the user and with it `mfaMethods` (MFA-34). */
export async function submitInFrame(client: LatchkeyClient, submission: Submission): Promise<void> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  await callFrame(frame, 'enrol', 'privy:mfa:submit-enrollment', { accessToken, ...submission });
  await refreshUser(client);
}

/** Refreshes the user after a change of factors. The change stands even if the service does not answer now. */
export async function refreshUser(client: LatchkeyClient): Promise<void> {
  await contextsOf(client)
    .session.renewUser()
    .catch(() => null);
}

export function readEnrollmentCode(code: unknown): string {
  return typeof code === 'string' ? code.trim() : fail('invalid_data', { message: 'Invalid MFA code' });
}
