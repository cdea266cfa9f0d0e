import type { NotSupportedReason } from './notSupported.ts';

/**
 * Every code that Latchkey can answer or raise, in one table.
 *
 * A code is the contract: it survives HTTP, window messages and duplicated bundles, where `instanceof` does not.
 * `status` is the HTTP status of a server answer, or `null` for a code that only ever arises in a client.
 * Business errors never use 409, 425 or 5xx, because published clients post such a request again.
 */
export const errorTable = {
  // session and access
  missing_or_invalid_token: { status: 401, message: 'Missing or invalid token', retryable: false },
  must_be_authenticated: { status: 401, message: 'User must be authenticated', retryable: false },
  recent_login_required: { status: 403, message: 'Please log in again', retryable: false },
  // after a change of accounts was undone; a 403, which published clients never send again
  account_on_hold: {
    status: 403,
    message: 'This account is on hold for 24 hours because a change to it was undone',
    retryable: false,
  },
  invalid_app_secret: { status: 401, message: 'Invalid app ID or app secret', retryable: false },
  missing_or_invalid_privy_app_id: { status: 400, message: 'Missing or invalid app ID', retryable: false },
  app_not_found: { status: 404, message: 'There is no such app', retryable: false },
  app_disabled: { status: 403, message: 'This app is disabled', retryable: false },
  app_managed_by_file: {
    status: 422,
    message: 'This app comes from the apps file; change it there',
    retryable: false,
  },
  origin_not_allowed: {
    status: 403,
    message: "This origin is not one of the app's allowed origins",
    retryable: false,
  },
  wrong_service_address: {
    status: 403,
    message: "The wallet frame was not loaded from the service's own address",
    retryable: false,
  },
  use_dpop_nonce: { status: 401, message: 'A server nonce is required in the proof', retryable: true },
  invalid_dpop_proof: { status: 401, message: 'Missing or invalid proof of possession', retryable: false },
  // login
  invalid_credentials: { status: 422, message: 'Invalid or expired verification code', retryable: true },
  // of a second factor; not missing_or_invalid_mfa, on which published clients send the wrong code four times
  invalid_enrollment_code: { status: 422, message: 'Invalid or expired verification code', retryable: true },
  invalid_captcha: { status: 422, message: 'Please try again.', retryable: true },
  disallowed_login_method: { status: 403, message: 'This login method is not allowed', retryable: false },
  disallowed_plus_email: {
    status: 422,
    message: 'Email addresses with a plus sign are not allowed',
    retryable: false,
  },
  allowlist_rejected: { status: 403, message: "You don't have access to this app", retryable: false },
  max_accounts_reached: { status: 403, message: 'This app is not accepting new users', retryable: false },
  user_does_not_exist: { status: 404, message: 'No account exists for this login', retryable: false },
  linked_to_another_user: {
    status: 422,
    message: 'This account has already been linked to another user.',
    retryable: false,
  },
  account_transfer_required: {
    status: 422,
    message: 'This account is linked to another user. It can be moved to this one.',
    retryable: false,
  },
  cannot_link_more_of_type: {
    status: 422,
    message: 'User already has an account of this type linked.',
    retryable: false,
  },
  cannot_unlink_sole_account: {
    status: 422,
    message: "You can't remove your only way to log in.",
    retryable: false,
  },
  too_many_requests: { status: 429, message: 'Too many attempts.', retryable: true },
  // What Twilio is to existing clients, whose users read this message.
  twilio_verification_failed: {
    status: 422,
    message: 'The text message could not be sent',
    retryable: true,
  },
  delivery_failed: { status: 422, message: 'The message could not be sent', retryable: true },
  oauth_user_denied: {
    status: 422,
    message: 'User denied confirmation during OAuth flow',
    retryable: true,
  },
  oauth_account_suspended: {
    status: 422,
    message: 'The account is suspended at its provider',
    retryable: false,
  },
  oauth_unexpected: { status: 422, message: 'Something went wrong. Please try again.', retryable: true },
  unknown_auth_error: { status: 422, message: 'Unknown error occurred.', retryable: true },
  // requests
  invalid_data: { status: 400, message: 'The request is not valid', retryable: false },
  request_too_large: { status: 413, message: 'The request body is too large', retryable: false },
  unsupported_media_type: { status: 415, message: 'The request body must be JSON', retryable: false },
  not_found: { status: 404, message: 'There is no such route', retryable: false },
  webhook_not_found: {
    status: 404,
    message: 'There is no such webhook, or no such delivery of it',
    retryable: false,
  },
  not_supported: { status: 422, message: 'This is not supported', retryable: false },
  idempotency_mismatch: {
    status: 422,
    message: 'This request id was used with another body',
    retryable: false,
  },
  service_unavailable: { status: 503, message: 'The service is not available right now', retryable: true },
  internal_error: { status: 500, message: 'Something went wrong', retryable: true },
  // wallets
  embedded_wallet_already_exists: {
    status: 422,
    message: 'Only one Latchkey wallet per user is currently allowed',
    retryable: false,
  },
  embedded_wallet_not_found: { status: 404, message: 'There is no embedded wallet', retryable: false },
  invalid_recovery_pin: { status: 422, message: 'Invalid recovery password', retryable: true },
  recovery_changed: { status: 422, message: 'Recovery was changed elsewhere', retryable: true },
  wallet_not_on_device: { status: 404, message: 'The wallet is not on this device', retryable: false },
  recovery_passkey_not_found: {
    status: 404,
    message: 'This passkey does not open this wallet',
    retryable: false,
  },
  session_not_found: { status: 404, message: 'There is no such session', retryable: false },
  device_not_found: { status: 404, message: 'There is no such device', retryable: false },
  missing_or_invalid_mfa: { status: 401, message: 'Missing or invalid MFA', retryable: true },
  // a 429 like too_many_requests, under the name that existing clients have for it
  mfa_verification_max_attempts_reached: {
    status: 429,
    message: 'Max MFA verification attempts reached',
    retryable: true,
  },
  // tells the frame, in `data`, which wallet has to sign
  wallet_signature_required: {
    status: 422,
    message: 'The wallet has to sign',
    retryable: true,
  },
  // funding
  funding_not_enabled: { status: 422, message: 'Wallet funding is not enabled.', retryable: false },
  wallet_not_linked: { status: 422, message: "This wallet is not one of this user's", retryable: false },
  // a 422, although it is an outage: published clients post again what was answered by a 5xx
  onramp_unavailable: {
    status: 422,
    message: 'The payment provider is not available right now',
    retryable: true,
  },
  // raised by the wallet frame only
  cloud_backup_missing: {
    status: null,
    message: "This account doesn't have your backup. Choose the account you backed up with.",
    retryable: true,
  },
  cloud_backup_damaged: {
    status: null,
    message: "The backup in this account is damaged and can't open your wallet.",
    retryable: false,
  },
  cloud_unavailable: {
    status: null,
    message: "We couldn't reach your cloud storage. Try again.",
    retryable: true,
  },
  // raised by clients only
  client_request_timeout: { status: null, message: 'The request timed out. Try again.', retryable: true },
  network_error: { status: null, message: 'The service could not be reached', retryable: true },
  invalid_app_id: {
    status: null,
    message: 'Cannot initialize the Latchkey provider with an invalid app ID',
    retryable: false,
  },
  invalid_api_url: {
    status: null,
    message:
      'apiUrl must be an origin such as https://auth.example.com, without a path or a slash at the end',
    retryable: false,
  },
  invalid_option: {
    status: null,
    message: 'An option of the Latchkey client is not valid',
    retryable: false,
  },
  no_login_method: { status: null, message: 'At least one login method must be enabled', retryable: false },
  no_api: { status: null, message: 'Session has no API instance', retryable: false },
  no_auth_flow: { status: null, message: 'No auth flow in progress.', retryable: false },
  authentication_failed: { status: null, message: 'Error authenticating session', retryable: true },
  storage_unavailable: {
    status: null,
    message: 'The browser blocks storage for this page',
    retryable: false,
  },
  captcha_failure: { status: null, message: 'Captcha failed', retryable: true },
  captcha_timeout: { status: null, message: 'Captcha failed', retryable: true },
  exited_auth_flow: { status: null, message: 'User exited the login flow', retryable: true },
  exited_link_flow: { status: null, message: 'User exited the link flow', retryable: true },
  exited_passkey_flow: {
    status: null,
    message: 'The popup was closed before a passkey was used',
    retryable: true,
  },
  passkey_already_added: {
    status: null,
    message: 'This device already has a passkey for this account.',
    retryable: false,
  },
  passkey_not_allowed: {
    status: null,
    message: 'Passkey request timed out or rejected by user.',
    retryable: true,
  },
  passkey_not_supported: { status: null, message: 'Passkeys are not available here', retryable: false },
  exited_update_flow: { status: null, message: 'User exited the update flow', retryable: true },
  exited_wallet_flow: { status: null, message: 'User exited the wallet flow', retryable: true },
  failed_to_link_account: { status: null, message: 'Error linking account', retryable: true },
  invalid_message: { status: null, message: 'Message must be a non-empty string', retryable: false },
  unable_to_sign: { status: null, message: 'Unable to sign', retryable: true },
  insufficient_balance: {
    status: null,
    message: 'Wallet has insufficient funds for this transaction.',
    retryable: true,
  },
  transaction_failure: { status: null, message: 'The transaction could not be sent', retryable: true },
  mfa_timeout: { status: null, message: 'Timed out waiting for MFA code', retryable: true },
  user_rejected_request: { status: null, message: 'User rejected request', retryable: true },
  user_exited_set_password_flow: {
    status: null,
    message: 'User exited the set password flow',
    retryable: true,
  },
  unknown_embedded_wallet_error: {
    status: null,
    message: 'Something went wrong with the embedded wallet',
    retryable: true,
  },
  // raised where a wallet that the person brought is connected or asked (EXTW-22)
  generic_connect_wallet_error: {
    status: null,
    message: 'Unable to connect to wallet.',
    retryable: true,
  },
  unknown_connect_wallet_error: {
    status: null,
    message: 'Unable to connect to wallet.',
    retryable: true,
  },
  // raised where a wallet is funded; the reason of a refused quote is in `details.reason`
  quote_failed: { status: null, message: 'Error fetching quote from relay', retryable: true },
  quote_refused: { status: null, message: 'The quote is not what was asked for', retryable: true },
  exited_funding_flow: { status: null, message: 'User exited the funding flow', retryable: true },
  insecure_context: {
    status: null,
    message: 'Embedded wallet is only available over HTTPS',
    retryable: false,
  },
  wallet_proxy_timeout: { status: null, message: 'The wallet did not answer in time', retryable: true },
  // raised by a back end's SDK; the status is what a handler that passes it on answers the sender
  invalid_webhook: { status: 400, message: 'This webhook is not from the service', retryable: false },
  unsupported_chain_id: { status: null, message: 'This chain is not supported', retryable: false },
} as const satisfies Record<string, { status: number | null; message: string; retryable: boolean }>;

