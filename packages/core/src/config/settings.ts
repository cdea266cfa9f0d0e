import { type AppConfig, type CreateOnLogin, fail, limits, methodFlags, methodIds } from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import { defaults } from './defaults.ts';
import type { HostConfig, HostLook, LoginMethodName } from './options.ts';
import { checkCreateOnLogin } from './readOptions.ts';

/** The app's settings as the client uses them: the served config and the host's wishes, joined once. */
export interface AppSettings {
  readonly id: string;
  readonly name: string;
  readonly legal: {
    readonly termsAndConditionsUrl: string | null;
    readonly privacyPolicyUrl: string | null;
    readonly requireUsersAcceptTerms: boolean;
  };
  readonly appearance: {
    readonly theme: 'light' | 'dark' | 'system';
    readonly accentColor: string | null;
    /** Address of the logo, or an element that the host made. */
    readonly logo: string | Element | null;
    readonly landingHeader: string;
    readonly loginMessage: string | null;
  };
  readonly loginMethods: readonly LoginMethodName[];
  readonly embeddedWallets: {
    readonly createOnLogin: CreateOnLogin;
    readonly noPromptOnSignature: boolean;
  };
  readonly intl: { readonly defaultCountry: string };
  readonly render: { readonly standalone: boolean };
}

type Warner = Pick<Environment, 'warn' | 'isDevelopment'>;

/**
 * Joins the served config with the host's wishes. The one place of precedence: looks are the host's to choose, what the
 * app allows (methods, prompts, terms) is the operator's.
 *
 * @param environment hears of mistakes that break nothing (CONF-27, CONF-28)
 * @throws ServiceError `no_login_method` (CONF-25), `invalid_option` for an unknown served create_on_login (CONF-23)
 */
export function toSettings(app: AppConfig, host: HostConfig, environment: Warner): AppSettings {
  return {
    id: app.id,
    name: app.name,
    legal: {
      termsAndConditionsUrl: host.legal?.termsAndConditionsUrl ?? app.terms_and_conditions_url ?? null,
      privacyPolicyUrl: host.legal?.privacyPolicyUrl ?? app.privacy_policy_url ?? null,
      requireUsersAcceptTerms: app.require_users_accept_terms ?? false,
    },
    appearance: {
      ...toLook(app, host.appearance ?? {}),
      logo: toLogo(host.appearance?.logo, environment) ?? app.logo_url ?? null,
      landingHeader: host.appearance?.landingHeader ?? defaults.landingHeader,
      loginMessage: toLoginMessage(host.appearance?.loginMessage, environment),
    },
    loginMethods: toLoginMethods(app, host),
    embeddedWallets: {
      createOnLogin: checkCreateOnLogin(
        host.embeddedWallets?.createOnLogin ??
          app.embedded_wallet_config?.create_on_login ??
          defaults.createOnLogin,
        'embedded_wallet_config.create_on_login',
      ),
      noPromptOnSignature: toNoPrompt(app, host),
    },
    intl: { defaultCountry: host.intl?.defaultCountry ?? defaults.defaultCountry },
    render: { standalone: host.render?.standalone ?? defaults.standalone },
  };
}

/** Theme and accent: the part of the settings that follows the host while the page lives. */
export function toLook(
  app: AppConfig,
  host: HostLook,
): Pick<AppSettings['appearance'], 'theme' | 'accentColor'> {
  return {
    theme: host.theme ?? defaults.theme,
    accentColor: host.accentColor ?? app.accent_color ?? null,
  };
}

/** Methods that the app enables and this version knows, in the host's order if it names one. */
function toLoginMethods(app: AppConfig, host: HostConfig): readonly LoginMethodName[] {
  const enabled = methodIds.filter((id) => app[methodFlags[id]] === true);
  const methods = host.loginMethods
    ? [...new Set(host.loginMethods)].filter((wished) => enabled.some((id) => id === wished))
    : enabled;
  if (methods.length === 0) fail('no_login_method');
  return methods;
}

/**
 * Whether signing shows no screen (docs/wire/protocol.md §2.1): a host may choose only where the app keeps the legacy
 * rule; elsewhere the operator's `enforce_wallet_uis` rules alone. Absent fields mean enforced and legacy.
 */
function toNoPrompt(app: AppConfig, host: HostConfig): boolean {
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

/** Takes an address, an image element of the page, or what React makes of `<img src>`. */
function toLogo(logo: unknown, { warn }: Warner): string | Element | null {
  if (logo === undefined || logo === null) return null;
  if (typeof logo === 'string') return logo;
  const element = logo as Partial<{ tagName: string; type: string; props: { src?: unknown } }>;
  if (/^(img|svg|picture)$/i.test(String(element.tagName))) return logo as Element;
  if (element.type === 'img' && typeof element.props?.src === 'string') return element.props.src;
  warn('config.appearance.logo must be the address of an image or an image element. It is ignored.');
  return null;
}
