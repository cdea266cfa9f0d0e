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
import { type MethodFlagName, methodIds } from '../methods/ids.ts';
import { mfaMethods, type RecoveryMethod, recoveryMethods } from '../user.ts';
import { about, flag } from './about.ts';
import { iCloudContainerSchema } from './cloud.ts';
import { crossAppRequestersSchema } from './cross-app.ts';
import { methodSchemas } from './features/index.ts';
import { fundingAccountsInputSchema, fundingAccountsSchema, fundingServicesSchema } from './funding.ts';
import { customJwtConfigSchema } from './methods/custom-token.ts';
import { oauthClientsSchema } from './methods/oauth-clients.ts';

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

export const allowlistConfigSchema = v.strictObject({
  error_title: about('Title of the screen for people who are not on the allowlist.', optionalText()),
  error_detail: about('Text of that screen.', optionalText(500)),
  cta_text: about('Text of its button.', optionalText(60)),
  cta_link: about('Where the button leads; null goes back to the login.', v.nullable(webUrl())),
});

const createOnLogin = (chain: string) =>
  v.strictObject({
    create_on_login: about(
      `Which users get a wallet of ${chain} when they log in.`,
      v.picklist(createOnLoginModes),
    ),
  });

export const embeddedWalletConfigSchema = v.strictObject({
  create_on_login: about(
    'Which users get an Ethereum wallet when they log in. `ethereum.create_on_login` is another name of it.',
    v.picklist(createOnLoginModes),
  ),
  solana: createOnLogin('Solana'),
  user_owned_recovery_options: about(
    'Ways of recovery that users may choose besides the automatic one.',
    v.array(
      v.picklist(
        recoveryMethods.filter((method) => method !== 'privy') as Exclude<RecoveryMethod, 'privy'>[],
      ),
    ),
  ),
  require_user_owned_recovery_on_create: flag(
    'A wallet is created only after its user has chosen one of these ways of recovery.',
  ),
  require_user_password_on_create: flag('The older form of it: the way of recovery is a password.'),
  recovery_password_min_length: about(
    'Shortest recovery password, in characters. Absent: 6.',
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(limits.recoveryPasswordLength), v.maxValue(64))),
  ),
});

