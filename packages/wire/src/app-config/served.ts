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
    error_title: about('Title of the screen for people who are not on the allowlist.', optionalText()),
    error_detail: about('Text of that screen.', optionalText(500)),
    cta_text: about('Text of its button.', optionalText(60)),
    cta_link: about('Where the button leads; null goes back to the login.', v.nullable(webUrl())),
  });

/** The flags of login methods. E-mail alone is on by default. */
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

/** Settings that browsers are served, each with its default (docs/wire/protocol.md §2.1). */
export const servedSettings = () => ({
  name: setting(
    'What people read as the name of the app, in the modal and in letters. Required.',
    v.pipe(textUpTo(100), v.minLength(1)),
    'Latchkey app',
  ),
  logo_url: setting('Address of the logo in the modal.', v.nullable(webUrl()), null),
  icon_url: setting('Address of a small square image of the app.', v.nullable(webUrl()), null),
  theme: setting(
    "Colour scheme of the modal; `system` follows the person's own.",
    v.picklist(themes),
    'system',
  ),
  accent_color: setting('Colour of buttons and links, such as `#4f46e5`.', v.nullable(color()), null),
  allowed_native_app_ids: setting('Ids of native apps.', v.array(textUpTo(200)), []),
  allowed_native_app_url_schemes: setting('URL schemes of native apps.', v.array(textUpTo(64)), []),
  show_wallet_login_first: setting(
    'The landing begins with wallets rather than with e-mail and social login.',
    v.boolean(),
    false,
  ),
  allowlist_enabled: setting('Only people on the allowlist of the app may log in.', v.boolean(), false),
  allowlist_config: setting('What people read who are not on the allowlist.', allowlistConfigSchema(), {
    error_title: null,
    error_detail: null,
    cta_text: null,
    cta_link: null,
  }),
  ...methodFlagSettings(),
  passkeys_for_signup_enabled: setting('A passkey may create an account too.', v.boolean(), false),
  disable_plus_emails: setting('E-mail addresses with a plus sign are refused.', v.boolean(), false),
  terms_and_conditions_url: setting(
    'Address of your terms, linked from the modal.',
    v.nullable(webUrl()),
    null,
  ),
  privacy_policy_url: setting(
    'Address of your privacy policy, linked from the modal.',
    v.nullable(webUrl()),
    null,
  ),
  require_users_accept_terms: setting(
    'The modal asks once for consent to the terms; a login counts only then.',
    v.boolean(),
    false,
  ),
  embedded_wallet_config: setting('The embedded wallets of the users.', embeddedWalletConfigSchema(), {
    create_on_login: 'off',
    solana: { create_on_login: 'off' },
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  }),
  custom_api_url: setting(
    "The service's address on a subdomain of the app's domain, such as `https://privy.example.com`. Tokens are then kept in cookies.",
    v.nullable(webUrl()),
    null,
  ),
  wallet_connect_cloud_project_id: setting(
    'Project id at WalletConnect. Served to published clients; nothing of ours reads it.',
    v.nullable(textUpTo(64)),
    null,
  ),
  chains: setting(
    "EVM chains of the app's own, which its wallets send on beside those of the page's `config.chains`. Replaced whole.",
    appChainsSchema(),
    [],
  ),
  fiat_on_ramp_enabled: setting(
    'Wallets may be funded by paying: without it MoonPay and Coinbase are neither offered nor taken, whatever `funding_config` says.',
    v.boolean(),
    false,
  ),
  captcha_enabled: setting('A captcha stands before every code that is sent.', v.boolean(), false),
  captcha_provider: setting('Which captcha.', v.picklist(captchaProviders), 'proof-of-work'),
  captcha_site_key: setting(
    "Turnstile's site key, behind `t:`. Required with `turnstile`.",
    v.nullable(
      v.pipe(textUpTo(200), v.startsWith(captchaKeyPrefix, `must begin with '${captchaKeyPrefix}'`)),
    ),
    null,
  ),
  twitter_oauth_on_mobile_enabled: setting('Login at X is offered on phones too.', v.boolean(), false),
  mfa_at_login: setting(
    'A login of a user with a second factor is only half of one until the session has verified it: until then it may read its user, verify and log out.',
    v.boolean(),
    false,
  ),
  mfa_methods: setting(
    'Second factors that users may enrol and verify with. A user who has none of them any more but another is refused what needs one.',
    v.array(v.picklist(mfaMethods)),
    [],
  ),
  approval: setting(
    "Who asks the person before a signature: the host's page, or the wallet frame itself, visible and on its own origin, which needs Latchkey's own client (docs/custody.md, strict approval). With `frame`, a wallet with automatic recovery comes to a new browser by a code that is typed into the wallet's own page: users without an e-mail address or a phone number need a second factor or a recovery of their own.",
    v.picklist(['page', 'frame']),
    'page',
  ),
  allow_raw_signing: setting(
    '`eth_sign` and `secp256k1_sign` are allowed, which sign a hash of which no one can read what it stands for.',
    v.boolean(),
    false,
  ),
  enforce_wallet_uis: setting(
    'Every signature is shown to the person first, whatever the host says.',
    v.boolean(),
    true,
  ),
  // Published clients sign typed data without asking when it is on or absent.
  legacy_wallet_ui_config: setting(
    'The host may decide by `noPromptOnSignature`. Published clients sign typed data without asking with it.',
    v.boolean(),
    false,
  ),
  telegram_auth_config: setting("The app's bot at Telegram.", v.nullable(telegramAuthConfigSchema()), null),
  funding_config: setting(
    'How wallets are funded; null: funding is off.',
    v.nullable(fundingConfigSchema()),
    null,
  ),
  farcaster_link_wallets_enabled: setting(
    "A Farcaster login also links the account's wallets.",
    v.boolean(),
    false,
  ),
  max_linked_wallets_per_user: setting(
    'Most wallets of their own that a user links, of each kind of chain; null means any number. Embedded wallets do not count.',
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    1,
  ),
});

/** Schemas of the settings that browsers are served. */
export const appSettingsEntries = () => entriesOf(servedSettings());
