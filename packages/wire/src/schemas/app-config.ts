import * as v from 'valibot';
import {
  captchaKeyPrefix,
  createOnLoginModes,
  fundingAssets,
  fundingMethods,
  themes,
  walletMode,
} from '../app-config.ts';
import { captchaProviders } from '../captcha.ts';
import * as limits from '../limits.ts';
import { forEachOAuthType } from '../methods/ids.ts';
import { mfaMethods, type RecoveryMethod, recoveryMethods } from '../user.ts';
import { customJwtConfigSchema } from './methods/custom-token.ts';
import { oauthClientsSchema } from './methods/oauth-clients.ts';
import { iCloudContainerSchema } from './recovery/cloud.ts';

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const optionalText = (max = 200) => v.nullable(text(max));
/** An address that a person may be sent to: http or https only, so that a hostile value can never run. */
const webUrl = () =>
  v.pipe(
    text(2048),
    v.check((value) => /^https?:\/\/[^\s]+$/i.test(value), 'must be an http or https address'),
  );
const color = () =>
  v.pipe(v.string(), v.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #4f46e5'));
const flag = () => v.boolean();

export const allowlistConfigSchema = v.strictObject({
  error_title: optionalText(),
  error_detail: optionalText(500),
  cta_text: optionalText(60),
  cta_link: v.nullable(webUrl()),
});

const createOnLogin = () => v.strictObject({ create_on_login: v.picklist(createOnLoginModes) });

export const embeddedWalletConfigSchema = v.strictObject({
  /** For Ethereum; `ethereum.create_on_login` is another name of it. */
  create_on_login: v.picklist(createOnLoginModes),
  solana: createOnLogin(),
  user_owned_recovery_options: v.array(
    v.picklist(recoveryMethods.filter((method) => method !== 'privy') as Exclude<RecoveryMethod, 'privy'>[]),
  ),
  require_user_owned_recovery_on_create: flag(),
  require_user_password_on_create: flag(),
  /** In characters. Absent: 6 (W§5). */
  recovery_password_min_length: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(limits.recoveryPasswordLength), v.maxValue(64)),
  ),
});

/** As an operator writes it: in part, and with what clients are served beside it. */
const embeddedWalletInputSchema = v.pipe(
  v.strictObject({
    ...v.partial(embeddedWalletConfigSchema).entries,
    mode: v.optional(v.literal(walletMode)),
    ethereum: v.optional(v.partial(createOnLogin())),
    solana: v.optional(v.partial(createOnLogin())),
  }),
  v.check(
    ({ create_on_login: mode, ethereum }) =>
      (mode ?? ethereum?.create_on_login) === (ethereum?.create_on_login ?? mode),
    'has two values for Ethereum: create_on_login and ethereum.create_on_login mean the same; give one',
  ),
  // One name each from here on, or a later change of the one would contradict the other.
  v.transform(({ mode: _mode, ethereum, ...config }) => ({ ...ethereum, ...config })),
);

export const telegramAuthConfigSchema = v.strictObject({
  bot_id: text(32),
  bot_name: text(64),
  link_enabled: flag(),
  seamless_auth_enabled: flag(),
});

/** What a wallet is funded with by default, such as `{ "chain": "eip155:8453", "asset": "USDC" }`. */
const fundingCurrencySchema = v.strictObject({
  chain: v.pipe(text(41), v.regex(/^eip155:[1-9][0-9]{0,17}$/, 'must be a chain such as eip155:8453')),
  asset: v.optional(v.picklist(fundingAssets)),
});

export const fundingConfigSchema = v.strictObject({
  methods: v.array(v.picklist(fundingMethods)),
  /** Which provider serves a method, where there is a choice. */
  options: v.array(v.strictObject({ method: text(64), provider: text(64) })),
  /** A decimal number as text, in units of the currency. */
  default_recommended_amount: v.pipe(
    text(32),
    v.regex(/^[0-9]{1,15}(\.[0-9]{1,15})?$/, 'must be a decimal number such as 0.01'),
  ),
  default_recommended_currency: fundingCurrencySchema,
  prompt_funding_on_wallet_creation: flag(),
  cross_chain_bridging_enabled: flag(),
});

const fundingInputSchema = v.strictObject({
  ...v.partial(fundingConfigSchema).entries,
  default_recommended_currency: v.optional(v.partial(fundingCurrencySchema)),
});

