import {
  type AppConfig,
  appIdOfProvider,
  captchaKeyPrefix,
  fail,
  isMethodOn,
  isOffered,
  limits,
  methodIds,
  oauthProviders,
} from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import type { AppSettings } from './appSettings.ts';
import { toChains } from './chains.ts';
import { defaults } from './defaults.ts';
import type { HostConfig, HostLook, LoginEntry } from './options.ts';
import { checkCreateOnLogin, isColor, isTheme } from './readOptions.ts';

type Warner = Pick<Environment, 'warn' | 'isDevelopment'>;

/**
 * Merges the served config with the host's options. As a rule, the host's options win for the appearance, and the
 * served config for what the app allows (methods, prompts, terms).
 *
 * @param environment gets warnings about mistakes that break nothing (CONF-26 to CONF-28)
 * @throws ServiceError `no_login_method` (CONF-25), `invalid_option` for an unknown served create_on_login
 *   (CONF-23) or an invalid captcha site key (CAPT-15)
 */
export function toSettings(app: AppConfig, host: HostConfig, environment: Warner): AppSettings {
  const { appearance = {}, intl = {} } = host;
  return {
    id: app.id,
    name: app.name,
    legal: {
      termsAndConditionsUrl: host.legal?.termsAndConditionsUrl ?? app.terms_and_conditions_url ?? null,
      privacyPolicyUrl: host.legal?.privacyPolicyUrl ?? app.privacy_policy_url ?? null,
      requireUsersAcceptTerms: app.require_users_accept_terms ?? false,
    },
    appearance: {
      ...toLook(app, appearance),
      logo: toLogo(appearance.logo, environment) ?? app.logo_url ?? null,
      landingHeader: appearance.landingHeader ?? null,
      loginMessage: toLoginMessage(appearance.loginMessage, environment),
      loginGroupPriority:
        appearance.loginGroupPriority ?? (app.show_wallet_login_first ? 'web3-first' : null),
      hideDirectWeb2Inputs: appearance.hideDirectWeb2Inputs ?? false,
      walletList: appearance.walletList ?? defaults.walletList,
    },
    ...toLoginMethods(app, host, environment),
    loginConfig: {
      twitterOAuthOnMobileEnabled: app.twitter_oauth_on_mobile_enabled ?? false,
      oidcName: app.oidc_name ?? null,
      passkeySignUp: app.passkeys_for_signup_enabled ?? false,
      telegramAuthConfiguration: toTelegram(app),
    },
    externalWallets: {
      walletConnect: {
        enabled: host.externalWallets?.walletConnect?.enabled ?? true,
        projectId: app.wallet_connect_cloud_project_id ?? null,
      },
      ethereum: app.wallet_auth,
      solana: app.solana_wallet_auth,
      mostLinked: app.max_linked_wallets_per_user,
    },
    embeddedWallets: toEmbeddedWallets(app, host),
    intl: {
      defaultCountry: intl.defaultCountry ?? defaults.defaultCountry,
      locale: intl.locale ?? defaults.locale,
      texts: intl.texts ?? {},
    },
    allowlistConfig: toAllowlistConfig(app),
    mfa: {
      methods: app.mfa_methods ?? [],
      noPromptOnMfaRequired: host.mfa?.noPromptOnMfaRequired ?? false,
    },
    ...toChains(host, app.chains),
    captchaEnabled: app.captcha_enabled ?? false,
    turnstile: toTurnstile(app),
    customAuth: {
      enabled: (app.custom_jwt_auth ?? false) && (host.customAuth?.enabled ?? true),
      getCustomAccessToken: host.customAuth?.getCustomAccessToken ?? null,
    },
    fundingConfig: toFunding(app),
    render: { standalone: host.render?.standalone ?? false },
    headless: host.headless ?? false,
  };
}

function toAllowlistConfig({ allowlist_config: served }: AppConfig): AppSettings['allowlistConfig'] {
  const { error_title, error_detail, cta_text, cta_link } = served ?? {};
  return {
    errorTitle: error_title || null,
    errorDetail: error_detail || null,
    ctaText: cta_text || null,
    ctaLink: cta_link || null,
  };
}

/** Returns the colour scheme and accent colour: the settings that the host can change while its page is open. */
export function toLook(
  app: AppConfig,
  { theme, accentColor }: HostLook,
): Pick<AppSettings['appearance'], 'palette' | 'accentColor'> {
  // A host's toggle can pass anything at any time. Invalid values count as missing.
  const colorScheme = [theme, app.theme].find(isTheme) ?? defaults.theme;
  return {
    palette: { colorScheme },
    accentColor: [accentColor, app.accent_color].find(isColor) ?? null,
  };
}

/**
 * Returns the login methods to offer: those that the app enables and that a screen can offer. If the host lists methods,
 * only these are offered, in its order.
 */
function toLoginMethods(app: AppConfig, host: HostConfig, { warn, isDevelopment }: Warner) {
  const built = methodIds.filter((id) => isMethodOn(app, id));
  const enabled = built
    .filter(isOffered)
    .flatMap((id) => (id === 'oauth' ? oauthProviders.filter((provider) => app[`${provider}_oauth`]) : id));
  // A provider app is listed only if the host names it, because the config does not contain the provider apps.
  const pick = (wished: readonly LoginEntry[] = []) =>
    [...new Set(wished)].filter(
      (requested) =>
        enabled.some((id) => id === requested) || (app.cross_app_auth && appIdOfProvider(requested)),
    );
  const order = host.loginMethodsAndOrder;
  const primary = pick(order?.primary);
  const overflow = pick(order?.overflow).filter((method) => !primary.includes(method));
  const wished = order ? [...primary, ...overflow] : host.loginMethods ? pick(host.loginMethods) : enabled;
  // True if users can log in only through the host's code (as guests, with its own tokens or through another app), or
  // with a passkey. Screens then offer at most a passkey and the provider apps that the host names.
  const isHeadlessOnly = enabled.every(isPasskey) && built.length > enabled.length;
  // A passkey does not count as a login method (CONF-25).
  if (wished.every(isPasskey) && !isHeadlessOnly) fail('no_login_method');
  const asked = order?.primary ?? host.loginMethods ?? [];
  if (isDevelopment && asked.length > limits.primaryMethodsWarning)
    warn(`More than ${limits.primaryMethodsWarning} primary login methods make people choose for long.`);
  return { loginMethods: wished, loginMethodsAndOrder: order ? { primary, overflow } : null };
}

