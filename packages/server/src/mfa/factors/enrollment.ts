import { fail, type MfaMethod } from '@latchkey/wire';
import type { FactorCaller } from '../index.ts';

/** Returns the row key of a caller's enrolment, which belongs to one session, proof key and method. */
export const enrollmentKey = ({ session, thumbprint = '' }: FactorCaller, method: MfaMethod) => ({
  appId: session.appId,
  sessionId: session.sessionId,
  thumbprint,
  method,
});

/** Refuses to complete an enrolment that was never started, has expired or was replaced. */
export function failLeft(): never {
  fail('not_found', { message: 'This enrolment has ended. Begin it again.' });
}

/** Refuses to add a method that the user already has and may have only once. */
export function failTwice(): never {
  fail('not_supported', {
    message: 'This second factor is there already. Remove it first.',
    details: { reason: 'factor_exists' },
  });
}
