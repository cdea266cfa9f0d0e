import type { AppSettings } from './index.ts';
import type { StoredSettings } from './table.ts';

/** What holds where an operator set nothing: nothing on but e-mail, nothing shown that was not given. */
const defaultSettings: AppSettings = {
  name: 'Latchkey app',
  logo_url: null,
  icon_url: null,
  accent_color: null,
  show_wallet_login_first: false,
  allowlist_config: { error_title: null, error_detail: null, cta_text: null, cta_link: null },
  wallet_auth: false,
  solana_wallet_auth: false,
  email_auth: true,
  sms_auth: false,
  google_oauth: false,
  twitter_oauth: false,
  discord_oauth: false,
  github_oauth: false,
  spotify_oauth: false,
  instagram_oauth: false,
  tiktok_oauth: false,
  linkedin_oauth: false,
  apple_oauth: false,
  farcaster_auth: false,
  passkey_auth: false,
  passkeys_for_signup_enabled: false,
  telegram_auth: false,
  guest_auth: false,
  custom_jwt_auth: false,
  disable_plus_emails: false,
  terms_and_conditions_url: null,
  privacy_policy_url: null,
  require_users_accept_terms: false,
  embedded_wallet_config: {
    create_on_login: 'off',
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
  custom_api_url: null,
  wallet_connect_cloud_project_id: null,
  fiat_on_ramp_enabled: false,
  captcha_enabled: false,
  captcha_site_key: null,
  twitter_oauth_on_mobile_enabled: false,
  mfa_methods: [],
  // Published clients sign typed data without asking when the legacy flag is on or absent.
  enforce_wallet_uis: true,
  legacy_wallet_ui_config: false,
  telegram_auth_config: null,
  max_linked_wallets_per_user: 1,
  allowed_origins: [],
  embedding_origins: [],
  token_issuer: null,
  session_key_binding: 'open',
  new_device_max_age: 0,
  sensitive_max_age: 600,
  allow_raw_signing: false,
  legacy_custody_token: false,
};

/** Fills in the defaults. */
export function toSettings(stored: StoredSettings): AppSettings {
  return { ...defaultSettings, ...(stored as Partial<AppSettings>) };
}
