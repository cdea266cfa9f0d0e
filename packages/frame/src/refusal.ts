import type { ErrorCode, FrameError, FrameErrorType, NotSupportedReason } from '@latchkey/wire';

/** What a host has to know of a refusal besides, to cure it. None of it opens anything. */
export type RefusalDetails = Omit<FrameError, 'type' | 'message' | 'code'>;

/** An error that the frame answers: its type and text go to the host page, so neither ever holds a secret. */
export interface Refusal extends Error {
  readonly type: FrameErrorType;
  /** The service's code, where it was the service that refused. */
  readonly code: ErrorCode | undefined;
  readonly details: RefusalDetails;
}

/**
 * Stops the act in hand with an answer for the host page.
 *
 * @param type error type of docs/wire/protocol.md §4.5
 * @param message what happened and what to do
 * @throws Refusal always
 */
export function refuse(
  type: FrameErrorType,
  message: string,
  code?: ErrorCode,
  details: RefusalDetails = {},
): never {
  throw Object.assign(new Error(message), { name: 'Refusal', type, code, details });
}

/** Stops an act that a second factor has to be verified for, as the service does. */
export function refuseUnverified(message = 'Missing or invalid MFA'): never {
  refuse('missing_or_invalid_mfa', message, 'missing_or_invalid_mfa');
}

/** Stops an act that is not supported, for a reason that the host page can tell its user. */
export function refuseUnsupported(reason: NotSupportedReason, message: string): never {
  refuse('error', message, 'not_supported', { reason });
}

/** Tells whether an error is a {@link Refusal}, and of the given type if one is named. */
export function isRefusal(error: unknown, type?: FrameErrorType): error is Refusal {
  if (!(error instanceof Error) || error.name !== 'Refusal') return false;
  return type === undefined || (error as Refusal).type === type;
}

/** What the host page reads of an error. Of an unforeseen one it reads nothing, because its text may quote a secret. */
export function toFrameError(error: unknown): FrameError {
  if (!isRefusal(error)) return { type: 'error', message: 'Something went wrong in the wallet. Try again.' };
  const { type, message, code, details } = error;
  return { type, message, ...(code ? { code } : {}), ...details };
}
