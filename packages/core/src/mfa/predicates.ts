import { isCode } from '@latchkey/wire';
import { findFactorPrompt } from '../step-up/index.ts';

/** Tells whether something was refused until a second factor is verified. */
export const errorIndicatesMfaRequired = (error: unknown): boolean => findFactorPrompt(error) !== null;

/** Tells whether what was shown for a second factor was not right; it can be tried again. */
export const errorIndicatesMfaVerificationFailed = (error: unknown): boolean =>
  isCode(error, 'missing_or_invalid_mfa') || isCode(error, 'invalid_enrollment_code');

/** Tells whether a second factor was tried too often: the service takes none for ten seconds (MFA-24). */
export const errorIndicatesMaxMfaRetries = (error: unknown): boolean =>
  isCode(error, 'mfa_verification_max_attempts_reached');

/** Tells whether no second factor came within five minutes (MFA-25). */
export const errorIndicatesMfaTimeout = (error: unknown): boolean => isCode(error, 'mfa_timeout');
