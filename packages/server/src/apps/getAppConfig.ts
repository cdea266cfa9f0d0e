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
 * Creates `GET /api/v1/apps/{id}`, the config that clients read first (docs/wire/protocol.md §2.1), without the
 * operator's private settings. Also answers requests of published clients for smart wallets, which no app has
 * (docs/contracts.md, Replies that existing clients rely on).
 */
export function configImplementations(deps: {
  isOriginAllowed(app: App, origin: string): boolean;
  verificationKey(appId: string): Promise<string>;
  config: Omit<FundingFacts, 'toOnRampServices'> & Pick<Config, 'hostedUrl' | 'turnstileUrl'>;
  toOnRampServices: FundingFacts['toOnRampServices'];
}): Implementation[] {
  return [
    implement(getAppRoute, async ({ app, caller }) => ({
      ...toAppConfig(app, await deps.verificationKey(app.id)),
      ...toFunding(app.settings, { ...deps.config, toOnRampServices: deps.toOnRampServices }),
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
 * Settings that hosted pages do not get. A client calls an app's `custom_api_url`, whose cookies browsers do not send
 * from a page on another site, as the hosted pages usually are. The hosted pages' CSP allows only the deployment's
 * nodes, so an app's `chains` would not work.
 */
const notOnHostedPages = { custom_api_url: null, chains: undefined };

const privateFields = new Set(Object.keys(appPrivateEntries()));

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
    // A page offers only methods that the app accepts.
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

/**
 * Returns whether the app allows the page's origin. If not, the developer of the page also learns where the app is
 * managed.
 */
function toVerdict(app: App, isAllowed: boolean): Partial<AppConfig> {
  return { origin_allowed: isAllowed, ...(isAllowed ? {} : { managed_by: app.managedBy }) };
}

/** Returns the address from which our client loads Turnstile. Published clients know the address already. */
function toCaptcha({ settings }: App, turnstileUrl: string): Partial<AppConfig> {
  return settings.captcha_provider === 'turnstile'
    ? { captcha_script_url: `${turnstileUrl}/turnstile/v0/api.js` }
    : {};
}
