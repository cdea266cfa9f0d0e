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

/**
 * Config that `GET /api/v1/apps/{id}` returns. Fields that published clients know as optional are omitted, never
 * null.
 */
export const appConfigSchema = () =>
  v.object({
    id: v.string(),
    ...appSettingsEntries(),
    captcha_site_key: v.optional(v.string()),
    /** Absent if the app has none, and on hosted pages: their CSP allows calls only to the deployment's nodes. */
    chains: v.optional(appChainsSchema()),
    /** URL of Turnstile's script. Present only with that provider. */
    captcha_script_url: v.optional(v.string()),
    telegram_auth_config: v.optional(telegramAuthConfigSchema()),
    funding_config: v.optional(v.object(fundingConfigSchema().entries)),
    /** Services that clients call to fund a wallet. Present only with `funding_config`. */
    funding_services: v.optional(fundingServicesSchema()),
    /** Name of the app's own OpenID Connect provider. Present only with `oidc_oauth`. */
    oidc_name: v.optional(v.string()),
    embedded_wallet_config: v.object({
      ...embeddedWalletConfigSchema().entries,
      // Without it, the newest published clients ask the server to create wallets.
      mode: v.literal(walletMode),
      ethereum: createOnLogin('Ethereum'),
    }),
    verification_key: v.string(),
    allowed_domains: v.array(v.string()),
    created_at: v.pipe(v.number(), v.integer()),
    updated_at: v.pipe(v.number(), v.integer()),
    /** True if the request's Origin is one of the app's. Absent without an Origin. */
    origin_allowed: v.optional(v.boolean()),
    /**
     * Manager of the app, so that a developer knows where to add an origin. Present for an Origin that is not
     * allowed.
     */
    managed_by: v.optional(v.picklist(['api', 'file'])),
  });
export type AppConfig = OutputOf<typeof appConfigSchema>;

export const appIdPattern = /^[a-z0-9-]{25}$/;

export const appIdSchema = () =>
  v.pipe(v.string(), v.regex(appIdPattern, 'must be 25 lower-case letters, digits or hyphens'));

/** Every setting with its value, as the service uses them. */
export const appSettingsSchema = () => v.strictObject({ ...appSettingsEntries(), ...appPrivateEntries() });
/** Settings under the names of the wire, which the operator's API and the database use too. */
export type AppSettings = OutputOf<typeof appSettingsSchema>;

/** Returns the settings that apply if an operator sets nothing. Email is then the only login method. */
export const defaultAppSettings = (): AppSettings => ({
  ...defaultsOf(servedSettings()),
  ...defaultsOf(privateSettings()),
});

/**
 * App in the apps file and the operator's API. All fields are optional here; the service requires some of them for a
 * new app. Some settings of several values may be given in part.
 */
export const appInputSchema = () => {
  const settings = appSettingsSchema();
  /** Adds the description of the whole setting to the schema of a part. */
  const inPart = <Schema extends v.GenericSchema>(field: keyof AppSettings, schema: Schema) =>
    about(v.getDescription(settings.entries[field]) ?? '', schema);
  return v.strictObject({
    id: about(
      'Id of the app: 25 lower-case letters, digits or hyphens. Required in the apps file. If absent, the API generates one.',
      v.optional(appIdSchema()),
    ),
    secret_hash: about(
      'SHA-256 hash (hex) of the app secret with which back ends authenticate. If absent, the API generates a secret.',
      v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'))),
    ),
    disabled: v.optional(
      flag(
        "If true, the app is closed: the service answers every call with `app_disabled`. It keeps the app's users, wallets and settings.",
      ),
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
 * Settings of `docs/wire/protocol.md` that are not built yet. The service serves their defaults and refuses any other
 * value, because it would promise a missing feature. The types that operators write do not contain them.
 */
export const unbuiltSettings = [
  'allowed_native_app_ids',
  'allowed_native_app_url_schemes',
  'farcaster_link_wallets_enabled',
] as const satisfies readonly (keyof AppSettings)[];
export type UnbuiltSetting = (typeof unbuiltSettings)[number];
