import * as v from 'valibot';
import { about, flag } from '../about.ts';
import { fundingAccountsInputSchema, fundingServicesSchema } from '../funding.ts';
import { telegramAuthConfigSchema } from '../methods/index.ts';
import type { OutputOf } from '../schema.ts';
import { appChainsSchema } from './chains.ts';
import { walletMode } from './choices.ts';
import { createOnLogin, embeddedWalletConfigSchema, embeddedWalletInputSchema } from './embeddedWallets.ts';
import { fundingConfigSchema, fundingInputSchema } from './funding.ts';
import { appPrivateEntries, privateSettings } from './private.ts';
import { allowlistConfigSchema, appSettingsEntries, servedSettings } from './served.ts';
import { defaultsOf } from './setting.ts';

/** The config that `GET /api/v1/apps/{id}` serves. What published clients know as optional is left out, never null. */
export const appConfigSchema = () =>
  v.object({
    id: v.string(),
    ...appSettingsEntries(),
    captcha_site_key: v.optional(v.string()),
    /** Not there if the app has none, and on hosted pages, whose policy lets them call no other node. */
    chains: v.optional(appChainsSchema()),
    /** Address of Turnstile's script; served with that provider alone. */
    captcha_script_url: v.optional(v.string()),
    telegram_auth_config: v.optional(telegramAuthConfigSchema()),
    funding_config: v.optional(v.object(fundingConfigSchema().entries)),
    /** Services that clients call to fund a wallet; served with `funding_config` alone. */
    funding_services: v.optional(fundingServicesSchema()),
    /** Name of the app's own provider of OpenID Connect; served with `oidc_oauth` alone. */
    oidc_name: v.optional(v.string()),
    embedded_wallet_config: v.object({
      ...embeddedWalletConfigSchema().entries,
      // The newest clients read it: without it they create wallets on the server.
      mode: v.literal(walletMode),
      ethereum: createOnLogin('Ethereum'),
    }),
    verification_key: v.string(),
    allowed_domains: v.array(v.string()),
    created_at: v.pipe(v.number(), v.integer()),
    updated_at: v.pipe(v.number(), v.integer()),
    /** True if the request's Origin is one of the app's; absent without an Origin. */
    origin_allowed: v.optional(v.boolean()),
    /** Manager of the app, which tells a developer where to add an origin; served for an Origin that is not allowed. */
    managed_by: v.optional(v.picklist(['api', 'file'])),
  });
export type AppConfig = OutputOf<typeof appConfigSchema>;

/** Form of an app's id. */
export const appIdPattern = /^[a-z0-9-]{25}$/;

export const appIdSchema = () =>
  v.pipe(v.string(), v.regex(appIdPattern, 'must be 25 lower-case letters, digits or hyphens'));

/** Every setting, each with a value: what a service works with. */
export const appSettingsSchema = () => v.strictObject({ ...appSettingsEntries(), ...appPrivateEntries() });
/** The wire's names, because that is what is edited, stored and served. */
export type AppSettings = OutputOf<typeof appSettingsSchema>;

/** Returns what holds if an operator sets nothing: nothing is on but e-mail, nothing is shown that was not given. */
export const defaultAppSettings = (): AppSettings => ({
  ...defaultsOf(servedSettings()),
  ...defaultsOf(privateSettings()),
});

/**
 * An app as the apps file and the operator's API take it: everything optional but id (in the file) and name, settings of
 * several values in part too.
 */
export const appInputSchema = () => {
  const settings = appSettingsSchema();
  /** A part of a setting means what the whole means. */
  const inPart = <Schema extends v.GenericSchema>(field: keyof AppSettings, schema: Schema) =>
    about(v.getDescription(settings.entries[field]) ?? '', schema);
  return v.strictObject({
    id: about(
      'Id of the app, 25 lower-case letters, digits or hyphens. Required in the apps file; the API makes one without it.',
      v.optional(appIdSchema()),
    ),
    secret_hash: about(
      "SHA-256 in hex of the app's secret, which back ends show. The API makes a secret without it.",
      v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'))),
    ),
    disabled: v.optional(
      flag('Closes the app: it answers `app_disabled`, and keeps its users, wallets and settings.'),
    ),
    ...v.partial(settings).entries,
    allowlist_config: inPart('allowlist_config', v.optional(v.partial(allowlistConfigSchema()))),
    embedded_wallet_config: inPart('embedded_wallet_config', v.optional(embeddedWalletInputSchema())),
    telegram_auth_config: inPart(
      'telegram_auth_config',
      v.optional(v.nullable(v.partial(telegramAuthConfigSchema()))),
    ),
    funding_config: inPart('funding_config', v.optional(v.nullable(fundingInputSchema()))),
    funding_providers: inPart('funding_providers', v.optional(fundingAccountsInputSchema())),
  });
};
export type AppInput = Omit<OutputOf<typeof appInputSchema>, UnbuiltSetting>;

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
