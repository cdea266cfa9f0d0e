import type { ErrorCode } from '@latchkey/wire';

interface Help {
  readonly cause: string;
  readonly fix: string;
}

const again = 'Call again a moment later. Nothing was changed.';
const showAgain = 'Show the message and let the user try again.';
const nothing = 'Nothing: the user decided to stop. Show no error, or offer the operation again.';

/**
 * Cause and fix of every code, for the page that lists them. They are not in the table of codes, because host pages
 * load that table.
 */
export const errorHelp: Readonly<Record<ErrorCode, Help>> = {
  missing_or_invalid_token: {
    cause:
      'The access token is missing, expired, forged, of another app, or of a session that has ended. If `@latchkey/node` checked the token, `details.reason` names the reason.',
    fix: 'Call `getAccessToken()` before every call. In a back end, answer 401. On a page, let the user log in again.',
  },
  must_be_authenticated: {
    cause: 'The operation needs a user, but no user is logged in.',
    fix: 'Wait for `authenticated`, or call `login()` first.',
  },
  recent_login_required: {
    cause:
      "The login is older than the operation allows: `sensitive_max_age` for account changes, `new_device_max_age` for a wallet on a new device. The client also raises this code if the user closes the modal's confirmation.",
    fix: 'The modal asks the user to confirm. If you use your own screens, confirm with `createLoginConfirmation`, then call again.',
  },
  account_on_hold: {
    cause:
      "A change of the account was undone less than a day ago. The user's wallets and accounts cannot be changed until `details.until`.",
    fix: 'Wait until then.',
  },
  invalid_app_secret: {
    cause: 'The back end sent a wrong app secret, or the secret of another app.',
    fix: 'Check `appId` and `appSecret`. The operator can create a new secret with `POST /api/v1/admin/apps/{id}/secret`.',
  },
  missing_or_invalid_privy_app_id: {
    cause: 'The header `privy-app-id` is missing, or longer than any app id.',
    fix: "Send it with every call. Latchkey's clients send it, so check whether a proxy drops headers.",
  },
  app_not_found: {
    cause: 'The service has no app with this id, or the page calls a different service than you expect.',
    fix: 'Compare `appId` and `apiUrl` of the page with the apps file, or with `GET /api/v1/admin/apps`. [Your own app](../guide/first-app.md) shows how to create an app.',
  },
  app_disabled: {
    cause: 'The operator turned the app off.',
    fix: 'Turn it on again, as described in [contracts](../contracts.md#apps).',
  },
  app_managed_by_file: {
    cause: 'The app is defined in the apps file, so the operator API cannot change it.',
    fix: 'Change the apps file and restart the service.',
  },
  insufficient_role: {
    cause: "The operator's token is valid, but its role does not permit the call.",
    fix: 'Use a token with the role in `data.role` of the answer, or a higher one. An admin [creates it](../guide/production.md#give-operators-tokens).',
  },
  origin_not_allowed: {
    cause:
      "The page's origin is not in the app's `allowed_origins`. Often the port differs, `www.` is missing, or the page uses http instead of https.",
    fix: "Add the exact origin from the browser's address bar, without a path.",
  },
  wrong_service_address: {
    cause: 'The wallet frame was loaded from an address that is not the configured address of the service.',
    fix: 'Set `apiUrl` to the address in `details.expected`, or set `LATCHKEY_URL` of the service to the address that browsers use.',
  },
  use_dpop_nonce: {
    cause: "The proof of possession lacks the server's nonce (RFC 9449).",
    fix: 'Nothing: the wallet frame sends the request again with the nonce.',
  },
  invalid_dpop_proof: {
    cause: 'A custody route was called without a proof of possession, or with a proof for another request.',
    fix: 'Let the wallet frame call these routes. If it does, compare the clocks of the browser and the service.',
  },
  invalid_credentials: {
    cause: 'A code or another proof is wrong, expired or already used.',
    fix: 'Show the message. After several wrong codes, send a new one.',
  },
  invalid_captcha: {
    cause: 'The app requires a captcha, and the request has no captcha token or one that was already used.',
    fix: 'If you use your own screens, show `place` of `useCaptcha` before you send a code ([captcha](../guide/captcha.md)).',
  },
  disallowed_login_method: {
    cause: "The login method is off in the app's settings.",
    fix: 'Turn the method on ([settings](settings.md)), or remove it from `loginMethods`.',
  },
  disallowed_plus_email: {
    cause: '`disable_plus_emails` is on and the email address contains a plus sign.',
    fix: 'Ask the user for an address without a plus sign.',
  },
  allowlist_rejected: {
    cause: 'The allowlist is on and the user is not on it.',
    fix: 'Add the user with `POST /api/v1/apps/{id}/allowlist`, or turn `allowlist_enabled` off.',
  },
  max_accounts_reached: {
    cause: 'The app has reached its maximum number of users, `max_users`.',
    fix: 'Raise `max_users`.',
  },
  user_does_not_exist: {
    cause:
      'A login that does not create accounts (`disableSignup`, a passkey) found no account, or a back end asked for a user that does not exist.',
    fix: 'Offer to sign up. In a back end, treat the user as not found.',
  },
  linked_to_another_user: {
    cause: 'The account to link is already linked to another user of the app.',
    fix: 'Let the user log in with that account instead, or turn `account_transfer` on.',
  },
  account_transfer_required: {
    cause: '`account_transfer` is on, and the account belongs to another user and can be moved from them.',
    fix: 'The modal asks the user. If you use your own screens, ask the user, then call `transferAccount`.',
  },
  cannot_link_more_of_type: {
    cause: 'The user already has an account of this type (or five passkeys).',
    fix: 'Offer to change or remove the existing account.',
  },
  cannot_unlink_sole_account: {
    cause: "The account is the user's last way to log in.",
    fix: 'Let the user link another account first.',
  },
  too_many_requests: {
    cause:
      'A limit was reached: of a network, an app, an email address or phone number, or a session ([limits](../limits.md)).',
    fix: 'Wait as long as `Retry-After` says. If all users behind your proxy reach the limit, set `LATCHKEY_TRUSTED_PROXIES`.',
  },
  twilio_verification_failed: {
    cause: 'The SMS provider refused the phone number or the message.',
    fix: "Show the message. The log of the service contains the provider's answer.",
  },
  delivery_failed: {
    cause: 'The mail server or the SMS provider did not accept the message.',
    fix: 'Check `LATCHKEY_SMTP_URL`, `LATCHKEY_SMS_URL` and the log of the service.',
  },
  oauth_user_denied: {
    cause: "The user declined on the provider's page.",
    fix: 'Offer the login again.',
  },
  oauth_account_suspended: {
    cause: 'The provider reports that the account is suspended.',
    fix: 'Offer another method.',
  },
  oauth_unexpected: {
    cause:
      'The provider answered with an error, or the redirect from the provider was forged, expired or already used.',
    fix: 'Let the user try again. If it keeps failing, compare the client id, secret and redirect URL with the settings at the provider ([social login](../guide/social-login.md)).',
  },
  unknown_auth_error: {
    cause:
      'The login failed for a reason without a code of its own; see `cause`. `details.reason` is `popup_blocked` if the browser blocked the popup.',
    fix: 'Call the function directly in a click handler, so that the browser allows popups. Otherwise look at `cause`.',
  },
  invalid_data: {
    cause: 'A field of the request is missing or wrong. `details.field` names it if possible.',
    fix: 'Compare the body with the [API](api.md).',
  },
  request_too_large: { cause: 'The body is larger than the route accepts.', fix: 'Send a smaller body.' },
  unsupported_media_type: {
    cause: 'A body was sent without `content-type: application/json`.',
    fix: 'Set the header.',
  },
  not_found: {
    cause: 'The route does not exist, or the id in its path does not.',
    fix: 'Compare the method and the path with the [API](api.md).',
  },
  webhook_not_found: {
    cause: 'The app has no webhook, or no delivery, with this id.',
    fix: 'List the webhooks with `GET /api/v1/admin/apps/{id}/webhooks`.',
  },
  not_supported: {
    cause:
      'The requested operation is not available here. `details.reason` (`data.reason` in an answer) names the reason.',
    fix: 'Offer another way, or set up the feature that the reason names.',
  },
  idempotency_mismatch: {
    cause: 'This request id was already used with a different body.',
    fix: 'Use a new id for a new request.',
  },
  service_unavailable: {
    cause: 'The database, a provider or a gateway in front of the service does not answer.',
    fix: `${again} \`/readyz\` and the log of the service show the failed part.`,
  },
  internal_error: {
    cause: 'The service has a fault, or the server at `apiUrl` is not a Latchkey service.',
    fix: 'Open `/healthz` at `apiUrl`: a Latchkey service answers `{"ok":true}`. If it does, read the log of the service.',
  },
  embedded_wallet_already_exists: {
    cause: 'The user already has a wallet.',
    fix: 'Use the wallet from `useWallets()`, or create another one with `createAdditional: true`.',
  },
  embedded_wallet_not_found: {
    cause: 'The user has no embedded wallet, or none with this address.',
    fix: 'Create a wallet first.',
  },
  invalid_recovery_pin: {
    cause: 'The recovery password is wrong.',
    fix: 'Let the user try again. After five wrong passwords, the wallet accepts no further attempts for 15 minutes.',
  },
  recovery_changed: {
    cause: 'The recovery of the wallet was changed in another window or on another device in the meantime.',
    fix: 'Load the user again and start over.',
  },
  wallet_not_on_device: {
    cause: "This browser holds no part of the wallet's key.",
    fix: 'The modal recovers the wallet. If you use your own screens, call `recoverWallet()` first.',
  },
  recovery_passkey_not_found: {
    cause: 'The passkey does not open this wallet.',
    fix: "Let the user choose another passkey, or the wallet's recovery method.",
  },
  session_not_found: {
    cause: 'The session has already ended, or belongs to another user.',
    fix: 'Load the list again.',
  },
  device_not_found: {
    cause: 'The browser was already removed, or belongs to another user.',
    fix: 'Load the list again.',
  },
  missing_or_invalid_mfa: {
    cause:
      'The user has a second factor, and this browser has not verified it for this operation, or the code was wrong. If the app uses `mfa_at_login`, the login is incomplete until the user has verified a factor.',
    fix: "Let the user verify one of the methods in `data.methods`. If the list is empty, the app no longer accepts any of the user's methods: turn one on again ([second factors](../guide/second-factors.md)).",
  },
  invalid_enrollment_code: {
    cause: 'The code to enrol a second factor is wrong.',
    fix: 'Let the user type it again. If codes of an authenticator app keep failing, check the clock of the device.',
  },
  mfa_verification_max_attempts_reached: {
    cause: 'The user entered too many wrong codes of a second factor, in this session or within a day.',
    fix: 'Wait for `data.retry_after_s` seconds.',
  },
  wallet_signature_required: {
    cause:
      'To add the first second factor, a user with a wallet must sign with the wallet that `data` names.',
    fix: 'The wallet frame opens that wallet and signs. A page cannot.',
  },
  cloud_backup_missing: {
    cause: 'The account at Google or Apple has no backup of this wallet.',
    fix: 'Let the user choose the account with which they made the backup.',
  },
  cloud_backup_damaged: {
    cause: 'The backup in the account was changed and cannot open the wallet.',
    fix: 'Let the user set up another recovery method in a browser that still holds the wallet.',
  },
  cloud_unavailable: { cause: 'Google or Apple did not answer.', fix: again },
  client_request_timeout: {
    cause: 'The service did not answer within 20 s.',
    fix: `${again} Check that \`apiUrl\` is the address of the service and that no firewall drops the calls.`,
  },
  network_error: {
    cause:
      "The client could not reach the service: the service is not running, the network is down, the address is wrong, or the page's Content-Security-Policy blocks the address.",
    fix: 'Start the service, check `apiUrl`, and allow the address in the policy ([csp](../guide/csp.md)). The client tries again when the page gets the focus.',
  },
  invalid_app_id: {
    cause: 'The app id is not 25 characters long. Often an environment variable of the build is not set.',
    fix: 'Pass the `id` of the app.',
  },
  invalid_api_url: {
    cause: '`apiUrl` is not an origin, or it is missing on a page that is not on localhost.',
    fix: 'Pass only scheme, host and port, such as `https://auth.example.com`.',
  },
  invalid_option: {
    cause: 'An option of the client or a setting from the service is wrong. The message names it.',
    fix: 'Compare it with the [settings](settings.md).',
  },
  no_login_method: {
    cause:
      'No login method is left: every method is off in the app, `loginMethods` lists none that is on, or a passkey is the only one.',
    fix: 'Turn a method on ([settings](settings.md)).',
  },
  no_api: {
    cause:
      'The client was called in an environment without `fetch`, for example during server-side rendering.',
    fix: 'Call it in an effect or an event handler.',
  },
  no_auth_flow: {
    cause:
      'A login step was called before the login began, for example a code was submitted before one was sent.',
    fix: 'Begin the login first (`sendCode`).',
  },
  authentication_failed: {
    cause: 'The session could not be authenticated.',
    fix: 'Let the user log in again.',
  },
  storage_unavailable: {
    cause: 'The browser blocks storage for the page, for example in some private windows.',
    fix: 'Nothing is needed: the session lasts until the user leaves the page. You may inform the user.',
  },
  captcha_failure: { cause: 'The user did not pass the captcha.', fix: showAgain },
  captcha_timeout: { cause: 'The captcha was not solved in time.', fix: showAgain },
  exited_auth_flow: { cause: 'The user closed the modal before the login was complete.', fix: nothing },
  exited_link_flow: { cause: 'The user closed the modal before the account was linked.', fix: nothing },
  exited_update_flow: { cause: 'The user closed the modal before the change was made.', fix: nothing },
  exited_wallet_flow: {
    cause: 'The user closed the modal before the wallet was created, recovered or exported.',
    fix: nothing,
  },
  exited_passkey_flow: {
    cause: 'The user closed the popup before they used a passkey of the wallet.',
    fix: nothing,
  },
  passkey_already_added: {
    cause: 'The authenticator already holds a passkey of this account.',
    fix: 'Suggest another device.',
  },
  passkey_not_allowed: {
    cause:
      "The user cancelled the browser's dialog, the dialog timed out, or the page may not use passkeys of this domain.",
    fix: `${showAgain} If it always fails, check \`passkey_rp_id\` ([passkeys](../guide/passkeys.md)).`,
  },
  passkey_not_supported: {
    cause: 'The browser does not support passkeys, or the page is not secure.',
    fix: 'Serve the page with TLS, and offer another method.',
  },
  failed_to_link_account: {
    cause: 'An account could not be linked or changed for a reason without a code of its own; see `cause`.',
    fix: showAgain,
  },
  invalid_message: {
    cause: 'The message to sign is empty or not a string.',
    fix: 'Pass a string that is not empty.',
  },
  unable_to_sign: {
    cause: 'The wallet refused to sign this request. The message gives the reason.',
    fix: 'Correct the request.',
  },
  funding_not_enabled: {
    cause:
      'The app has no `funding_config`, or the config does not include this method. MoonPay and Coinbase also need `fiat_on_ramp_enabled`.',
    fix: 'Set them ([settings](settings.md)). Until then, do not offer funding.',
  },
  wallet_not_linked: {
    cause: 'The address to fund is not an account of the signed-in user.',
    fix: 'Fund an embedded or a linked wallet, or turn `fund_connected_wallets` on.',
  },
  onramp_unavailable: {
    cause:
      'MoonPay or Coinbase did not answer, refused the request, or gave an answer that does not match their documentation.',
    fix: 'Let the user try again, or offer another way. If it fails for all users, check the app’s account and keys there, and `LATCHKEY_TRUSTED_PROXIES`.',
  },
  quote_failed: {
    cause:
      'The quote service has no route between these networks for this amount, or did not answer. The message contains its answer.',
    fix: showAgain,
  },
  quote_refused: {
    cause:
      'The quote differs from the request; `details.reason` says how. Nothing was signed. `changed` means that the quote is older than 30 s or has become more than 1 % more expensive; `details.quote` is then the new quote.',
    fix: 'For `changed`, show the new quote and ask the user again. Otherwise, offer another way and check the quote service.',
  },
  exited_funding_flow: { cause: 'The user left before the wallet was funded.', fix: nothing },
  insufficient_balance: {
    cause:
      'The wallet does not have enough funds for the amount and the maximum fee, and no screen could ask the user to add funds.',
    fix: 'Let the user add funds to the wallet, or send less.',
  },
  transaction_failure: {
    cause:
      "The chain's node refused the transaction, or the chain reverted it. The message contains the node's answer. If `details.hash` is set, the transaction was signed and may still be included.",
    fix: 'Correct the transaction or add funds, and check the URL of the node (`rpcUrls`). To try again, pass `details.hash` as `retryOf`: the client then does not send a transaction twice that may still be included.',
  },
  user_rejected_request: { cause: 'The user declined to sign.', fix: nothing },
  user_exited_set_password_flow: {
    cause: 'The user left before the recovery of the wallet was changed.',
    fix: nothing,
  },
  unknown_embedded_wallet_error: {
    cause:
      "The wallet failed for a reason without a code of its own; the message gives details. If `details.directive` is set, the page's Content-Security-Policy blocks the wallet frame.",
    fix: 'Allow the frame in the policy ([csp](../guide/csp.md)). Otherwise try again.',
  },
  generic_connect_wallet_error: {
    cause:
      "The user's external wallet failed, or returned a value that is not a valid account, chain or signature. The error's `cause` contains the wallet's answer.",
    fix: showAgain,
  },
  unknown_connect_wallet_error: {
    cause: "The user's external wallet failed without a readable error.",
    fix: showAgain,
  },
  insecure_context: {
    cause: 'The page is not secure (http, and not on localhost). Wallets work only on secure pages.',
    fix: 'Serve the page with TLS, or open it on `localhost`.',
  },
  mfa_timeout: {
    cause: 'An operation waited five minutes for a second factor, but the user did not enter one.',
    fix: 'Start the operation again when the user is present.',
  },
  wallet_proxy_timeout: {
    cause: 'The wallet frame did not answer in time.',
    fix: 'Try again. If the wallet was created in the meantime, the next try finds it.',
  },
  invalid_webhook: {
    cause:
      'The webhook is forged, modified or older than five minutes, or the secret belongs to another endpoint.',
    fix: 'Answer 400. Pass the raw body to `verifyWebhook`, before you parse it.',
  },
  unsupported_chain_id: {
    cause: "A page asked the wallet's provider to switch to a chain that is not in `chains`.",
    fix: 'Add the chain to `chains`.',
  },
};
