import { fail, type MfaMethod } from '@latchkey/wire';
import { type App, takesFactor } from '../apps/index.ts';

export const isTaken = ({ settings }: App, method: MfaMethod): boolean => takesFactor(settings, method);

/** Refuses an act because no factor was verified. @param methods those that the user could verify */
export function failUnverified(methods: readonly MfaMethod[]): never {
  const message = methods.length > 0 ? undefined : noneTaken;
  return fail('missing_or_invalid_mfa', { ...(message ? { message } : {}), details: { methods } });
}

const noneTaken = 'This app takes none of your second factors any more. Contact its support.';

/**
 * Refuses a wrong code, with the same answer as a used one. An attacker could otherwise learn that a code had been
 * right before.
 */
export function failWrong(): never {
  return fail('missing_or_invalid_mfa', { message: wrongCode });
}

/**
 * Refuses the wrong code of an enrolment. On `missing_or_invalid_mfa`, published clients would send it again until
 * every try is used up, and the right code would then be refused.
 */
export function failWrongEnrollment(): never {
  return fail('invalid_enrollment_code', { message: wrongCode });
}

const wrongCode = 'The code is not valid. If it keeps failing, check that the clock of your device is right.';
