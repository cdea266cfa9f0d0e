import { fail, type MfaMethod } from '@latchkey/wire';
import { type App, takesFactor } from '../apps/index.ts';

/** Tells whether an app takes a method now, for enrolment and for verification. */
export const isTaken = ({ settings }: App, method: MfaMethod): boolean => takesFactor(settings, method);

/** Refuses for want of a factor. @param methods those that would do */
export function failUnverified(methods: readonly MfaMethod[]): never {
  const message = methods.length > 0 ? undefined : noneTaken;
  return fail('missing_or_invalid_mfa', { ...(message ? { message } : {}), details: { methods } });
}

const noneTaken = 'This app takes none of your second factors any more. Contact its support.';

/** One answer for whatever is wrong with a code: not how far off it was, nor whether it was right before. */
export function failWrong(): never {
  return fail('missing_or_invalid_mfa', { message: wrongCode });
}

/**
 * The same for the code of an enrolment. On `missing_or_invalid_mfa` published clients send the wrong code again until every try
 * is used up, and the right one is then refused.
 */
export function failWrongEnrollment(): never {
  return fail('invalid_enrollment_code', { message: wrongCode });
}

const wrongCode = 'The code is not valid. If it keeps failing, check that the clock of your device is right.';
