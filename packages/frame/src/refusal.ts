import type { ErrorCode, FrameError, FrameErrorType, NotSupportedReason } from '@latchkey/wire';

/** Further facts that a host needs to resolve a refusal. None of them grants access. */
export type RefusalDetails = Omit<FrameError, 'type' | 'message' | 'code'>;

/** Error that the frame reports to the host page, so its type, text and details must not contain a secret. */
export interface Refusal extends Error {
  readonly type: FrameErrorType;
  /** Error code, from the service or the frame, if the refusal has one. */
  readonly code: ErrorCode | undefined;
  readonly details: RefusalDetails;
  /** True if the service refused a repeat. An earlier try, whose answer was lost, may have succeeded. */
  readonly isOfRepeat: boolean;
}

/**
 * Stops the current operation with an answer for the host page.
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
  isOfRepeat = false,
): never {
  throw Object.assign(new Error(message), { name: 'Refusal', type, code, details, isOfRepeat });
}

/** Stops an operation that needs a verified second factor, with the service's code. */
export function refuseUnverified(message = 'Missing or invalid MFA'): never {
  refuse('missing_or_invalid_mfa', message, 'missing_or_invalid_mfa');
}

/** Stops an operation that is not supported, with a reason that the host page can show to its user. */
export function refuseUnsupported(reason: NotSupportedReason, message: string): never {
  refuse('error', message, 'not_supported', { reason });
}

/** Returns true if an error is a {@link Refusal}, of the given type if one is named. */
export function isRefusal(error: unknown, type?: FrameErrorType): error is Refusal {
  if (!(error instanceof Error) || error.name !== 'Refusal') return false;
  return type === undefined || (error as Refusal).type === type;
}

/** Converts an error for the host page. An unforeseen error is replaced whole, because its text may quote a secret. */
export function toFrameError(error: unknown): FrameError {
  if (!isRefusal(error)) return { type: 'error', message: 'Something went wrong in the wallet. Try again.' };
  const { type, message, code, details } = error;
  return { type, message, ...(code ? { code } : {}), ...details };
}