/** Fields of the served app config that an operator may set (docs/wire/protocol.md §2.1). */
export const appSettingsEntries = {
  name: v.pipe(text(100), v.minLength(1)),
  logo_url: v.nullable(webUrl()),
  icon_url: v.nullable(webUrl()),
  theme: v.picklist(themes),
  accent_color: v.nullable(color()),
  allowed_native_app_ids: v.array(text(200)),
  allowed_native_app_url_schemes: v.array(text(64)),
  show_wallet_login_first: flag(),
  allowlist_enabled: flag(),
  allowlist_config: allowlistConfigSchema,
  wallet_auth: flag(),
  solana_wallet_auth: flag(),
  email_auth: flag(),
  sms_auth: flag(),
  ...forEachOAuthType(flag),
  farcaster_auth: flag(),
  passkey_auth: flag(),
  passkeys_for_signup_enabled: flag(),
  telegram_auth: flag(),
  guest_auth: flag(),
  custom_jwt_auth: flag(),
  disable_plus_emails: flag(),
  terms_and_conditions_url: v.nullable(webUrl()),
  privacy_policy_url: v.nullable(webUrl()),
  require_users_accept_terms: flag(),
  embedded_wallet_config: embeddedWalletConfigSchema,
  custom_api_url: v.nullable(webUrl()),
  wallet_connect_cloud_project_id: v.nullable(text(64)),
  fiat_on_ramp_enabled: flag(),
  captcha_enabled: flag(),
  captcha_provider: v.picklist(captchaProviders),
  captcha_site_key: v.nullable(
    v.pipe(text(200), v.startsWith(captchaKeyPrefix, `must begin with '${captchaKeyPrefix}'`)),
  ),
  twitter_oauth_on_mobile_enabled: flag(),
  mfa_methods: v.array(v.picklist(mfaMethods)),
  /**
   * Who asks the person before a signature: the host's page, or the wallet frame itself, visible and on its own origin
   * (docs/custody.md, strict approval), which needs our own client.
   */
  approval: v.picklist(['page', 'frame']),
  enforce_wallet_uis: flag(),
  legacy_wallet_ui_config: flag(),
  telegram_auth_config: v.nullable(telegramAuthConfigSchema),
  funding_config: v.nullable(fundingConfigSchema),
  farcaster_link_wallets_enabled: flag(),
  max_linked_wallets_per_user: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
} as const;