const isPasskey = (method: LoginEntry) => method === 'passkey';

function toEmbeddedWallets(app: AppConfig, host: HostConfig): AppSettings['embeddedWallets'] {
  const { embeddedWallets: requested = {} } = host;
  const served = app.embedded_wallet_config;
  return {
    createOnLogin: checkCreateOnLogin(
      requested.ethereum?.createOnLogin ??
        requested.createOnLogin ??
        served?.create_on_login ??
        defaults.createOnLogin,
      'embedded_wallet_config.create_on_login',
    ),
    solana: {
      createOnLogin: checkCreateOnLogin(
        requested.solana?.createOnLogin ?? served?.solana?.create_on_login ?? defaults.createOnLogin,
        'embedded_wallet_config.solana.create_on_login',
      ),
    },
    noPromptOnSignature: toNoPrompt(app, host),
    approval: app.approval ?? 'page',
    allowRawSigning: app.allow_raw_signing ?? false,
    // The operator decides who can recover a wallet, and how.
    requireUserOwnedRecoveryOnCreate:
      (served?.require_user_owned_recovery_on_create || served?.require_user_password_on_create) ?? false,
    requireUserPasswordOnCreate: served?.require_user_password_on_create ?? false,
    recoveryPasswordMinLength: Math.max(
      served?.recovery_password_min_length ?? 0,
      limits.recoveryPasswordLength,
    ),
    userOwnedRecoveryOptions: served?.user_owned_recovery_options ?? [],
    waitForTransactionConfirmation: requested.waitForTransactionConfirmation ?? true,
    priceDisplay: { primary: requested.priceDisplay?.primary ?? 'fiat-currency' },
  };
}

/** Reads Turnstile's site key, without its prefix `t:` (CAPT-15). */
function toTurnstile(app: AppConfig): AppSettings['turnstile'] {
  const { captcha_provider: provider = 'turnstile', captcha_site_key: key, captcha_script_url: url } = app;
  if (!app.captcha_enabled || provider !== 'turnstile') return null;
  if (!key?.startsWith(captchaKeyPrefix))
    fail('invalid_option', { message: `captcha_site_key must begin with '${captchaKeyPrefix}'` });
  return { siteKey: key.slice(captchaKeyPrefix.length), scriptUrl: url ?? defaults.turnstileUrl };
}

function toTelegram({
  telegram_auth_config: served,
}: AppConfig): AppSettings['loginConfig']['telegramAuthConfiguration'] {
  if (!served) return null;
  const { bot_id: botId, bot_name: botName, link_enabled, seamless_auth_enabled } = served;
  return { botId, botName, linkEnabled: link_enabled, seamlessAuthEnabled: seamless_auth_enabled };
}

function toFunding({
  funding_config: served,
  funding_services: services,
}: AppConfig): AppSettings['fundingConfig'] {
  return served
    ? {
        methods: served.methods,
        defaultRecommendedAmount: served.default_recommended_amount,
        defaultRecommendedCurrency: served.default_recommended_currency,
        promptFundingOnWalletCreation: served.prompt_funding_on_wallet_creation,
        crossChainBridgingEnabled: served.cross_chain_bridging_enabled,
        services: services ?? null,
      }
    : null;
}

/**
 * Returns true if signing shows no screen (docs/wire/protocol.md §2.1). A host can choose only if the app keeps the
 * legacy rule. Otherwise the operator's `enforce_wallet_uis` decides. Absent fields mean enforced and legacy.
 */
function toNoPrompt(app: AppConfig, host: HostConfig): boolean {
  // Approval in the frame overrides the host's option and the other flags (SIGN-07).
  if (app.approval === 'frame') return false;
  const unenforced = !(app.enforce_wallet_uis ?? true);
  const isLegacy = app.legacy_wallet_ui_config ?? true;
  return isLegacy ? (host.embeddedWallets?.noPromptOnSignature ?? unenforced) : unenforced;
}

function toLoginMessage(message: string | undefined, { warn, isDevelopment }: Warner): string | null {
  if (!message) return null;
  const characters = [...message];
  if (characters.length <= limits.loginMessageLength) return message;
  if (isDevelopment)
    warn(
      `config.appearance.loginMessage is longer than ${limits.loginMessageLength} characters and was cut.`,
    );
  return characters.slice(0, limits.loginMessageLength).join('');
}

/** Accepts a URL, an image element (`img`, `svg`, `picture`), or a React `<img>` element, whose `src` it takes. */
function toLogo(logo: unknown, { warn }: Warner): string | Element | null {
  if (logo === undefined || logo === null) return null;
  if (typeof logo === 'string') return logo;
  const element = logo as Partial<{ tagName: string; type: string; props: { src?: unknown } }>;
  if (/^(img|svg|picture)$/i.test(String(element.tagName))) return logo as Element;
  if (element.type === 'img' && typeof element.props?.src === 'string') return element.props.src;
  warn('config.appearance.logo must be an image or the address of one.');
  return null;
}
