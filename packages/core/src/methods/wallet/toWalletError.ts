import { type ErrorCode, isCode, ServiceError } from '@latchkey/wire';

/** Errors of a login or link by wallet that say nothing specific. */
const mute: readonly ErrorCode[] = [
  'authentication_failed',
  'generic_connect_wallet_error',
  'internal_error',
  'unknown_auth_error',
  'unknown_connect_wallet_error',
];

const words: Partial<Record<ErrorCode, string>> = {
  linked_to_another_user: 'user already exists for this address',
  user_rejected_request: 'you rejected the request',
};

/**
 * Replaces some messages of a failed login or link by wallet with the specification's (EXTW-21). The code stays the
 * same, because screens choose their texts by it (EXTW-20). Errors with another specific code, such as a rejection by
 * the allowlist, stay as they are. An error without a code becomes `unknown_auth_error`.
 */
function toWalletError(cause: unknown): unknown {
  if (!isCode(cause)) return new ServiceError('unknown_auth_error', { message: other, cause });
  const message = words[cause.code] ?? (mute.includes(cause.code) ? other : null);
  if (message === null) return cause;
  const { code, details } = cause;
  return new ServiceError(code, { message, cause, ...(details ? { details } : {}) });
}

const other = 'could not log in with wallet';

/** Runs an action with a wallet, and converts its errors with {@link toWalletError}. */
export async function guardWallet<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw toWalletError(cause);
  }
}
