import { type ErrorCode, isCode, type ServiceError } from '@latchkey/wire';

/** An error as dapps know them (EIP-1193, EIP-1474): a number, and the text. */
export interface ProviderRpcError extends Error {
  readonly code: number;
  readonly data?: unknown;
}

/** Codes of EIP-1193 and EIP-1474 for our own. Everything else is an internal error of JSON-RPC (SIGN-08, D44). */
const providerCodes: Partial<Record<ErrorCode, number>> = {
  user_rejected_request: 4001,
  // A login that a dapp's wish to connect opened, or the wallet's creation.
  exited_auth_flow: 4001,
  exited_wallet_flow: 4001,
  must_be_authenticated: 4100,
  missing_or_invalid_token: 4100,
  recent_login_required: 4100,
  missing_or_invalid_mfa: 4100,
  mfa_timeout: 4100,
  embedded_wallet_not_found: 4100,
  not_supported: 4200,
  unsupported_chain_id: 4902,
  invalid_data: -32602,
  invalid_message: -32602,
  insufficient_balance: -32003,
  transaction_failure: -32003,
  too_many_requests: -32005,
  mfa_verification_max_attempts_reached: -32005,
};
const internalError = -32603;
/** The provider is cut off from its chain (EIP-1193). */
const chainDisconnected = 4901;

/** Turns any error into one for a dapp; our own code travels in `data`, and the hash of what was signed. */
export function toProviderError(error: unknown): ProviderRpcError {
  if (isProviderError(error)) return error;
  if (!isCode(error)) return providerError(internalError, 'Internal error', undefined, error);
  return providerError(
    isCutOff(error) ? chainDisconnected : (providerCodes[error.code] ?? internalError),
    error.message,
    { code: error.code, ...(error.details?.hash === undefined ? {} : { hash: error.details.hash }) },
    error,
  );
}

/** Tells whether the chain's node gave no answer, or does not serve this page. */
const isCutOff = ({ details }: ServiceError) => details?.node === 'unanswered' || details?.node === 'refused';

/** Makes an error for a dapp. */
export function providerError(
  code: number,
  message: string,
  data?: unknown,
  cause?: unknown,
): ProviderRpcError {
  return Object.assign(new Error(message, { cause }), { name: 'ProviderRpcError', code, data });
}

function isProviderError(error: unknown): error is ProviderRpcError {
  return error instanceof Error && error.name === 'ProviderRpcError';
}
