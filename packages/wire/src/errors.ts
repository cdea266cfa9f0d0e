import type { NotSupportedReason } from './notSupported.ts';

/** Facts about an error that follow from its code. */
interface ErrorFacts {
  /** HTTP status of an answer with the code, or null for a code that no answer has. */
  readonly status: number | null;
  readonly message: string;
  /** True if the same call, or the same step of the user, may succeed later. */
  readonly retryable: boolean;
}

const facts = (status: number | null, message: string, retryable: boolean): ErrorFacts => ({
  status,
  message,
  retryable,
});
const final = (status: number | null, message: string) => facts(status, message, false);
const retryable = (status: number | null, message: string) => facts(status, message, true);

/**
 * Every code that Latchkey can answer or raise, in one table.
 *
 * A code is the contract: it survives HTTP, window messages and duplicated bundles, where `instanceof` fails.
 * Business errors never use 408, 409, 425 or 5xx, because published clients send such a request again.
 */
export const errorTable = {
  // session and access
  missing_or_invalid_token: final(401, 'Missing or invalid token'),
  must_be_authenticated: final(401, 'User must be authenticated'),
  recent_login_required: final(403, 'Please log in again'),
  // after a change of accounts was undone; a 403, so that published clients do not send the request again
  account_on_hold: final(403, 'This account is on hold for 24 hours because a change to it was undone'),
  invalid_app_secret: final(401, 'Invalid app ID or app secret'),
  missing_or_invalid_privy_app_id: final(400, 'Missing or invalid app ID'),
  app_not_found: final(404, 'There is no such app'),
  app_disabled: final(403, 'This app is disabled'),
  app_managed_by_file: final(422, 'This app comes from the apps file; change it there'),
  origin_not_allowed: final(403, "This origin is not one of the app's allowed origins"),
  wrong_service_address: final(403, "The wallet frame was not loaded from the service's own address"),
  use_dpop_nonce: retryable(401, 'A server nonce is required in the proof'),
  invalid_dpop_proof: final(401, 'Missing or invalid proof of possession'),
  insufficient_role: final(403, 'The role of this token does not permit this'),
  // login
  invalid_credentials: retryable(422, 'Invalid or expired verification code'),
  // for a second factor; not missing_or_invalid_mfa, after which published clients send the wrong code again
  invalid_enrollment_code: retryable(422, 'Invalid or expired verification code'),
  invalid_captcha: retryable(422, 'Please try again.'),
  disallowed_login_method: final(403, 'This login method is not allowed'),
  disallowed_plus_email: final(422, 'Email addresses with a plus sign are not allowed'),
  allowlist_rejected: final(403, "You don't have access to this app"),
  max_accounts_reached: final(403, 'This app is not accepting new users'),
  user_does_not_exist: final(404, 'No account exists for this login'),
  linked_to_another_user: final(422, 'This account has already been linked to another user.'),
  account_transfer_required: final(
    422,
    'This account is linked to another user. It can be moved to this one.',
  ),
  cannot_link_more_of_type: final(422, 'User already has an account of this type linked.'),
  cannot_unlink_sole_account: final(422, "You can't remove your only way to log in."),
  too_many_requests: retryable(429, 'Too many attempts.'),
  // Existing clients know this code and show its message to users.
  twilio_verification_failed: retryable(422, 'The text message could not be sent'),
  delivery_failed: retryable(422, 'The message could not be sent'),
  oauth_user_denied: retryable(422, 'User denied confirmation during OAuth flow'),
  oauth_account_suspended: final(422, 'The account is suspended at its provider'),
  oauth_unexpected: retryable(422, 'Something went wrong. Please try again.'),
  unknown_auth_error: retryable(422, 'Unknown error occurred.'),
  // requests
  invalid_data: final(400, 'The request is not valid'),
  request_too_large: final(413, 'The request body is too large'),
  unsupported_media_type: final(415, 'The request body must be JSON'),
  not_found: final(404, 'There is no such route'),
  webhook_not_found: final(404, 'There is no such webhook, or no such delivery of it'),
  not_supported: final(422, 'This is not supported'),
  idempotency_mismatch: final(422, 'This request id was used with another body'),
  service_unavailable: retryable(503, 'The service is not available right now'),
  internal_error: retryable(500, 'Something went wrong'),
  // wallets
  embedded_wallet_already_exists: final(422, 'Only one Latchkey wallet per user is currently allowed'),
  embedded_wallet_not_found: final(404, 'There is no embedded wallet'),
  invalid_recovery_pin: retryable(422, 'Invalid recovery password'),
  recovery_changed: retryable(422, 'Recovery was changed elsewhere'),
  wallet_not_on_device: final(404, 'The wallet is not on this device'),
  recovery_passkey_not_found: final(404, 'This passkey does not open this wallet'),
  session_not_found: final(404, 'There is no such session'),
  device_not_found: final(404, 'There is no such device'),
  missing_or_invalid_mfa: retryable(401, 'Missing or invalid MFA'),
  // a 429 like too_many_requests, under the name that existing clients know
  mfa_verification_max_attempts_reached: retryable(429, 'Max MFA verification attempts reached'),
  // `data` names the wallet that has to sign, for the frame
  wallet_signature_required: retryable(422, 'The wallet has to sign'),
  // funding
  funding_not_enabled: final(422, 'Wallet funding is not enabled.'),
  wallet_not_linked: final(422, "This wallet is not one of this user's"),
  // a 422, although it is an outage: published clients send a request again after a 5xx
  onramp_unavailable: retryable(422, 'The payment provider is not available right now'),
  // raised by the wallet frame only
  cloud_backup_missing: retryable(
    null,
    "This account doesn't have your backup. Choose the account you backed up with.",
  ),
  cloud_backup_damaged: final(null, "The backup in this account is damaged and can't open your wallet."),
  cloud_unavailable: retryable(null, "We couldn't reach your cloud storage. Try again."),
  // raised by clients and the wallet frame only
  client_request_timeout: retryable(null, 'The request timed out. Try again.'),
  network_error: retryable(null, 'The service could not be reached'),
  invalid_app_id: final(null, 'Cannot initialize the Latchkey provider with an invalid app ID'),
  invalid_api_url: final(
    null,
    'apiUrl must be an origin such as https://auth.example.com, without a path or a slash at the end',
  ),
  invalid_option: final(null, 'An option of the Latchkey client is not valid'),
  no_login_method: final(null, 'At least one login method must be enabled'),
  no_api: final(null, 'Session has no API instance'),
  no_auth_flow: final(null, 'No auth flow in progress.'),
  authentication_failed: retryable(null, 'Error authenticating session'),
  storage_unavailable: final(null, 'The browser blocks storage for this page'),
  captcha_failure: retryable(null, 'Captcha failed'),
  captcha_timeout: retryable(null, 'Captcha failed'),
  exited_auth_flow: retryable(null, 'User exited the login flow'),
  exited_link_flow: retryable(null, 'User exited the link flow'),
  exited_passkey_flow: retryable(null, 'The popup was closed before a passkey was used'),
  passkey_already_added: final(null, 'This device already has a passkey for this account.'),
  passkey_not_allowed: retryable(null, 'Passkey request timed out or rejected by user.'),
  passkey_not_supported: final(null, 'Passkeys are not available here'),
  exited_update_flow: retryable(null, 'User exited the update flow'),
  exited_wallet_flow: retryable(null, 'User exited the wallet flow'),
  failed_to_link_account: retryable(null, 'Error linking account'),
  invalid_message: final(null, 'Message must be a non-empty string'),
  unable_to_sign: retryable(null, 'Unable to sign'),
  insufficient_balance: retryable(null, 'Wallet has insufficient funds for this transaction.'),
  transaction_failure: retryable(null, 'The transaction could not be sent'),
  mfa_timeout: retryable(null, 'Timed out waiting for MFA code'),
  user_rejected_request: retryable(null, 'User rejected request'),
  user_exited_set_password_flow: retryable(null, 'User exited the set password flow'),
  unknown_embedded_wallet_error: retryable(null, 'Something went wrong with the embedded wallet'),
  // raised when the user's own wallet is connected or used (EXTW-22)
  generic_connect_wallet_error: retryable(null, 'Unable to connect to wallet.'),
  unknown_connect_wallet_error: retryable(null, 'Unable to connect to wallet.'),
  // the next three are raised when a wallet is funded; `details.reason` says why a quote was refused
  quote_failed: retryable(null, 'Error fetching quote from relay'),
  quote_refused: retryable(null, 'The quote is not what was asked for'),
  exited_funding_flow: retryable(null, 'User exited the funding flow'),
  insecure_context: final(null, 'Embedded wallet is only available over HTTPS'),
  wallet_proxy_timeout: retryable(null, 'The wallet did not answer in time'),
  // the next one is raised by a back end's SDK; a handler can pass the status on as its answer
  invalid_webhook: final(400, 'This webhook is not from the service'),
  unsupported_chain_id: final(null, 'This chain is not supported'),
};

