import { forEachMethodFlag } from '@latchkey/wire';
import type { AppSettings } from '../index.ts';
import type { StoredSettings } from '../table.ts';
import { mergeSettings } from './mergeSettings.ts';

/** What holds where an operator set nothing: nothing on but e-mail, nothing shown that was not given. */
const defaultSettings: AppSettings = {
  name: 'Latchkey app',
  logo_url: null,
  icon_url: null,
  theme: 'system',
  accent_color: null,
  allowed_native_app_ids: [],
  allowed_native_app_url_schemes: [],
  show_wallet_login_first: false,
  allowlist_enabled: false,
  allowlist_config: { error_title: null, error_detail: null, cta_text: null, cta_link: null },
  ...forEachMethodFlag((flag) => flag === 'email_auth'),
  passkeys_for_signup_enabled: false,
  disable_plus_emails: false,
  terms_and_conditions_url: null,
  privacy_policy_url: null,
  require_users_accept_terms: false,
  embedded_wallet_config: {
    create_on_login: 'off',
    solana: { create_on_login: 'off' },
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
  custom_api_url: null,
  wallet_connect_cloud_project_id: null,
  fiat_on_ramp_enabled: false,
  captcha_enabled: false,
  captcha_provider: 'proof-of-work',
  captcha_site_key: null,
  twitter_oauth_on_mobile_enabled: false,
  mfa_at_login: false,
  mfa_methods: [],
  // Published clients sign typed data without asking when the legacy flag is on or absent.
  approval: 'page',
  allow_raw_signing: false,
  enforce_wallet_uis: true,
  legacy_wallet_ui_config: false,
  telegram_auth_config: null,
  funding_config: null,
  farcaster_link_wallets_enabled: false,
  max_linked_wallets_per_user: 1,
  allowed_origins: [],
  embedding_origins: [],
  published_clients: false,
  token_issuer: null,
  identity_tokens: false,
  session_key_binding: 'open',
  new_device_max_age: 600,
  sensitive_max_age: 600,
  mfa_for_linking: false,
  mfa_removal_days: null,
  mfa_sms_counts: true,
  mfa_trusted_time: 900,
  max_users: null,
  test_credentials_enabled: false,
  sms_regions: null,
  sms_new_numbers_per_day: 500,
  custom_jwt_config: null,
  passkey_rp_id: null,
  undo_url: null,
  oauth_clients: {},
  fund_connected_wallets: false,
  funding_providers: {},
  cross_app_requesters: [],
  farcaster_signer: null,
  oauth_tokens: false,
  account_transfer: false,
  google_drive_client_id: null,
  icloud_container: null,
  legacy_custody_token: false,
  legacy_export_verification: false,
};

/**
 * What `published_clients` changes of it: what those clients do not work without. What only some of them want and what
 * guards wallets is not among it: ages of logins stay, and an operator who lowers one says so.
 */
const publishedClientSettings = {
  // Server SDKs compare it.
  token_issuer: 'privy.io',
  // react-auth creates a wallet with the token that it gives the app's back end.
  legacy_custody_token: true,
  // They verify a second factor before an export, and do not say what for.
  legacy_export_verification: true,
  // The only captcha that they know.
  captcha_provider: 'turnstile',
} satisfies StoredSettings;

/** What holds in settings that an app has none of by default, once an operator set some of their values. */
const defaultsWhereSet = {
  telegram_auth_config: { link_enabled: false, seamless_auth_enabled: false },
  funding_config: {
    methods: [],
    options: [],
    prompt_funding_on_wallet_creation: false,
    cross_chain_bridging_enabled: false,
  },
} satisfies StoredSettings;

/**
 * Fills in the defaults.
 *
 * @param stored - What the check of an app let in: settings that have no default are there.
 */
export function toSettings(stored: StoredSettings): AppSettings {
  const { telegram_auth_config: telegram, funding_config: funding } = defaultsWhereSet;
  const defaults = {
    ...defaultSettings,
    ...(stored.published_clients ? publishedClientSettings : {}),
    ...(stored.telegram_auth_config ? { telegram_auth_config: telegram } : {}),
    ...(stored.funding_config ? { funding_config: funding } : {}),
  };
  return mergeSettings(defaults, stored) as AppSettings;
}
