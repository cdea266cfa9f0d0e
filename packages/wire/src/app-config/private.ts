import * as v from 'valibot';
import { about } from '../about.ts';
import { iCloudContainerSchema } from '../cloud.ts';
import { crossAppRequestersSchema } from '../cross-app/index.ts';
import { fundingAccountsSchema } from '../funding.ts';
import { customJwtConfigSchema, oauthClientsSchema } from '../methods/index.ts';
import { textUpTo } from './fields.ts';
import { entriesOf, setting } from './setting.ts';

/** Settings of custody and operation, never served to browsers, each with its default (docs/custody.md, docs/contracts.md). */
export const privateSettings = () => ({
  allowed_origins: setting(
    'Exact origins of the pages that may use the app, such as `https://app.example.com`.',
    v.array(textUpTo(253)),
    [],
  ),
  embedding_origins: setting(
    'Origins of pages that frame an allowed page, for mini apps.',
    v.array(textUpTo(253)),
    [],
  ),
  published_clients: setting(
    "Published clients and server SDKs use the app (docs/guide/existing-clients.md). Where nothing else is set it means `token_issuer: 'privy.io'`, `legacy_custody_token: true`, `legacy_export_verification: true` and `captcha_provider: 'turnstile'`.",
    v.boolean(),
    false,
  ),
  token_issuer: setting(
    "`iss` of the tokens; null means the service's public address.",
    v.nullable(textUpTo(253)),
    null,
  ),
  identity_tokens: setting(
    'Logins and refreshes bring an identity token too, which tells every linked account to its reader.',
    v.boolean(),
    false,
  ),
  session_key_binding: setting(
    'Whether a session may bind a second frame key without a fresh login (`open`) or not (`strict`).',
    v.picklist(['open', 'strict']),
    'open',
  ),
  new_device_max_age: setting(
    'Age in seconds of a login up to which a new device recovers a wallet automatically; 0 means any age, which opens wallets to any session.',
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    600,
  ),
  sensitive_max_age: setting(
    'Age in seconds of a login up to which sensitive acts ask for no confirmation; 0 turns the confirmation off.',
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    600,
  ),
  mfa_for_linking: setting(
    'Linking, unlinking and moving any account takes a second factor of users who have one; without it, only changing or unlinking the e-mail address and the number does.',
    v.boolean(),
    false,
  ),
  mfa_removal_days: setting(
    'Days after which the second factors of a user who lost them all, and asks for it, are removed, unless someone cancels it; null means never.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(7), v.maxValue(90))),
    null,
  ),
  mfa_sms_counts: setting(
    'A number is taken as a second factor. Off, SMS is neither enrolled nor verified, whatever `mfa_methods` says: users who have no other are refused what needs one.',
    v.boolean(),
    true,
  ),
  mfa_trusted_time: setting(
    'Seconds for which a verified second factor keeps the wallet open in a browser; the session ends it sooner.',
    v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)),
    900,
  ),
  max_users: setting(
    'Most users that the app takes; null means no limit.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    null,
  ),
  test_credentials_enabled: setting(
    'The app has a test account, whose code is fixed (docs/contracts.md, Test accounts).',
    v.boolean(),
    false,
  ),
  sms_regions: setting(
    'Countries (ISO 3166-1 alpha-2) that codes are sent to by SMS; null means all.',
    v.nullable(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country such as US')))),
    null,
  ),
  sms_new_numbers_per_day: setting(
    'Texts of a day (UTC) to numbers that are not the user’s own: to link one, or to enrol it as a second factor. When they are used up, no one links or enrols a number until midnight; the log, the audit log and the webhook `app.text_limit_reached` tell it once.',
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999)),
    500,
  ),
  custom_jwt_config: setting(
    'Whose tokens log in where `custom_jwt_auth` is on. Replaced whole.',
    v.nullable(customJwtConfigSchema()),
    null,
  ),
  oauth_clients: setting(
    "The app's clients at providers of social login. Production has no others; development shares those of the sandbox.",
    oauthClientsSchema(),
    {},
  ),
  fund_connected_wallets: setting(
    'Providers also fund addresses that are no account of the user: a wallet that is connected and not linked.',
    v.boolean(),
    false,
  ),
  funding_providers: setting(
    "The app's accounts at MoonPay and Coinbase. Production has no others; development shares those of the sandbox.",
    fundingAccountsSchema(),
    {},
  ),
  cross_app_requesters: setting(
    'Who may ask people for the use of the wallets that they have in this app. Empty: no one. Replaced whole.',
    crossAppRequestersSchema(),
    [],
  ),
  farcaster_signer: setting(
    "The app's own Farcaster account, which asks people for a signer; its custody key is the app's secret `farcaster-signer`. Null: none, but development shares that of the sandbox.",
    v.nullable(
      v.strictObject({
        fid: about('Its Farcaster id.', v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      }),
    ),
    null,
  ),
  oauth_tokens: setting(
    "A login hands the provider's own tokens to the app's page, once.",
    v.boolean(),
    false,
  ),
  account_transfer: setting(
    'An account of another user moves to the person who proves it and asks for it.',
    v.boolean(),
    false,
  ),
  google_drive_client_id: setting(
    "The app's client at Google, for recovery by Google Drive. Its secret is set apart, and sealed.",
    v.nullable(
      v.pipe(
        textUpTo(200),
        v.regex(/^[A-Za-z0-9.-]+$/, "must be Google's client id, such as 123-abc.apps.googleusercontent.com"),
      ),
    ),
    null,
  ),
  icloud_container: setting(
    "The app's container at Apple, for recovery by iCloud. Replaced whole.",
    v.nullable(iCloudContainerSchema()),
    null,
  ),
  passkey_rp_id: setting(
    'Domain that the passkeys belong to, such as `example.com` for all pages under it; null means the host of the page that asks. A change loses sight of older passkeys.',
    v.nullable(
      v.pipe(
        textUpTo(253),
        v.regex(
          /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/,
          'must be a domain such as example.com, without scheme and port',
        ),
      ),
    ),
    null,
  ),
  undo_url: setting(
    'Page on one of `allowed_origins` that letters to removed addresses lead to; null means the first page of the origin of the change.',
    v.nullable(textUpTo(2_048)),
    null,
  ),
  legacy_custody_token: setting(
    'Clients that know only `token` may call custody routes with it. Published clients need it.',
    v.boolean(),
    false,
  ),
  legacy_export_verification: setting(
    'A second factor that was verified as fresh, without a purpose, permits an export. Published clients verify so before they show the export page.',
    v.boolean(),
    false,
  ),
});

/** Schemas of the settings that browsers are never served. */
export const appPrivateEntries = () => entriesOf(privateSettings());
