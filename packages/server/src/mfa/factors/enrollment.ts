import { fail, type MfaMethod } from '@latchkey/wire';
import type { FactorCaller } from '../index.ts';

export const enrollmentKey = ({ session, thumbprint = '' }: FactorCaller, method: MfaMethod) => ({
  appId: session.appId,
  sessionId: session.sessionId,
  thumbprint,
  method,
});

/** Refuses to complete an enrolment that is not pending. */
export function failLeft(): never {
  fail('not_found', { message: 'This enrolment has ended. Begin it again.' });
}

export function failTwice(): never {
  fail('not_supported', {
    message: 'This second factor is there already. Remove it first.',
    details: { reason: 'factor_exists' },
  });
}
