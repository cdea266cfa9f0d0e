import { type ErrorCode, errorTable, type ServiceError } from '@latchkey/wire';
import type { connectionTexts } from '../../../texts/generated/en/connection.ts';

/** How often a person may try again (EXTW-06). */
const mostRetries = 2;

/** What a person reads of a connection that failed, and whether another try may help. */
export interface ConnectionFailure {
  readonly title: string;
  readonly detail: string;
  readonly isRetryable: boolean;
}

/** Refusals with words of their own, which say more than that it failed. */
const told: readonly ErrorCode[] = [
  'account_on_hold',
  'disallowed_login_method',
  'not_supported',
  'too_many_requests',
];

/**
 * Returns the text about a failure (EXTW-20): an account that is someone else's, a time that is over, a rejection, a limit and a request
 * that waits in the wallet have words of their own; whatever else went wrong between page and wallet is one sentence, and another once the tries are used up
 * (EXTW-06).
 *
 * @param retries how often it was tried again
 * @param textOf gives the words of any failure
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