/** As an operator writes it: in part, and with what clients are served beside it. */
const embeddedWalletInputSchema = v.pipe(
  v.strictObject({
    ...v.partial(embeddedWalletConfigSchema).entries,
    mode: about('As clients are served it; no other value is taken.', v.optional(v.literal(walletMode))),
    ethereum: about('Wallets of Ethereum.', v.optional(v.partial(createOnLogin('Ethereum')))),
    solana: about('Wallets of Solana.', v.optional(v.partial(createOnLogin('Solana')))),
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
  bot_id: about("The number before the colon in the bot's token.", text(32)),
  bot_name: about("The bot's user name, without @.", text(64)),
  link_enabled: flag('Users may link a Telegram account to theirs.'),
  seamless_auth_enabled: flag('A page that Telegram opened logs its user in without a press.'),
});

/** What a wallet is funded with by default, such as `{ "chain": "eip155:8453", "asset": "USDC" }`. */
const fundingCurrencySchema = v.strictObject({
  chain: about(
    'Chain that is funded, such as `eip155:8453`.',
    v.pipe(text(41), v.regex(/^eip155:[1-9][0-9]{0,17}$/, 'must be a chain such as eip155:8453')),
  ),
  asset: about('What is funded. Absent: the currency of the chain.', v.optional(v.picklist(fundingAssets))),
});

export const fundingConfigSchema = v.strictObject({
  methods: about('Ways to fund a wallet.', v.array(v.picklist(fundingMethods))),
  options: about(
    'What published clients offer. Empty: made of `methods`.',
    v.array(v.strictObject({ method: text(64), provider: text(64) })),
  ),
  default_recommended_amount: about(
    'Amount that is proposed, a decimal number as text in units of the currency.',
    v.pipe(text(32), v.regex(/^[0-9]{1,15}(\.[0-9]{1,15})?$/, 'must be a decimal number such as 0.01')),
  ),
  default_recommended_currency: fundingCurrencySchema,
  prompt_funding_on_wallet_creation: flag('Funding is offered as soon as a wallet was created.'),
  cross_chain_bridging_enabled: flag('Funds may come from another chain.'),
});

const fundingInputSchema = v.strictObject({
  ...v.partial(fundingConfigSchema).entries,
  default_recommended_currency: about('What is proposed.', v.optional(v.partial(fundingCurrencySchema))),
});

const methodFlagEntries = Object.assign({}, ...methodIds.map((id) => methodSchemas[id].flags)) as Record<
  MethodFlagName,
  ReturnType<typeof flag>
>;

/** Fields of the served app config that an operator may set (docs/wire/protocol.md §2.1). */
export const appSettingsEntries = {
  name: about(
    'What people read as the name of the app, in the modal and in letters. Required.',
    v.pipe(text(100), v.minLength(1)),
  ),
  logo_url: about('Address of the logo in the modal.', v.nullable(webUrl())),
  icon_url: about('Address of a small square image of the app.', v.nullable(webUrl())),
  theme: about("Colour scheme of the modal; `system` follows the person's own.", v.picklist(themes)),
  accent_color: about('Colour of buttons and links, such as `#4f46e5`.', v.nullable(color())),
  allowed_native_app_ids: about('Ids of native apps.', v.array(text(200))),
  allowed_native_app_url_schemes: about('URL schemes of native apps.', v.array(text(64))),
  show_wallet_login_first: flag('The landing begins with wallets rather than with e-mail and social login.'),
  allowlist_enabled: flag('Only people on the allowlist of the app may log in.'),
  allowlist_config: about('What people read who are not on the allowlist.', allowlistConfigSchema),
  ...methodFlagEntries,
  passkeys_for_signup_enabled: flag('A passkey may create an account too.'),
  disable_plus_emails: flag('E-mail addresses with a plus sign are refused.'),
  terms_and_conditions_url: about('Address of your terms, linked from the modal.', v.nullable(webUrl())),
  privacy_policy_url: about('Address of your privacy policy, linked from the modal.', v.nullable(webUrl())),
  require_users_accept_terms: flag('The modal asks once for consent to the terms; a login counts only then.'),
  embedded_wallet_config: about('The embedded wallets of the users.', embeddedWalletConfigSchema),
  custom_api_url: about(
    "The service's address on a subdomain of the app's domain, such as `https://privy.example.com`. Tokens are then kept in cookies.",
    v.nullable(webUrl()),
  ),
  wallet_connect_cloud_project_id: about(
    'Project id at WalletConnect. Served to published clients; nothing of ours reads it.',
    v.nullable(text(64)),
  ),
  fiat_on_ramp_enabled: flag(
    'Wallets may be funded by paying: without it MoonPay and Coinbase are neither offered nor taken, whatever `funding_config` says.',
  ),
  captcha_enabled: flag('A captcha stands before every code that is sent.'),
  captcha_provider: about('Which captcha.', v.picklist(captchaProviders)),
  captcha_site_key: about(
    "Turnstile's site key, behind `t:`. Required with `turnstile`.",
    v.nullable(v.pipe(text(200), v.startsWith(captchaKeyPrefix, `must begin with '${captchaKeyPrefix}'`))),
  ),
  twitter_oauth_on_mobile_enabled: flag('Login at X is offered on phones too.'),
  mfa_at_login: flag(
    'A login of a user with a second factor is only half of one until the session has verified it: until then it may read its user, verify and log out.',
  ),
  mfa_methods: about(
    'Second factors that users may enrol and verify with. A user who has none of them any more but another is refused what needs one.',
    v.array(v.picklist(mfaMethods)),
  ),
  approval: about(
    "Who asks the person before a signature: the host's page, or the wallet frame itself, visible and on its own origin, which needs Latchkey's own client (docs/custody.md, strict approval). With `frame`, a wallet with automatic recovery comes to a new browser by a code that is typed into the wallet's own page: users without an e-mail address or a phone number need a second factor or a recovery of their own.",
    v.picklist(['page', 'frame']),
  ),
  allow_raw_signing: flag(
    '`eth_sign` and `secp256k1_sign` are allowed, which sign a hash of which no one can read what it stands for.',
  ),
  enforce_wallet_uis: flag('Every signature is shown to the person first, whatever the host says.'),
  legacy_wallet_ui_config: flag(
    'The host may decide by `noPromptOnSignature`. Published clients sign typed data without asking with it.',
  ),
  telegram_auth_config: about("The app's bot at Telegram.", v.nullable(telegramAuthConfigSchema)),
  funding_config: about('How wallets are funded; null: funding is off.', v.nullable(fundingConfigSchema)),
  farcaster_link_wallets_enabled: flag("A Farcaster login also links the account's wallets."),
  max_linked_wallets_per_user: about(
    'Most wallets of their own that a user links, of each kind of chain; null means any number. Embedded wallets do not count.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  ),
} as const;

/** Custody and operation settings of an app that are never served to browsers (docs/custody.md, docs/contracts.md). */
export const appPrivateEntries = {
  allowed_origins: about(
    'Exact origins of the pages that may use the app, such as `https://app.example.com`.',
    v.array(text(253)),
  ),
  embedding_origins: about('Origins of pages that frame an allowed page, for mini apps.', v.array(text(253))),
  published_clients: flag(
    "Published clients and server SDKs use the app (docs/guide/existing-clients.md). Where nothing else is set it means `token_issuer: 'privy.io'`, `legacy_custody_token: true`, `legacy_export_verification: true` and `captcha_provider: 'turnstile'`.",
  ),
  token_issuer: about("`iss` of the tokens; null means the service's public address.", v.nullable(text(253))),
  identity_tokens: flag(
    'Logins and refreshes bring an identity token too, which tells every linked account to its reader.',
  ),
  session_key_binding: about(
    'Whether a session may bind a second frame key without a fresh login (`open`) or not (`strict`).',
    v.picklist(['open', 'strict']),
  ),
  new_device_max_age: about(
    'Age in seconds of a login up to which a new device recovers a wallet automatically; 0 means any age, which opens wallets to any session.',
    v.pipe(v.number(), v.integer(), v.minValue(0)),
  ),
  sensitive_max_age: about(
    'Age in seconds of a login up to which sensitive acts ask for no confirmation; 0 turns the confirmation off.',
    v.pipe(v.number(), v.integer(), v.minValue(0)),
  ),
  mfa_for_linking: flag(
    'Linking, unlinking and moving any account takes a second factor of users who have one; without it, only changing or unlinking the e-mail address and the number does.',
  ),
  mfa_removal_days: about(
    'Days after which the second factors of a user who lost them all, and asks for it, are removed, unless someone cancels it; null means never.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(7), v.maxValue(90))),
  ),
  mfa_sms_counts: flag(
    'A number is taken as a second factor. Off, SMS is neither enrolled nor verified, whatever `mfa_methods` says: users who have no other are refused what needs one.',
  ),
  mfa_trusted_time: about(
    'Seconds for which a verified second factor keeps the wallet open in a browser; the session ends it sooner.',
    v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)),
  ),
  max_users: about(
    'Most users that the app takes; null means no limit.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  ),
  test_credentials_enabled: flag(
    'The app has a test account, whose code is fixed (docs/contracts.md, Test accounts).',
  ),
  sms_regions: about(
    'Countries (ISO 3166-1 alpha-2) that codes are sent to by SMS; null means all.',
    v.nullable(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country such as US')))),
  ),
  sms_new_numbers_per_day: about(
    'Texts of a day (UTC) to numbers that are not the user’s own: to link one, or to enrol it as a second factor. When they are used up, no one links or enrols a number until midnight; the log, the audit log and the webhook `app.text_limit_reached` tell it once.',
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999)),
  ),
  custom_jwt_config: about(
    'Whose tokens log in where `custom_jwt_auth` is on. Replaced whole.',
    v.nullable(customJwtConfigSchema),
  ),
  oauth_clients: about(
    "The app's clients at providers of social login. Production has no others; development shares those of the sandbox.",
    oauthClientsSchema,
  ),
  fund_connected_wallets: flag(
    'Providers also fund addresses that are no account of the user: a wallet that is connected and not linked.',
  ),
  funding_providers: about(
    "The app's accounts at MoonPay and Coinbase. Production has no others; development shares those of the sandbox.",
    fundingAccountsSchema,
  ),
  cross_app_requesters: about(
    'Who may ask people for the use of the wallets that they have in this app. Empty: no one. Replaced whole.',
    crossAppRequestersSchema,
  ),
  farcaster_signer: about(
    "The app's own Farcaster account, which asks people for a signer; its custody key is the app's secret `farcaster-signer`. Null: none, but development shares that of the sandbox.",
    v.nullable(
      v.strictObject({
        fid: about('Its Farcaster id.', v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      }),
    ),
  ),
  oauth_tokens: flag("A login hands the provider's own tokens to the app's page, once."),
  account_transfer: flag('An account of another user moves to the person who proves it and asks for it.'),
  google_drive_client_id: about(
    "The app's client at Google, for recovery by Google Drive. Its secret is set apart, and sealed.",
    v.nullable(
      v.pipe(
        text(200),
        v.regex(/^[A-Za-z0-9.-]+$/, "must be Google's client id, such as 123-abc.apps.googleusercontent.com"),
      ),
    ),
  ),
  icloud_container: about(
    "The app's container at Apple, for recovery by iCloud. Replaced whole.",
    v.nullable(iCloudContainerSchema),
  ),
  passkey_rp_id: about(
    'Domain that the passkeys belong to, such as `example.com` for all pages under it; null means the host of the page that asks. A change loses sight of older passkeys.',
    v.nullable(
      v.pipe(
        text(253),
        v.regex(
          /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/,
          'must be a domain such as example.com, without scheme and port',
        ),
      ),
    ),
  ),
  undo_url: about(
    'Page on one of `allowed_origins` that letters to removed addresses lead to; null means the first page of the origin of the change.',
    v.nullable(text(2_048)),
  ),
  legacy_custody_token: flag(
    'Clients that know only `token` may call custody routes with it. Published clients need it.',
  ),
  legacy_export_verification: flag(
    'A second factor that was verified as fresh, without a purpose, permits an export. Published clients verify so before they show the export page.',
  ),
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
  /** Whom clients ask when a wallet is funded; there with `funding_config` alone. */
  funding_services: v.optional(fundingServicesSchema),
  /** What people know the app's own provider of OpenID Connect as; there with `oidc_oauth` alone. */
  oidc_name: v.optional(v.string()),
  embedded_wallet_config: v.object({
    ...embeddedWalletConfigSchema.entries,
    // What the newest clients read: without it they create wallets on the server.
    mode: v.literal(walletMode),
    ethereum: createOnLogin('Ethereum'),
  }),
  verification_key: v.string(),
  allowed_domains: v.array(v.string()),
  created_at: v.pipe(v.number(), v.integer()),
  updated_at: v.pipe(v.number(), v.integer()),
  /** Whether the request's Origin is one of the app's; absent without an Origin. */
  origin_allowed: v.optional(v.boolean()),
  /** Who manages the app, so that a developer reads where to add an origin; there for an Origin that is not allowed. */
  managed_by: v.optional(v.picklist(['api', 'file'])),
});
export type AppConfig = v.InferOutput<typeof appConfigSchema>;

