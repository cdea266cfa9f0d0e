import { defaultAppSettings } from '@latchkey/wire';
import type { AppSettings } from '../index.ts';
import type { StoredSettings } from '../table.ts';
import { mergeSettings } from './mergeSettings.ts';

const defaultSettings = defaultAppSettings();

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
