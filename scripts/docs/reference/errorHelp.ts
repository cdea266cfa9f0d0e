import type { ErrorCode } from '@latchkey/wire';

/** What a developer or an operator wants to know of a code. */
interface Help {
  /** What leads to it. */
  readonly cause: string;
  /** What to do about it. */
  readonly cure: string;
}

const again = 'Call again a moment later; nothing was changed.';
const showAgain = 'Show the message and let the person try again.';
const nothing = 'Nothing: the person decided so. Say nothing, or offer the act again.';

/**
 * Cause and cure of every code, for the page that lists them. A code without them does not compile. Here and not in the
 * table of codes, which every host page loads.
 */
export const errorHelp: Readonly<Record<ErrorCode, Help>> = {
  missing_or_invalid_token: {
    cause:
      'No access token was sent, or it is expired, forged, of another app, or of a session that has ended. `details.reason` says which where `@latchkey/node` checked it.',
    cure: 'Get a token by `getAccessToken()` for every call. In a back end answer 401; on a page let the person log in again.',
  },
  must_be_authenticated: {
    cause: 'An act that belongs to a user was asked for while no one is logged in.',
    cure: 'Wait for `authenticated`, or call `login()` first.',
  },
  recent_login_required: {
    cause:
      "The login is older than the act allows: `sensitive_max_age` for changes of an account, `new_device_max_age` for a wallet on a new device. Or the person closed the modal's confirmation.",
    cure: 'The modal asks by itself. With screens of your own confirm by `createLoginConfirmation`, then call again.',
  },
  account_on_hold: {
    cause:
      'A change of the account was undone less than a day ago; wallet and accounts stay as they are until `details.until`.',
    cure: 'Wait until then.',
  },
  invalid_app_secret: {
    cause: 'A back end sent a wrong app secret, or one of another app.',
    cure: 'Check `appId` and `appSecret`. The operator gives a new secret by `POST /api/v1/admin/apps/{id}/secret`.',
  },
  missing_or_invalid_privy_app_id: {
    cause: 'The header `privy-app-id` is missing, or longer than any app id.',
    cure: 'Send it with every call. Clients do so by themselves: look for a proxy that drops headers.',
  },
  app_not_found: {
    cause: 'The service has no app with this id, or the page talks to another service than you think.',
    cure: 'Compare `appId` and `apiUrl` of the page with the apps file, or with `GET /api/v1/admin/apps`. [Your own app](../guide/first-app.md) makes one.',
  },
  app_disabled: {
    cause: 'The operator turned the app off.',
    cure: 'Turn it on again; [contracts](../contracts.md#apps) say how.',
  },
  app_managed_by_file: {
    cause: "The operator's API was asked to change an app of the apps file.",
    cure: 'Change the apps file and start the service again.',
  },
  origin_not_allowed: {
    cause:
      "The page's origin is not one of the app's `allowed_origins`: another port, `www.`, or http in place of https.",
    cure: "Add exactly the origin that the browser's address bar shows, without a path.",
  },
  wrong_service_address: {
    cause: 'The wallet frame was loaded from an address that the service does not call its own.',
    cure: 'Set `apiUrl` to the address in `details.expected`, or `LATCHKEY_URL` of the service to the one that browsers see.',
  },
  use_dpop_nonce: {
    cause: 'A proof of possession lacks the nonce of the server (RFC 9449).',
    cure: 'The wallet frame sends it again with the nonce by itself. Nothing to do.',
  },
  invalid_dpop_proof: {
    cause: 'A custody route was called without a proof of possession, or with one for another request.',
    cure: 'Let the wallet frame call these routes. If it does, compare the clocks of browser and service.',
  },
  invalid_credentials: {
    cause: 'A code or another proof is wrong, expired, or was used before.',
    cure: 'Show the message. After several wrong codes send a new one.',
  },
  invalid_captcha: {
    cause: 'The app has a captcha, and the call carried no token or one that is used up.',
    cure: "With screens of your own show `useCaptcha`'s `place` before a code is sent ([captcha](../guide/captcha.md)).",
  },
  disallowed_login_method: {
    cause: 'The method is off in the settings of the app.',
    cure: 'Turn its flag on ([settings](settings.md)), or take it out of `loginMethods`.',
  },
  disallowed_plus_email: {
    cause: '`disable_plus_emails` is on and the address has a plus sign.',
    cure: 'Ask for an address without one.',
  },
  allowlist_rejected: {
    cause: 'The allowlist is on and the person is not on it.',
    cure: 'Add the person by `POST /api/v1/apps/{id}/allowlist`, or turn `allowlist_enabled` off.',
  },
  max_accounts_reached: {
    cause: 'The app has as many users as `max_users` says.',
    cure: 'Raise `max_users`.',
  },
  user_does_not_exist: {
    cause:
      'A login that makes no accounts (`disableSignup`, a passkey) found none; or a back end asked for a user that is not there.',
    cure: 'Offer to sign up. In a back end treat it as not found.',
  },
  linked_to_another_user: {
    cause: 'The account that should be linked is linked to another user of the app.',
    cure: 'Let the person log in with it instead, or turn `account_transfer` on.',
  },
  account_transfer_required: {
    cause: '`account_transfer` is on and the account belongs to another user, from whom it can be moved.',
    cure: 'The modal asks the person. With screens of your own ask, and call `transferAccount`.',
  },
  cannot_link_more_of_type: {
    cause: 'A user has one account of this type already (five passkeys).',
    cure: 'Offer to change or remove that one.',
  },
  cannot_unlink_sole_account: {
    cause: 'The account is the last way to log in.',
    cure: 'Let the person link another one first.',
  },
  too_many_requests: {
    cause: 'A limit was reached: of a network, an app, an address, or a session ([limits](../limits.md)).',
    cure: 'Wait for `Retry-After`. If everyone meets it behind a proxy of yours, set `LATCHKEY_TRUSTED_PROXIES`.',
  },
  twilio_verification_failed: {
    cause: 'The provider of text messages refused the number or the message.',
    cure: "Show the message. The service's log has the provider's answer.",
  },
  delivery_failed: {
    cause: 'The mail server or the provider of text messages did not take the message.',
    cure: 'Check `LATCHKEY_SMTP_URL`, `LATCHKEY_SMS_URL` and the log of the service.',
  },
  oauth_user_denied: {
    cause: "The person declined on the provider's page.",
    cure: 'Offer the login again.',
  },
  oauth_account_suspended: {
    cause: 'The provider says that the account is suspended.',
    cure: 'Offer another method.',
  },
  oauth_unexpected: {
    cause: 'The provider answered with an error, or the return from it was forged, late or used before.',
    cure: 'Let the person try again. If it stays, compare client id, secret and redirect address with the settings at the provider ([social login](../guide/social-login.md)).',
  },
  unknown_auth_error: {
    cause:
      'A login failed for a reason that no other code tells; `cause` holds it. `details.reason` is `popup_blocked` where the browser opened no popup.',
    cure: 'Call the act while a press is being handled, so that popups are allowed; else look at `cause`.',
  },
  invalid_data: {
    cause: 'A field of the request is missing or wrong. `details.field` names it where it can.',
    cure: 'Compare the body with the [API](api.md).',
  },
  request_too_large: { cause: 'The body is larger than the route takes.', cure: 'Send less.' },
  unsupported_media_type: {
    cause: 'A body was sent without `content-type: application/json`.',
    cure: 'Set the header.',
  },
  not_found: {
    cause: 'There is no such route, or nothing by the id in its path.',
    cure: 'Compare method and path with the [API](api.md).',
  },
  webhook_not_found: {
    cause: 'The app has no webhook, or no delivery, by this id.',
    cure: 'List them by `GET /api/v1/admin/apps/{id}/webhooks`.',
  },
  not_supported: {
    cause:
      'What was asked for is not to be had here. `details.reason` (`data.reason` of an answer) says why.',
    cure: 'Choose another way, or set up what the reason names.',
  },
  idempotency_mismatch: {
    cause: 'A request id was used before, with another body.',
    cure: 'Take a new id for a new request.',
  },
  service_unavailable: {
    cause: 'The database, a provider or a gateway before the service does not answer.',
    cure: `${again} \`/readyz\` and the log of the service say what is down.`,
  },
  internal_error: {
    cause: 'A fault of the service, or something else than a Latchkey service answers at `apiUrl`.',
    cure: 'Open `apiUrl` with `/healthz` behind it: it answers `{"ok":true}`. Else look into the log of the service.',
  },
  embedded_wallet_already_exists: {
    cause: 'The user has a wallet already.',
    cure: 'Take it from `useWallets()`, or ask for another one with `createAdditional: true`.',
  },
  embedded_wallet_not_found: {
    cause: 'The user has no embedded wallet, or none with this address.',
    cure: 'Create one first.',
  },
  invalid_recovery_pin: {
    cause: 'The recovery password is wrong.',
    cure: 'Let the person try again; five wrong ones close the wallet to further tries for a quarter of an hour.',
  },
  recovery_changed: {
    cause: 'The recovery of the wallet was changed in another window or on another device meanwhile.',
    cure: 'Read the user again and begin anew.',
  },
  wallet_not_on_device: {
    cause: 'This browser does not hold the wallet.',
    cure: 'The modal recovers it by itself. With screens of your own call `recoverWallet()` first.',
  },
  recovery_passkey_not_found: {
    cause: 'The passkey that was used is not one that opens this wallet.',
    cure: 'Let the person choose another passkey, or the wallet’s own way of recovery.',
  },
  session_not_found: {
    cause: 'The session has ended already, or is not one of this user.',
    cure: 'Read the list again.',
  },
  device_not_found: {
    cause: 'The browser was removed already, or is not one of this user.',
    cure: 'Read the list again.',
  },
  missing_or_invalid_mfa: {
    cause:
      'The user has a second factor, and this browser has not verified one for what is asked; or a code was not right. In an app with `mfa_at_login`, the login is not finished before one is verified.',
    cure: 'Let the person verify one of the methods in `data.methods`. Where it is empty, the app takes none of theirs any more: turn a method on again ([second factors](../guide/second-factors.md)).',
  },
  invalid_enrollment_code: {
    cause: 'The code by which a second factor is enrolled is wrong.',
    cure: 'Let the person type it again. If codes of an authenticator app keep failing, check that the clock of the device is right.',
  },
  mfa_verification_max_attempts_reached: {
    cause: 'Too many codes of a second factor were wrong, in this session or in a day.',
    cure: 'Wait for `data.retry_after_s` seconds.',
  },
  wallet_signature_required: {
    cause:
      'The first second factor of a user with a wallet has to be signed by the wallet that `data` names.',
    cure: 'The wallet frame opens that wallet and signs; a page cannot.',
  },
  cloud_backup_missing: {
    cause: 'The account at Google or Apple holds no backup of this wallet.',
    cure: 'Let the person choose the account that the backup was made with.',
  },
  cloud_backup_damaged: {
    cause: 'The backup in the account was changed and opens nothing.',
    cure: 'Let the person set another recovery from a browser that still holds the wallet.',
  },
  cloud_unavailable: { cause: 'Google or Apple did not answer.', cure: again },
  client_request_timeout: {
    cause: 'The service did not answer within 20 s.',
    cure: `${again} Check that \`apiUrl\` is the address of the service and no firewall swallows the calls.`,
  },
  network_error: {
    cause:
      "The service could not be reached: it does not run, the network is down, the address is wrong, or the page's Content-Security-Policy blocks it.",
    cure: 'Start the service, check `apiUrl`, and allow it in the policy ([csp](../guide/csp.md)). The client tries again when the page gets the focus.',
  },
  invalid_app_id: {
    cause:
      'The app id that the page was given is not 25 characters. Often a variable of the build is not set.',
    cure: 'Pass the `id` of the app.',
  },
  invalid_api_url: {
    cause: '`apiUrl` is no origin, or is missing on a page that is not on localhost.',
    cure: 'Pass scheme, host and port alone, such as `https://auth.example.com`.',
  },
  invalid_option: {
    cause: 'An option of the client or a served setting is wrong; the message names it.',
    cure: 'Compare it with the [settings](settings.md).',
  },
  no_login_method: {
    cause:
      'Nothing is left to log in with: every method is off in the app, `loginMethods` names none that is on, or a passkey is the only one.',
    cure: 'Turn a method on ([settings](settings.md)).',
  },
  no_api: {
    cause:
      'The client was asked for something where there is no `fetch`, as while a page is rendered on a server.',
    cure: 'Call it in an effect or a handler.',
  },
  no_auth_flow: {
    cause: 'A step of a login was taken before the login began, such as a code before one was sent.',
    cure: 'Begin it first (`sendCode`).',
  },
  authentication_failed: {
    cause: 'The session could not be authenticated.',
    cure: 'Let the person log in again.',
  },
  storage_unavailable: {
    cause: 'The browser refuses storage to the page, as some do in private windows.',
    cure: 'The session lives until the page is left. Nothing to do, or tell the person.',
  },
  captcha_failure: { cause: 'The person did not pass the captcha.', cure: showAgain },
  captcha_timeout: { cause: 'The captcha was not solved in time.', cure: showAgain },
  exited_auth_flow: { cause: 'The person closed the modal before the login was done.', cure: nothing },
  exited_link_flow: { cause: 'The person closed the modal before the account was linked.', cure: nothing },
  exited_update_flow: { cause: 'The person closed the modal before the change was made.', cure: nothing },
  exited_wallet_flow: {
    cause: 'The person closed the modal before the wallet was created, recovered or exported.',
    cure: nothing,
  },
  exited_passkey_flow: {
    cause: 'The person closed the popup in which a passkey of the wallet was to be used.',
    cure: nothing,
  },
  passkey_already_added: {
    cause: 'The authenticator holds a passkey of this account.',
    cure: 'Offer another device.',
  },
  passkey_not_allowed: {
    cause:
      "The person cancelled the browser's dialog, or it timed out, or the page may not use passkeys of this domain.",
    cure: `${showAgain} If it always fails, check \`passkey_rp_id\` ([passkeys](../guide/passkeys.md)).`,
  },
  passkey_not_supported: {
    cause: 'The browser has no passkeys, or the page is not secure.',
    cure: 'Serve the page with TLS, and offer another method.',
  },
  failed_to_link_account: {
    cause: 'A link or change of an account failed for a reason that no other code tells; `cause` holds it.',
    cure: showAgain,
  },
  invalid_message: {
    cause: 'The message to sign is empty or no text.',
    cure: 'Pass a text that is not empty.',
  },
  unable_to_sign: {
    cause: 'The wallet refused what it was asked to sign; the message says why.',
    cure: 'Correct the request.',
  },
  funding_not_enabled: {
    cause:
      'The app has no `funding_config`, or none with this method; MoonPay and Coinbase need `fiat_on_ramp_enabled` besides.',
    cure: 'Set them ([settings](settings.md)); offer no funding until then.',
  },
  wallet_not_linked: {
    cause: 'A provider was asked to fund an address that is no account of the signed-in user.',
    cure: 'Fund an embedded or a linked wallet, or turn `fund_connected_wallets` on.',
  },
  onramp_unavailable: {
    cause: 'MoonPay or Coinbase did not answer, or not with what its documentation says.',
    cure: 'Let the person try again, or offer another way.',
  },
  quote_failed: {
    cause:
      'The quote service has no way between these networks for this amount, or did not answer; the message holds its words.',
    cure: showAgain,
  },
  quote_refused: {
    cause:
      'The quote service answered with something else than what was asked for; `details.reason` says in which respect. Nothing was signed. `changed` means that the quote is older than 30 s or more than 1 % dearer: `details.quote` is the new one.',
    cure: 'For `changed` show the new quote and ask again. Otherwise offer another way, and look at the quote service.',
  },
  exited_funding_flow: { cause: 'The person left before the wallet was funded.', cure: nothing },
  insufficient_balance: {
    cause:
      'The wallet holds less than the transaction pays and costs at most, and no screen asked the person.',
    cure: 'Have coins sent to the wallet, or send less.',
  },
  transaction_failure: {
    cause:
      "The chain's node refused the transaction, or the chain reverted it; the message holds its words. Where `details.hash` is there, it was signed: it may still arrive.",
    cure: 'Correct the transaction or the funds, and check the address of the node (`rpcUrls`). To try again, pass `details.hash` as `retryOf`: what may still arrive is not sent twice.',
  },
  user_rejected_request: { cause: 'The person declined to sign.', cure: nothing },
  user_exited_set_password_flow: {
    cause: 'The person left before the recovery of the wallet was changed.',
    cure: nothing,
  },
  unknown_embedded_wallet_error: {
    cause:
      "The wallet failed for a reason that no other code tells: the message says more. With `details.directive` the page's Content-Security-Policy blocks the wallet frame.",
    cure: 'Allow the frame in the policy ([csp](../guide/csp.md)); else try again.',
  },
  generic_connect_wallet_error: {
    cause:
      "The person's own wallet failed, or answered with something that is no account, chain or signature. What it said is the error's `cause`.",
    cure: showAgain,
  },
  unknown_connect_wallet_error: {
    cause: "The person's own wallet failed and said nothing that can be read.",
    cure: showAgain,
  },
  insecure_context: {
    cause: 'The page is not secure (http, and not on localhost), so that no wallet works on it.',
    cure: 'Serve it with TLS, or open it on `localhost`.',
  },
  mfa_timeout: {
    cause: 'An operation waited five minutes for a second factor, and none came.',
    cure: 'Do it again when the person is there.',
  },
  wallet_proxy_timeout: {
    cause: 'The wallet frame did not answer in time.',
    cure: 'Try again. A wallet that was created meanwhile is found at the next try.',
  },
  invalid_webhook: {
    cause:
      'A webhook is forged, changed, or older than five minutes, or the secret is that of another endpoint.',
    cure: 'Answer 400. Give `verifyWebhook` the body as it came, before anything parsed it.',
  },
  unsupported_chain_id: {
    cause: "A page asked the wallet's provider to switch to a chain that `chains` does not name.",
    cure: 'Add the chain to `chains`.',
  },
};