/** One of the codes of {@link errorTable}. */
export type ErrorCode = keyof typeof errorTable;

/** What an error body holds on the wire (`docs/wire/protocol.md` §1.4). */
export interface ErrorReply {
  error: string;
  code: ErrorCode;
  data?: Record<string, unknown>;
}

/** The one error class. What a caller may rely on is `code`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** HTTP status of the answer, or `null` for an error that arose in the client. */
  readonly status: number | null;
  /** Facts for the caller, sent as `data`. Never a secret. */
  readonly details: Record<string, unknown> | undefined;
  /** For developers, never part of an answer: the entry of the documentation with cause and cure. */
  readonly docs: string;

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorTable[code].status;
    this.details = options.details;
    this.docs = `docs/reference/errors.md#${code}`;
  }
}

/**
 * Throws the error of a code.
 *
 * @param code one of the table's codes
 * @param options `message` in place of the table's, `details` for the caller, `cause` for the log; of `not_supported` the reason in
 *   `details`, because the code has many causes
 * @throws ServiceError always
 */
export function fail(
  code: 'not_supported',
  options: { message?: string; details: { reason: NotSupportedReason } },
): never;
export function fail(
  code: Exclude<ErrorCode, 'not_supported'>,
  options?: ConstructorParameters<typeof ServiceError>[1],
): never;
export function fail(code: ErrorCode, options?: ConstructorParameters<typeof ServiceError>[1]): never {
  throw new ServiceError(code, options);
}

