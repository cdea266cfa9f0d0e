import { isCode, type ServiceError } from '@latchkey/wire';
import type { recoveryErrorsTexts } from '../../texts/generated/en/recoveryErrors.ts';

export function failureOf(
  error: ServiceError,
  texts: { [T in keyof typeof recoveryErrorsTexts]: string },
): string {
  if (isCode(error, 'invalid_recovery_pin')) return texts.wrongPassword;
  // A session that has ended has no token either, so both errors have the same text.
  if (isCode(error, 'missing_or_invalid_token') || isCode(error, 'must_be_authenticated'))
    return texts.noToken;
  return isCode(error, 'too_many_requests') ? `${texts.other} ${texts.tooMany}` : texts.other;
}
