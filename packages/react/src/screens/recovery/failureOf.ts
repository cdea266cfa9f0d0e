import { isCode, type ServiceError } from '@latchkey/wire';

export const recoveryErrorTexts = {
  wrongPassword: 'Invalid recovery password, please try again.',
  other: 'An error has occurred, please try again.',
  /** Spelt so, for those who look for the words that they know (EMBW-06). */
  noToken: 'An error has occured, please login again.',
  tooMany: 'Please wait before trying again.',
} as const;

/** What a person reads about a backup or a recovery that failed. */
export function failureOf(
  error: ServiceError,
  texts: { [T in keyof typeof recoveryErrorTexts]: string },
): string {
  if (isCode(error, 'invalid_recovery_pin')) return texts.wrongPassword;
  // A session that ended meanwhile has no token either.
  if (isCode(error, 'missing_or_invalid_token') || isCode(error, 'must_be_authenticated'))
    return texts.noToken;
  return isCode(error, 'too_many_requests') ? `${texts.other} ${texts.tooMany}` : texts.other;
}
