import { defaultAppSettings } from '@latchkey/wire';
import type { AppSettings } from '../index.ts';
import type { StoredSettings } from '../table.ts';
import { mergeSettings } from './mergeSettings.ts';

const defaultSettings = defaultAppSettings();

/** Settings that `published_clients` implies, because published clients or server SDKs need them. */
const publishedClientSettings = {
  // Server SDKs compare the issuer.
  token_issuer: 'privy.io',
  // react-auth creates a wallet with the token that it also sends to the app's back end.
  legacy_custody_token: true,
  // Published clients verify a second factor before an export, without naming the purpose.
  legacy_export_verification: true,
  // Published clients support no other captcha.
  captcha_provider: 'turnstile',
} satisfies StoredSettings;

/**
 * Defaults of the values in a setting that an app does not have by default. They apply if the operator sets only some
 * of its values.
 */
const defaultsWhereSet = {
  telegram_auth_config: { link_enabled: false, seamless_auth_enabled: false },
  funding_config: {
    methods: [],
    options: [],
    prompt_funding_on_wallet_creation: false,
    cross_chain_bridging_enabled: false,
  },
} satisfies StoredSettings;

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
