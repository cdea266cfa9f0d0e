import { isCode, type ServiceError } from '@latchkey/wire';
import type { passkeyErrorsTexts } from '../../../texts/generated/en/passkeyErrors.ts';

export function passkeyFailure(
  error: ServiceError,
  texts: { [T in keyof typeof passkeyErrorsTexts]: string },
): string {
  if (error.details?.reason === 'popup_blocked') return texts.blocked;
  if (isCode(error, 'exited_passkey_flow')) return texts.left;
  if (isCode(error, 'cannot_link_more_of_type')) return texts.full;
  return isCode(error, 'recovery_passkey_not_found') ? texts.foreign : texts.other;
}
