import { isCode, type ServiceError } from '@latchkey/wire';

export const passkeyErrorTexts = {
  blocked: 'Your browser blocked the window. Allow pop-ups for this site and try again.',
  left: 'The window was closed before a passkey was used.',
  full: 'Your wallet has reached its passkey limit.',
  foreign: "This passkey doesn't open your wallet.",
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
