import { isCode } from '@latchkey/wire';
import { findFactorPrompt } from '../step-up/index.ts';

/** Returns true if a call was refused because a second factor must be verified first. */
export const errorIndicatesMfaRequired = (error: unknown): boolean => findFactorPrompt(error) !== null;

/** Returns true if a code or other proof of a second factor was wrong or missing. */
export const errorIndicatesMfaVerificationFailed = (error: unknown): boolean =>
  isCode(error, 'missing_or_invalid_mfa') || isCode(error, 'invalid_enrollment_code');

/** Returns true if a second factor was tried too often (MFA-24). */
export const errorIndicatesMaxMfaRetries = (error: unknown): boolean =>
  isCode(error, 'mfa_verification_max_attempts_reached');

/** Returns true if a call failed because the user gave no second factor within five minutes (MFA-25). */
export const errorIndicatesMfaTimeout = (error: unknown): boolean => isCode(error, 'mfa_timeout');
