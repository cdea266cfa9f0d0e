import * as v from 'valibot';
import { about, type flag } from '../about.ts';
import { captchaProviders } from '../captcha.ts';
import { type MethodFlagName, methodIds } from '../methodFacts.ts';
import { methodSchemas, telegramAuthConfigSchema } from '../methods/index.ts';
import { mfaMethods } from '../user.ts';
import { appChainsSchema } from './chains.ts';
import { captchaKeyPrefix, themes } from './choices.ts';
import { embeddedWalletConfigSchema } from './embeddedWallets.ts';
import { color, optionalText, textUpTo, webUrl } from './fields.ts';
import { fundingConfigSchema } from './funding.ts';
import { entriesOf, type Setting, setting } from './setting.ts';

export const allowlistConfigSchema = () =>
  v.strictObject({
    error_title: about('Title of the screen for users who are not on the allowlist.', optionalText()),
    error_detail: about('Text of this screen.', optionalText(500)),
    cta_text: about('Label of the button on this screen.', optionalText(60)),
    cta_link: about(
      'URL that the button opens. If null, the button goes back to the login.',
      v.nullable(webUrl()),
    ),
  });

/** Returns the flags of login methods. Only email is on by default. */
function methodFlagSettings() {
  const methods = methodSchemas();
  const flags: Record<string, v.GenericSchema<boolean>> = Object.assign(
    {},
    ...methodIds.map((id) => methods[id].flags),
  );
  return Object.fromEntries(
    Object.entries(flags).map(([name, schema]) => [name, { schema, default: name === 'email_auth' }]),
  ) as Record<MethodFlagName, Setting<ReturnType<typeof flag>>>;
}

