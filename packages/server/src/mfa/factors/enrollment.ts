import { fail, type MfaMethod } from '@latchkey/wire';
import type { FactorCaller } from '../index.ts';

/** Returns the key of an enrolment that a caller has begun: it belongs to the session and the proof key. */
export const enrollmentKey = ({ session, thumbprint = '' }: FactorCaller, method: MfaMethod) => ({
  appId: session.appId,
  sessionId: session.sessionId,
  thumbprint,
  method,
});

/** Refuses to end an enrolment that expired or was never begun. */
export function failLeft(): never {
  fail('not_found', { message: 'This enrolment has ended. Begin it again.' });
}

/** Refuses a second factor of a method of which a user has one at most. */
export function failTwice(): never {
  fail('not_supported', {
    message: 'This second factor is there already. Remove it first.',
    details: { reason: 'factor_exists' },
  });
}
