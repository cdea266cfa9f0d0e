import type { MfaMethod } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { getFactorRecord } from './factors/getFactorRecord.ts';
import type { EnrollmentBegun, EnrollmentInput, EnrollmentProof } from './factors/list.ts';

/**
 * Starts to enrol a second factor by the name of its method: `initEnrollment(client, 'totp')` is
 * `initEnrollmentWithTotp(client)`.
 *
 * @param input what the method needs to start, such as `{ phoneNumber }` for `'sms'`
 * @returns the result of the method, such as the secret for `'totp'`
 * @throws ServiceError as {@link initEnrollmentWithTotp}; `invalid_data` for a method that does not exist
 */
export async function initEnrollment<Method extends MfaMethod>(
  client: LatchkeyClient,
  method: Method,
  ...input: EnrollmentInput<Method>
): Promise<EnrollmentBegun<Method>> {
  return getFactorRecord(method).init(client, ...input);
}

/**
 * Completes the enrolment of a second factor.
 *
 * @param proof what the method requires, such as `{ mfaCode }` for `'totp'`
 * @throws ServiceError as {@link submitEnrollmentWithTotp}; `invalid_data` for a method that does not exist
 */
export async function submitEnrollment<Method extends MfaMethod>(
  client: LatchkeyClient,
  method: Method,
  ...proof: EnrollmentProof<Method>
): Promise<void> {
  return getFactorRecord(method).submit(client, ...proof);
}
