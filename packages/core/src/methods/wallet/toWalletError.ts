import { type ErrorCode, isCode, ServiceError } from '@latchkey/wire';

/** Failures of a login by wallet that say nothing more by themselves. */
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
 * Says of a failed login or link by wallet what wallet errors say (EXTW-21). The code stays the same, by which screens
 * choose their own words (EXTW-20); what tells the person more, as a rejection by the allowlist, stays as it is.
 */
function toWalletError(cause: unknown): unknown {
  if (!isCode(cause)) return new ServiceError('unknown_auth_error', { message: other, cause });
  const message = words[cause.code] ?? (mute.includes(cause.code) ? other : null);
  if (message === null) return cause;
  const { code, details } = cause;
  return new ServiceError(code, { message, cause, ...(details ? { details } : {}) });
}

const other = 'could not log in with wallet';

/** Does something by a wallet, and says of a failure what wallets' do. */
export async function guardWallet<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw toWalletError(cause);
  }
}
