import { isCode, type ServiceError } from '@latchkey/wire';

export const passkeyErrorTexts = {
  blocked: 'Your browser opened no window. Allow it to, then try again.',
  left: 'No passkey was used.',
  full: 'Your wallet has as many passkeys as it can have.',
  foreign: 'This passkey does not open your wallet.',
  other: 'An error has occurred, please try again.',
} as const;

/** What a person reads about a passkey that could not be added, removed or used. */
export function passkeyFailure(
  error: ServiceError,
  texts: { [T in keyof typeof passkeyErrorTexts]: string },
): string {
  if (error.details?.reason === 'popup_blocked') return texts.blocked;
  if (isCode(error, 'exited_passkey_flow')) return texts.left;
  if (isCode(error, 'cannot_link_more_of_type')) return texts.full;
  return isCode(error, 'recovery_passkey_not_found') ? texts.foreign : texts.other;
}
