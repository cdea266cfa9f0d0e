/**
 * Causes of `not_supported`, by the name in `details.reason` (`data.reason` of an answer), each with an explanation
 * for developers. The modal has its own texts for users.
 */
export const notSupportedReasons = {
  account_type: 'Accounts of this type cannot be linked, moved or removed with this operation.',
  captcha_provider: "The app's captcha is not proof of work.",
  cross_app_message:
    'The user declined a request that came as a message, so the hosted page itself informs the requester.',
  cross_app_method: 'This method cannot be called on a wallet of another app.',
  embedded_wallet: 'The wallet is embedded. It belongs to its user, and users cannot log in with it.',
  factor_exists: 'The user already has this second factor.',
  factor_method_off: 'This second factor is off in the app.',
  factor_removal_off:
    'Users of the app cannot request the removal of all second factors (`mfa_removal_days`).',
  farcaster_account: 'The user has no Farcaster account.',
  farcaster_app: 'The app has no Farcaster account of its own, or its key is not set.',
  farcaster_signer: 'The user has no approved Farcaster signer.',
  guest: 'The user is a guest.',
  headless: 'The app shows no modal.',
  imported_key: 'An imported key has only one wallet.',
  in_app_browser: 'The provider does not allow logins from a browser inside another app.',
  login_phone: 'The user logs in by SMS, so SMS cannot be their second factor.',
  method_missing: 'The wallet, or the client in front of it, does not have this method.',
  no_approval_screen: 'The page has no screen that could ask for approval.',
  no_factor: 'The user has no second factor.',
  no_page: 'Wallets can log in only on a page, and this client runs without one.',
  no_price: 'The coin has no known price.',
  no_recovery_password: 'The wallet is not recovered with a password.',
  no_release_address: 'The user has no email address or phone number to which a code could be sent.',
  no_release_code: 'This wallet cannot be opened with a code.',
  not_connected: 'The app is not connected to the other app.',
  not_first_wallet: "The wallet is not the user's first wallet.",
  outdated_browser: 'The browser is too old, and the modal does not run in it.',
  own_recovery: 'A Solana wallet cannot be created beside a wallet with user-owned recovery.',
  own_recovery_required: 'The app requires user-owned recovery for the wallet.',
  payment_off: 'The app, the provider or the chain does not support this way to pay.',
  provider_key: "The app's private key for the provider is not valid.",
  provider_not_set_up: 'The provider is not set up for this app.',
  read_only: 'The other app only shows its wallets to this app. It signs nothing for it.',
  recovery_automatic: 'The wallet uses automatic recovery.',
  recovery_method: 'The app does not offer this recovery method, or the method does not exist.',
  recovery_secret: 'The page passed a recovery secret of its own.',
  second_factor_number: 'The phone number is a second factor, so it cannot be a login method.',
  session_in_cookies: 'The session is kept in cookies, so it cannot be forked.',
  sms_region: 'The app sends no text messages to this region.',
  sms_unreachable: 'Text messages cannot be delivered to the phone number.',
  solana_wallet: 'A Solana wallet shares this key, so its recovery can only be automatic.',
  sponsored_transaction: 'Transactions are not sponsored.',
  test_account: 'The address or wallet belongs to the test account.',
  too_many_passkeys: 'The user cannot have that many passkeys as second factors.',
  transaction_type: 'The wallet does not sign transactions of this type.',
  wallet_chain: 'The wallet is not on this chain.',
  wallet_on_server: "Wallets are created only in the user's browser, and their keys stay there.",
} as const;

/** Cause in {@link notSupportedReasons}. */
export type NotSupportedReason = keyof typeof notSupportedReasons;