/** Custody and operation settings of an app that are never served to browsers (docs/custody.md, docs/contracts.md). */
export const appPrivateEntries = {
  /** Exact origins that may embed the client and the wallet frame. */
  allowed_origins: v.array(text(253)),
  /** Further ancestors of an allowed host page, for mini apps. */
  embedding_origins: v.array(text(253)),
  /**
   * Whether published clients and server SDKs use the app (docs/guide/existing-clients.md): `token_issuer`,
   * `legacy_custody_token` and `captcha_provider` are then what those need, where nothing else is set.
   */
  published_clients: flag(),
  /** `iss` of the tokens; `null` means the service's public address. */
  token_issuer: v.nullable(text(253)),
  /**
   * Whether logins and refreshes bring an identity token too (docs/wire/protocol.md §3.3). It costs a signature each
   * and tells every linked account to whoever reads it.
   */
  identity_tokens: flag(),
  /** Whether a session may bind a second frame key without a fresh login. */
  session_key_binding: v.picklist(['open', 'strict']),
  /** Age in seconds of the login above which a new device may not recover automatically; 0 = any. */
  new_device_max_age: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Age in seconds of the login up to which sensitive acts need no re-authentication; 0 = off. */
  sensitive_max_age: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Most users that the app takes; `null` means no limit. */
  max_users: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Whether the app has a test account (docs/contracts.md, Test accounts). */
  test_credentials_enabled: flag(),
  /** Countries (ISO 3166-1 alpha-2) that codes are sent to by SMS; `null` means all. */
  sms_regions: v.nullable(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country such as US')))),
  /** Whose tokens log in where `custom_jwt_auth` is on (docs/contracts.md, Custom tokens). */
  custom_jwt_config: v.nullable(customJwtConfigSchema),
  /** The app's clients at providers of social login; production has no others. */
  oauth_clients: oauthClientsSchema,
  /** Whether a login hands the provider's own tokens to the app's page (D further 15). */
  oauth_tokens: flag(),
  /** Whether an account of another user moves to the one who proves it and asks for it (D further 10). */
  account_transfer: flag(),
  /** The app's client at Google, for recovery by Google Drive; its secret is set apart, and sealed. */
  google_drive_client_id: v.nullable(
    v.pipe(
      text(200),
      v.regex(/^[A-Za-z0-9.-]+$/, "must be Google's client id, such as 123-abc.apps.googleusercontent.com"),
    ),
  ),
  /** The app's container at Apple, for recovery by iCloud. */
  icloud_container: v.nullable(iCloudContainerSchema),
  /**
   * The domain that the app's passkeys belong to, such as `example.com` for the pages of `app.example.com` and
   * `shop.example.com`; `null` means the host of the page that asks. Whoever changes it loses sight of older passkeys.
   */
  passkey_rp_id: v.nullable(
    v.pipe(
      text(253),
      v.regex(
        /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/,
        'must be a domain such as example.com, without scheme and port',
      ),
    ),
  ),
  /**
   * The page of the app that letters to removed addresses lead to, on one of `allowed_origins`, where our client runs or a
   * screen of the app's own undoes removals; `null` means the first page of the origin that the change was made on.
   */
  undo_url: v.nullable(text(2_048)),
  /** Whether eth_sign and secp256k1_sign are allowed. */
  allow_raw_signing: flag(),
  /** Whether clients that know only `token` may call custody routes with it. */
  legacy_custody_token: flag(),
} as const;

/** The config that `GET /api/v1/apps/{id}` serves. What published clients know as optional is left out, never null. */
export const appConfigSchema = v.object({
  id: v.string(),
  ...appSettingsEntries,
  captcha_site_key: v.optional(v.string()),
  /** Where Turnstile's script is loaded from; there with that provider alone. */
  captcha_script_url: v.optional(v.string()),
  telegram_auth_config: v.optional(telegramAuthConfigSchema),
  funding_config: v.optional(v.object(fundingConfigSchema.entries)),
  /** What people know the app's own provider of OpenID Connect as; there with `oidc_oauth` alone. */
  oidc_name: v.optional(v.string()),
  embedded_wallet_config: v.object({
    ...embeddedWalletConfigSchema.entries,
    // What the newest clients read: without it they create wallets on the server.
    mode: v.literal(walletMode),
    ethereum: createOnLogin(),
  }),
  verification_key: v.string(),
  allowed_domains: v.array(v.string()),
  created_at: v.pipe(v.number(), v.integer()),
  updated_at: v.pipe(v.number(), v.integer()),
  /** Whether the request's Origin is one of the app's; absent without an Origin. */
  origin_allowed: v.optional(flag()),
});
export type AppConfig = v.InferOutput<typeof appConfigSchema>;

export const smartWalletsSchema = v.object({ enabled: v.literal(false) });
export type SmartWallets = v.InferOutput<typeof smartWalletsSchema>;

export const crossAppConnectionsSchema = v.object({ connections: v.tuple([]) });
export type CrossAppConnections = v.InferOutput<typeof crossAppConnectionsSchema>;

export const testCredentialsSchema = v.object({
  data: v.array(
    v.object({ id: v.string(), email: v.string(), phone_number: v.string(), otp_code: v.string() }),
  ),
});
export type TestCredentials = v.InferOutput<typeof testCredentialsSchema>;

/** What the id of an app looks like. */
export const appIdPattern = /^[a-z0-9-]{25}$/;

export const appIdSchema = v.pipe(
  v.string(),
  v.regex(appIdPattern, 'must be 25 lower-case letters, digits or hyphens'),
);

/** Every setting, each with a value: what a service works with. */
export const appSettingsSchema = v.strictObject({ ...appSettingsEntries, ...appPrivateEntries });
/** The wire's names, because that is what is edited, stored and served. */
export type AppSettings = v.InferOutput<typeof appSettingsSchema>;

/**
 * An app as the apps file and the operator's API take it: everything optional but id (in the file) and name, settings of
 * several values in part too.
 */
export const appInputSchema = v.strictObject({
  id: v.optional(appIdSchema),
  secret_hash: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'))),
  ...v.partial(appSettingsSchema).entries,
  allowlist_config: v.optional(v.partial(allowlistConfigSchema)),
  embedded_wallet_config: v.optional(embeddedWalletInputSchema),
  telegram_auth_config: v.optional(v.nullable(v.partial(telegramAuthConfigSchema))),
  funding_config: v.optional(v.nullable(fundingInputSchema)),
});
export type AppInput = v.InferOutput<typeof appInputSchema>;
