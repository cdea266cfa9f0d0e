import { type ErrorCode, errorTable, type ServiceError } from '@latchkey/wire';
import { type ErrorTexts, errorTextOf } from '../../error/errorTexts.ts';
import type { ConnectionTexts } from './connectionTexts.ts';

/** How often a person may try again (EXTW-06). */
const mostRetries = 2;

/** What a person reads of a connection that failed, and whether another try may help. */
export interface ConnectionFailure {
  readonly title: string;
  readonly detail: string;
  readonly isRetryable: boolean;
}

/** Refusals of the service with a row of their own in the catalogue, which says more than that it failed. */
const told: readonly ErrorCode[] = ['account_on_hold', 'disallowed_login_method', 'too_many_requests'];

/**
 * What is said of a failure (EXTW-20): an account that is someone else's, a time that is over, a rejection, a limit and a request
 * that waits in the wallet have words of their own; whatever else went wrong between page and wallet is one sentence, and another once the tries are used up
 * (EXTW-06).
 *
 * @param retries how often it was tried again
 */
export function failureText(
  error: ServiceError,
  retries: number,
  texts: ConnectionTexts,
  errors: ErrorTexts,
): ConnectionFailure {
  const { code, message, details } = error;
  if (code === 'linked_to_another_user')
    return { title: texts.refused, detail: texts.taken, isRetryable: false };
  if (code === 'cannot_link_more_of_type')
    return { title: texts.refused, detail: message, isRetryable: false };
  if (told.includes(code)) {
    const { title, detail } = errorTextOf(error, errors);
    return { title, detail, isRetryable: errorTable[code].retryable && retries < mostRetries };
  }
  if (details?.isPending === true)
    return { title: texts.pending, detail: texts.pendingDetail, isRetryable: true };
  const title = code === 'user_rejected_request' ? texts.rejected : texts.failed;
  if (retries >= mostRetries) return { title, detail: texts.often, isRetryable: false };
  const detail = code === 'client_request_timeout' ? texts.timedOut : texts.once;
  return { title, detail, isRetryable: true };
}
