import { type ErrorCode, errorTable, type ServiceError } from '@latchkey/wire';
import type { connectionTexts } from '../../../texts/generated/en/connection.ts';

/** Maximum number of retries (EXTW-06). */
const mostRetries = 2;

export interface ConnectionFailure {
  readonly title: string;
  readonly detail: string;
  readonly isRetryable: boolean;
}

const told: readonly ErrorCode[] = [
  'account_on_hold',
  'disallowed_login_method',
  'not_supported',
  'too_many_requests',
];

/**
 * Returns the text of a failed connection (EXTW-20), and whether the user can retry it (EXTW-06).
 *
 * @param retries number of retries so far
 * @param textOf returns the text of any failure
 */
export function failureText(
  error: ServiceError,
  retries: number,
  texts: typeof connectionTexts,
  textOf: (error: ServiceError) => { readonly title: string; readonly detail: string },
): ConnectionFailure {
  const { code, message, details } = error;
  if (code === 'linked_to_another_user')
    return { title: texts.refused, detail: texts.taken, isRetryable: false };
  if (code === 'cannot_link_more_of_type')
    return { title: texts.refused, detail: message, isRetryable: false };
  if (told.includes(code)) {
    const { title, detail } = textOf(error);
    return { title, detail, isRetryable: errorTable[code].retryable && retries < mostRetries };
  }
  if (details?.isPending === true)
    return { title: texts.pending, detail: texts.pendingDetail, isRetryable: true };
  const title = code === 'user_rejected_request' ? texts.rejected : texts.failed;
  if (retries >= mostRetries) return { title, detail: texts.often, isRetryable: false };
  const detail = code === 'client_request_timeout' ? texts.timedOut : texts.once;
  return { title, detail, isRetryable: true };
}
