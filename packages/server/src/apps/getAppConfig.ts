import {
  type AppConfig,
  type AppSettings,
  appExtraRoutes,
  appPrivateEntries,
  fail,
  getAppRoute,
  walletMode,
} from '@latchkey/wire';
import type { Config } from '../configShape.ts';
import { type Implementation, implement } from '../http/index.ts';
import { type FundingFacts, toFunding } from './fundingServices.ts';
import type { App } from './index.ts';
import { takesFactor } from './settings/takesFactor.ts';

/**
 * `GET /api/v1/apps/{id}`: the config that clients read before anything else (docs/wire/protocol.md §2.1). What an
 * operator keeps for themselves (custody and operation settings) is not in it. Beside it what published clients ask of
 * every app, and no app has yet (docs/contracts.md, Answers that must not surprise).
 */
export function configImplementations(deps: {
  isOriginAllowed(app: App, origin: string): boolean;
  verificationKey(appId: string): Promise<string>;
  config: FundingFacts & Pick<Config, 'hostedUrl' | 'turnstileUrl'>;
}): Implementation[] {
  return [
    implement(getAppRoute, async ({ app, caller }) => ({
      ...toAppConfig(app, await deps.verificationKey(app.id)),
      ...toFunding(app.settings, deps.config),
      ...toCaptcha(app, deps.config.turnstileUrl),
      ...(caller.origin === deps.config.hostedUrl ? notOnHostedPages : {}),
      ...(caller.origin === null ? {} : toVerdict(app, deps.isOriginAllowed(app, caller.origin))),
    })),
    implement(appExtraRoutes.smartWallets, async ({ app, params }) => {
      if (params.id !== app.id) fail('app_not_found');
      return { enabled: false as const };
    }),
  ];
}

/**
 * Settings that hosted pages go without. Cookies of the app's domain are not sent from there, and clients would move to
 * it; the policy of these pages lets them call the nodes of the deployment alone.
 */
const notOnHostedPages = { custom_api_url: null, chains: undefined };

const privateFields = new Set(Object.keys(appPrivateEntries()));

/** The settings that clients may read. */
function withoutPrivate(settings: AppSettings) {
  const served = Object.entries(settings).filter(([field]) => !privateFields.has(field));
  return Object.fromEntries(served) as Omit<AppSettings, keyof ReturnType<typeof appPrivateEntries>>;
}

function toAppConfig(app: App, verificationKey: string): AppConfig {
  const {
    captcha_site_key,
    chains,
    telegram_auth_config,
    funding_config: _funding,
    embedded_wallet_config,
    ...served
  } = withoutPrivate(app.settings);
  const { allowed_origins, oauth_clients } = app.settings;
  const { create_on_login } = embedded_wallet_config;
  return {
    id: app.id,
    ...served,
    // A page offers what the service takes, and knows no other setting of second factors.
    mfa_methods: served.mfa_methods.filter((method) => takesFactor(app.settings, method)),
    ...(served.oidc_oauth && oauth_clients.oidc ? { oidc_name: oauth_clients.oidc.name } : {}),
    ...(chains.length === 0 ? {} : { chains }),
    ...(captcha_site_key === null ? {} : { captcha_site_key }),
    ...(telegram_auth_config === null ? {} : { telegram_auth_config }),
    embedded_wallet_config: {
      ...embedded_wallet_config,
      mode: walletMode,
      ethereum: { create_on_login },
    },
    verification_key: verificationKey,
    allowed_domains: allowed_origins,
    created_at: Math.floor(app.createdAtMs / 1000),
    updated_at: Math.floor(app.updatedAtMs / 1000),
  };
}

/** Whether the page may go on; with what its developer must know where it may not. */
function toVerdict(app: App, isAllowed: boolean): Partial<AppConfig> {
  return { origin_allowed: isAllowed, ...(isAllowed ? {} : { managed_by: app.managedBy }) };
}

/** Where our client loads Turnstile from; published ones know the address. */
function toCaptcha({ settings }: App, turnstileUrl: string): Partial<AppConfig> {
  return settings.captcha_provider === 'turnstile'
    ? { captcha_script_url: `${turnstileUrl}/turnstile/v0/api.js` }
    : {};
}