/** Settings that browsers receive, each with its default (docs/wire/protocol.md §2.1). */
export const servedSettings = () => ({
  name: setting(
    'Name of the app that users see in the modal and in emails. Required.',
    v.pipe(textUpTo(100), v.minLength(1)),
    'Latchkey app',
  ),
  logo_url: setting('URL of the logo in the modal.', v.nullable(webUrl()), null),
  icon_url: setting('URL of a small square image of the app.', v.nullable(webUrl()), null),
  theme: setting(
    "Colour scheme of the modal. `system` follows the user's device.",
    v.picklist(themes),
    'system',
  ),
  accent_color: setting(
    'Colour of primary buttons, of the focus and of progress, such as `#4f46e5`.',
    v.nullable(color()),
    null,
  ),
  allowed_native_app_ids: setting('Ids of native apps.', v.array(textUpTo(200)), []),
  allowed_native_app_url_schemes: setting('URL schemes of native apps.', v.array(textUpTo(64)), []),
  show_wallet_login_first: setting(
    'If true, the login screen shows wallets before email and social login, unless the host app sets `loginGroupPriority`.',
    v.boolean(),
    false,
  ),
  allowlist_enabled: setting("If true, only users on the app's allowlist may log in.", v.boolean(), false),
  allowlist_config: setting('Screen for users who are not on the allowlist.', allowlistConfigSchema(), {
    error_title: null,
    error_detail: null,
    cta_text: null,
    cta_link: null,
  }),
  ...methodFlagSettings(),
  passkeys_for_signup_enabled: setting('If true, users may also sign up with a passkey.', v.boolean(), false),
  disable_plus_emails: setting(
    'If true, the service refuses email addresses with a plus sign.',
    v.boolean(),
    false,
  ),
  terms_and_conditions_url: setting('URL of your terms. The modal links to it.', v.nullable(webUrl()), null),
  privacy_policy_url: setting(
    'URL of your privacy policy. The modal links to it.',
    v.nullable(webUrl()),
    null,
  ),
  require_users_accept_terms: setting(
    'If true, the modal asks each user once to accept the terms. The login is complete only after that.',
    v.boolean(),
    false,
  ),
  embedded_wallet_config: setting('Embedded wallets of the users.', embeddedWalletConfigSchema(), {
    create_on_login: 'off',
    solana: { create_on_login: 'off' },
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  }),
  custom_api_url: setting(
    "Address of the service on a subdomain of the app's domain, such as `https://privy.example.com`. If it is set, clients keep tokens in cookies.",
    v.nullable(webUrl()),
    null,
  ),
  wallet_connect_cloud_project_id: setting(
    "Project id at WalletConnect. Published clients use it; Latchkey's own client uses it if the host app passes none to `walletConnect()`.",
    v.nullable(textUpTo(64)),
    null,
  ),
  chains: setting(
    "The app's own EVM chains. Its wallets can send on them in addition to the chains in the page's `config.chains`. A change replaces the whole value.",
    appChainsSchema(),
    [],
  ),
  fiat_on_ramp_enabled: setting(
    'If true, users may fund wallets by payment. If false, MoonPay and Coinbase are neither offered nor accepted, whatever `funding_config` says.',
    v.boolean(),
    false,
  ),
  captcha_enabled: setting(
    'If true, users must pass a captcha before a login begins. Logins of guests, with custom tokens, through another app and in Farcaster mini apps need none.',
    v.boolean(),
    false,
  ),
  captcha_provider: setting('Captcha to use.', v.picklist(captchaProviders), 'proof-of-work'),
  captcha_site_key: setting(
    "Turnstile's site key, with the prefix `t:`. Required if the captcha is `turnstile`.",
    v.nullable(
      v.pipe(textUpTo(200), v.startsWith(captchaKeyPrefix, `must begin with '${captchaKeyPrefix}'`)),
    ),
    null,
  ),
  twitter_oauth_on_mobile_enabled: setting(
    'If true, login with X is also offered on phones.',
    v.boolean(),
    false,
  ),
  mfa_at_login: setting(
    'If true, a login of a user with a second factor is incomplete until the session has verified the factor. Until then, the session may only read its user, accept the terms, confirm the login, verify or recover a factor, refresh and log out.',
    v.boolean(),
    false,
  ),
  mfa_methods: setting(
    'Second factors that users may enrol and verify. If a user has only factors that are not listed, the service refuses them every operation that needs one.',
    v.array(v.picklist(mfaMethods)),
    [],
  ),
  approval: setting(
    "Screen on which the user confirms a signature. `page`: on the host app's page. `frame`: in the wallet frame, visible and on its own origin; this needs Latchkey's own client (docs/custody.md, strict approval). With `frame`, a user with automatic recovery must type a code into the wallet's own page before a new browser gets the wallet. Users without an email address or phone number then need a second factor or their own recovery method.",
    v.picklist(['page', 'frame']),
    'page',
  ),
  allow_raw_signing: setting(
    'If true, the wallet allows `eth_sign` and `secp256k1_sign`. They sign a bare hash, and nobody can tell from a hash what it authorises: any transaction, a login at another site, or a change of the wallet’s recovery, devices, list of wallets or first factor, which otherwise only the wallet frame signs (docs/custody.md, raw signing).',
    v.boolean(),
    false,
  ),
  enforce_wallet_uis: setting(
    'If true, the user must confirm every signature, unless `legacy_wallet_ui_config` is true and the host app turns the confirmation off.',
    v.boolean(),
    true,
  ),
  // If this is on or absent, published clients sign typed data without asking the user.
  legacy_wallet_ui_config: setting(
    'If true, the host app may turn off the confirmation with `noPromptOnSignature`, unless `approval` is `frame`. Published clients then sign typed data without asking the user.',
    v.boolean(),
    false,
  ),
  telegram_auth_config: setting("The app's Telegram bot.", v.nullable(telegramAuthConfigSchema()), null),
  funding_config: setting(
    'Methods and defaults for funding wallets. If null, funding is off.',
    v.nullable(fundingConfigSchema()),
    null,
  ),
  farcaster_link_wallets_enabled: setting(
    'If true, a login with Farcaster also links the wallets of the Farcaster account.',
    v.boolean(),
    false,
  ),
  max_linked_wallets_per_user: setting(
    'Maximum number of external wallets that a user may link, per type of chain. If null, there is no limit. Embedded wallets do not count.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    1,
  ),
});

/** Returns the schemas of the settings that browsers receive. */
export const appSettingsEntries = () => entriesOf(servedSettings());
