import { type ErrorCode, isCode, type ServiceError } from '@latchkey/wire';

/** Error for dapps, with a numeric code (EIP-1193, EIP-1474). */
export interface ProviderRpcError extends Error {
  readonly code: number;
  readonly data?: unknown;
}

/**
 * Codes of EIP-1193 and EIP-1474 for our error codes, and 4902, with which wallets reject an unknown chain. Other
 * errors become internal errors of JSON-RPC (SIGN-08), unless the chain's node cannot be reached.
 */
const providerCodes: Partial<Record<ErrorCode, number>> = {
  user_rejected_request: 4001,
  // The user left a login or wallet creation that a dapp's connection request opened.
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
/** Code for a provider without a connection to its chain (EIP-1193). */
const chainDisconnected = 4901;

/** Converts any error to one for dapps. For a ServiceError, `data` has its code, and the hash of a signed transaction. */
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

/** Returns true if the chain's node did not answer, or does not serve this page. */
const isCutOff = ({ details }: ServiceError) => details?.node === 'unanswered' || details?.node === 'refused';

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