export const smartWalletsSchema = v.object({ enabled: v.literal(false) });
export type SmartWallets = v.InferOutput<typeof smartWalletsSchema>;

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

/** What may be given in part means what the whole means. */
const inPart = <Schema extends v.GenericSchema>(
  field: keyof typeof appSettingsSchema.entries,
  schema: Schema,
) => about(v.getDescription(appSettingsSchema.entries[field]) ?? '', schema);

/**
 * An app as the apps file and the operator's API take it: everything optional but id (in the file) and name, settings of
 * several values in part too.
 */
export const appInputSchema = v.strictObject({
  id: about(
    'Id of the app, 25 lower-case letters, digits or hyphens. Required in the apps file; the API makes one without it.',
    v.optional(appIdSchema),
  ),
  secret_hash: about(
    "SHA-256 in hex of the app's secret, which back ends show. The API makes a secret without it.",
    v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'))),
  ),
  disabled: v.optional(
    flag('Closes the app: it answers `app_disabled`, and keeps its users, wallets and settings.'),
  ),
  ...v.partial(appSettingsSchema).entries,
  allowlist_config: inPart('allowlist_config', v.optional(v.partial(allowlistConfigSchema))),
  embedded_wallet_config: inPart('embedded_wallet_config', v.optional(embeddedWalletInputSchema)),
  telegram_auth_config: inPart(
    'telegram_auth_config',
    v.optional(v.nullable(v.partial(telegramAuthConfigSchema))),
  ),
  funding_config: inPart('funding_config', v.optional(v.nullable(fundingInputSchema))),
  funding_providers: inPart('funding_providers', v.optional(fundingAccountsInputSchema)),
});
export type AppInput = Omit<v.InferOutput<typeof appInputSchema>, UnbuiltSetting>;

/**
 * Settings that the wire sheet names and nothing stands behind yet. They are served as they are by default, refused with
 * any other value, and no part of the types that operators write: on, they would promise what is not there.
 */
export const unbuiltSettings = [
  'allowed_native_app_ids',
  'allowed_native_app_url_schemes',
  'farcaster_link_wallets_enabled',
] as const satisfies readonly (keyof AppSettings)[];
export type UnbuiltSetting = (typeof unbuiltSettings)[number];