/** Tells whether a value is a ServiceError (of any copy of this module), and of the given code if one is named. */
export function isCode(error: unknown, code?: ErrorCode): error is ServiceError {
  if (!(error instanceof Error) || error.name !== 'ServiceError') return false;
  return code === undefined || (error as ServiceError).code === code;
}

/** Turns an error into the body that goes over the wire. Anything unknown becomes `internal_error`, without its text. */
export function toReply(error: unknown): { status: number; body: ErrorReply } {
  const known = isCode(error) && error.status !== null ? error : new ServiceError('internal_error');
  const body: ErrorReply = { error: known.message, code: known.code };
  if (known.details) body.data = known.details;
  return { status: known.status ?? 500, body };
}

/** Turns an answer of the service into the error that the client throws. Codes of a newer server become the nearest known one. */
export function fromReply(status: number, json: unknown): ServiceError {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Partial<Record<string, unknown>>;
  const details = typeof body.data === 'object' && body.data !== null ? { ...body.data } : undefined;
  const code =
    typeof body.code === 'string' && Object.hasOwn(errorTable, body.code)
      ? (body.code as ErrorCode)
      : undefined;
  const message = code && typeof body.error === 'string' ? body.error.slice(0, 200) : undefined;
  return new ServiceError(code ?? codeOfStatus(status), {
    ...(message ? { message } : {}),
    ...(details ? { details: details as Record<string, unknown> } : {}),
  });
}

/** Never a code that ends a session: a 401 without our code is a gateway's in between, which knows nothing of sessions. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 404) return 'not_found';
  if (status === 429) return 'too_many_requests';
  if (status === 400 || status === 422) return 'invalid_data';
  return status >= 502 && status <= 504 ? 'service_unavailable' : 'internal_error';
}
