import * as v from 'valibot';
import { about } from '../about.ts';
import { iCloudContainerSchema } from '../cloud.ts';
import { crossAppRequestersSchema } from '../cross-app/index.ts';
import { fundingAccountsSchema } from '../funding.ts';
import { customJwtConfigSchema, oauthClientsSchema } from '../methods/index.ts';
import { textUpTo } from './fields.ts';
import { entriesOf, setting } from './setting.ts';

/**
 * Settings of custody and operation, each with its default (docs/custody.md, docs/contracts.md). The app config does
 * not contain them under these names, but browsers receive some of their values, such as the allowed origins.
 */
export const privateSettings = () => ({
  allowed_origins: setting(
    'Exact origins of the pages that may use the app, such as `https://app.example.com`.',
    v.array(textUpTo(253)),
    [],
  ),
  embedding_origins: setting(
    'Origins of pages that may embed an allowed page in a frame, for mini apps.',
    v.array(textUpTo(253)),
    [],
  ),
  published_clients: setting(
    "Set it to true if published clients or server SDKs use the app (docs/guide/existing-clients.md). It then changes the defaults to `token_issuer: 'privy.io'`, `legacy_custody_token: true`, `legacy_export_verification: true` and `captcha_provider: 'turnstile'`.",
    v.boolean(),
    false,
  ),
  token_issuer: setting(
    "`iss` claim of the tokens. If null, it is the service's public address.",
    v.nullable(textUpTo(253)),
    null,
  ),
  identity_tokens: setting(
    'If true, logins and refreshes also return an identity token. Anyone who reads that token sees all linked accounts of the user.',
    v.boolean(),
    false,
  ),
  session_key_binding: setting(
    '`open`: a session may bind a second frame key without a fresh login. `strict`: it may not.',
    v.picklist(['open', 'strict']),
    'open',
  ),
  new_device_max_age: setting(
    "Maximum age of a login, in seconds, for automatic recovery of a wallet on a new device. 0 means no maximum: every session can then open the user's wallet.",
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    600,
  ),
  sensitive_max_age: setting(
    'Maximum age of a login, in seconds, for sensitive operations without a new confirmation. 0 turns the confirmation off.',
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    600,
  ),
  mfa_for_linking: setting(
    'If true, users with a second factor need it to link, unlink or move any account. If false, they need it only to change or unlink an email address or phone number.',
    v.boolean(),
    false,
  ),
  mfa_removal_days: setting(
    'Days until the service removes all second factors of a user who has lost them and has asked for the removal. The removal can be cancelled until then. If null, users cannot ask for it.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(7), v.maxValue(90))),
    null,
  ),
  mfa_sms_counts: setting(
    'If true, users may use a phone number as a second factor. If false, users can neither enrol nor verify SMS, even if `mfa_methods` lists it. Users without another factor are then refused every operation that needs one.',
    v.boolean(),
    true,
  ),
  mfa_trusted_time: setting(
    'Seconds for which a verified second factor keeps the wallet open in a browser. If the session ends earlier, so does this.',
    v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)),
    900,
  ),
  max_users: setting(
    'Maximum number of users of the app. If null, there is no limit.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    null,
  ),
  guest_retention_days: setting(
    'Days until the service deletes a guest who has neither a wallet nor another account, counted from 30 days after their last login, when their last session has ended at the latest. If null, guests are kept.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
    null,
  ),
  test_credentials_enabled: setting(
    'If true, the app has a test account with a fixed code (docs/contracts.md, Test accounts).',
    v.boolean(),
    false,
  ),
  sms_regions: setting(
    'Countries (ISO 3166-1 alpha-2) to which the service sends codes by SMS. If null, all countries.',
    v.nullable(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country such as US')))),
    null,
  ),
  sms_new_numbers_per_day: setting(
    'Maximum number of text messages per day (UTC) to phone numbers that do not belong to the user yet, sent to link a number or to enrol it as a second factor. When the limit is reached, no user of the app can link or enrol a number until midnight. The service reports it once, in the log, the audit log and the webhook `app.text_limit_reached`.',
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999)),
    500,
  ),
  custom_jwt_config: setting(
    'Issuer of the tokens with which users log in if `custom_jwt_auth` is on. A change replaces the whole value.',
    v.nullable(customJwtConfigSchema()),
    null,
  ),
  oauth_clients: setting(
    "The app's clients at the providers of social login. In production, these are the only clients. In development, the app also shares the clients of the sandbox.",
    oauthClientsSchema(),
    {},
  ),
  fund_connected_wallets: setting(
    'If true, providers also fund addresses that are not accounts of the user, such as a wallet that is connected but not linked.',
    v.boolean(),
    false,
  ),
  funding_providers: setting(
    "The app's accounts at MoonPay and Coinbase. In production, these are the only accounts. In development, the app also shares the accounts of the sandbox.",
    fundingAccountsSchema(),
    {},
  ),
  cross_app_requesters: setting(
    'Apps and pages that may ask users for permission to use the wallets that they have in this app. If empty, none may. A change replaces the whole value.',
    crossAppRequestersSchema(),
    [],
  ),
  farcaster_signer: setting(
    "The app's own Farcaster account, which asks users to approve a signer. The account's custody key is the app's secret `farcaster-signer`. If null, the app has no account; in development it shares the account of the sandbox.",
    v.nullable(
      v.strictObject({
        fid: about('Farcaster id (fid) of the account.', v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      }),
    ),
    null,
  ),
  oauth_tokens: setting(
    "If true, a login returns the provider's own tokens to the app's page, once.",
    v.boolean(),
    false,
  ),
  account_transfer: setting(
    'If true, a user may take over an account that is linked to another user, if they ask for it and prove that they control it.',
    v.boolean(),
    false,
  ),
  google_drive_client_id: setting(
    "The app's client id at Google, for recovery with Google Drive. You set its secret separately; the service stores the secret encrypted.",
    v.nullable(
      v.pipe(
        textUpTo(200),
        v.regex(/^[A-Za-z0-9.-]+$/, "must be Google's client id, such as 123-abc.apps.googleusercontent.com"),
      ),
    ),
    null,
  ),
  icloud_container: setting(
    "The app's container at Apple, for recovery with iCloud. A change replaces the whole value.",
    v.nullable(iCloudContainerSchema()),
    null,
  ),
  passkey_rp_id: setting(
    "Domain of the app's passkeys, such as `example.com` for all pages under it. If null, it is the host of the page. If you change it, users can no longer use their older passkeys.",
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
    'Page on one of `allowed_origins` to which emails to removed addresses link. If null, it is the start page of the origin on which the change was made, otherwise of the first origin in `allowed_origins`.',
    v.nullable(textUpTo(2_048)),
    null,
  ),
  legacy_custody_token: setting(
    'If true, clients may call custody routes with only `token`. Published clients need it.',
    v.boolean(),
    false,
  ),
  legacy_export_verification: setting(
    'If true, a fresh verification of a second factor without a purpose also permits an export. Published clients need it: they verify like this before they show the export page.',
    v.boolean(),
    false,
  ),
});

/** Returns the schemas of {@link privateSettings}. */
export const appPrivateEntries = () => entriesOf(privateSettings());