/** Code of {@link errorTable}. */
export type ErrorCode = keyof typeof errorTable;

/** Error body on the wire (`docs/wire/protocol.md` §1.4). */
export interface ErrorReply {
  error: string;
  code: ErrorCode;
  data?: Record<string, unknown>;
}

/** Address of the published documentation (`apps/docs`), without a slash at the end. */
export const docsUrl = 'https://latchkey.github.io/latchkey';

/** The only error class of Latchkey. Callers recognise an error by its `code`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** HTTP status of the code, also if a client raised it; `null` for a code that no answer has. */
  readonly status: number | null;
  /** Facts for the caller, sent as `data`. They must contain no secret of the service or of another user. */
  readonly details: Record<string, unknown> | undefined;
  /** Address of the page that explains the error's cause and fix, for developers. Not sent in answers. */
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
    this.docs = `${docsUrl}/reference/errors#${code}`;
  }
}

/**
 * Throws the error of a code.
 *
 * @param code one of the table's codes
 * @param options `message` replaces the table's, `details` is for the caller, `cause` is not sent. `not_supported`
 *   needs a reason in `details`, because it has many causes
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

/** Returns true if a value is a ServiceError (of any copy of this module), with the given code if one is named. */
export function isCode(error: unknown, code?: ErrorCode): error is ServiceError {
  if (!(error instanceof Error) || error.name !== 'ServiceError') return false;
  return code === undefined || (error as ServiceError).code === code;
}

/** Converts an error to an answer. An unknown error becomes `internal_error`, without its text. */
export function toReply(error: unknown): { status: number; body: ErrorReply } {
  const known = isCode(error) && error.status !== null ? error : new ServiceError('internal_error');
  const body: ErrorReply = { error: known.message, code: known.code };
  if (known.details) body.data = known.details;
  return { status: known.status ?? 500, body };
}

/**
 * Converts an answer of the service to the error that the client throws. If the answer has no known code, its status
 * decides.
 */
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

/**
 * Returns the nearest code for a status, but never one that ends a session: a 401 without a known code may come from
 * a gateway, which knows nothing about sessions.
 */
function codeOfStatus(status: number): ErrorCode {
  if (status === 404) return 'not_found';
  if (status === 429) return 'too_many_requests';
  if (status === 400 || status === 422) return 'invalid_data';
  return status >= 502 && status <= 504 ? 'service_unavailable' : 'internal_error';
}
