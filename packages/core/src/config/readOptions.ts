import {
  type CreateOnLogin,
  createOnLoginModes,
  errorTable,
  fail,
  limits,
  type Theme,
  themes,
} from '@latchkey/wire';
import type { WalletConnectorFactory } from '../connector.ts';
import { type Environment, isLoopback } from '../environment.ts';
import { parseUrl } from '../parseUrl.ts';
import { toChains } from './chains.ts';
import { defaults } from './defaults.ts';
import type { Chain, ClientOptions, HostConfig } from './options.ts';
import { walletNames } from './walletNames.ts';

/** Checked options, always with `apiUrl`. */
export type CheckedOptions = Readonly<ClientOptions & { apiUrl: string }>;

/**
 * Checks the developer's options. An invalid option is a mistake in code, so the call throws.
 *
 * @returns the options with `apiUrl` filled in
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`, `invalid_option` (names the field), `no_login_method`
 */
export function readOptions(options: ClientOptions, page: Environment['window']): CheckedOptions {
  const { appId } = options;
  if (typeof appId !== 'string' || appId.length !== limits.appIdLength)
    fail('invalid_app_id', {
      message: `${errorTable.invalid_app_id.message}: ${JSON.stringify(appId)} is not ${limits.appIdLength} characters`,
    });
  const host = options.config ?? {};
  if (host.loginMethods?.length === 0) fail('no_login_method');
  if (host.loginMethodsAndOrder?.primary?.length === 0) fail('no_login_method');
  const { createOnLogin, ethereum, solana } = host.embeddedWallets ?? {};
  const modes = {
    createOnLogin,
    'ethereum.createOnLogin': ethereum?.createOnLogin,
    'solana.createOnLogin': solana?.createOnLogin,
  };
  for (const [name, mode] of Object.entries(modes))
    if (mode !== undefined) checkCreateOnLogin(mode, `config.embeddedWallets.${name}`);
  checkConfig(host);
  return Object.freeze({ ...options, apiUrl: readApiUrl(options.apiUrl, page) });
}

/**
 * Rejects an unknown wallet-creation mode (CONF-23).
 *
 * @throws ServiceError `invalid_option`, naming the field
 */
export function checkCreateOnLogin(value: unknown, field: string): CreateOnLogin {
  const known = createOnLoginModes.find((mode) => mode === value);
  return (
    known ?? fail('invalid_option', { message: `${field} must be one of ${createOnLoginModes.join(', ')}` })
  );
}

export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** True for a hex colour of three or six digits. */
export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#([0-9a-f]{3}){1,2}$/i.test(value);

/**
 * Rejects values that would cause an error later and elsewhere in the page, such as an invalid URL, or text where a
 * list is required.
 */
function checkConfig(host: HostConfig): void {
  const {
    appearance: { theme, accentColor, walletList } = {},
    defaultChain,
    loginMethodsAndOrder: order,
    rpcConfig,
  } = host;
  const named = host.chains ?? host.supportedChains;
  const isList = (value: unknown) => value === undefined || Array.isArray(value);
  const { chains } = toChains(isList(named) ? host : {});
  const isChain = (chain: Chain) => Number.isSafeInteger(chain?.id) && chain.id > 0;
  const addresses = [
    ...Object.values(rpcConfig?.rpcUrls ?? {}),
    ...(isList(named) ? chains : []).flatMap((chain) => chain?.rpcUrls?.default?.http ?? []),
  ];
  const checks: [isGood: boolean, field: string, want: string][] = [
    [theme === undefined || isTheme(theme), 'appearance.theme', themes.join(', ')],
    [accentColor === undefined || isColor(accentColor), 'appearance.accentColor', 'a hex colour'],
    [
      isList(walletList) && (walletList ?? []).every((name) => walletNames.includes(name)),
      'appearance.walletList',
      `a list of ${walletNames.join(', ')}`,
    ],
    [isExternal(host.externalWallets), 'externalWallets', 'options that exist'],
    [isList(host.loginMethods), 'loginMethods', 'a list'],
    [!order || (Array.isArray(order.primary) && isList(order.overflow)), 'loginMethodsAndOrder', 'lists'],
    [isList(named) && chains.every(isChain), 'chains', 'a list of chains with ids'],
    [!defaultChain || chains.some((chain) => chain?.id === defaultChain.id), 'defaultChain', 'one of chains'],
    [addresses.every((url) => /^https?:\/\/[^\s]+$/.test(url)), 'rpcConfig.rpcUrls', 'http(s) addresses'],
  ];
  for (const [isGood, field, want] of checks)
    if (!isGood) fail('invalid_option', { message: `config.${field} must be ${want}` });
}

/** Returns true if the options for external wallets are valid. Kept short, because every page loads it. */
function isExternal({
  connectors = [],
  coinbaseWallet,
  requestTimeoutMs = 1,
}: HostConfig['externalWallets'] = {}): boolean {
  return (
    Array.isArray(connectors) &&
    connectors.every((one: Partial<WalletConnectorFactory> | null) => one?.create) &&
    requestTimeoutMs > 0 &&
    /^(all|smartWalletOnly|eoaOnly)$/.test(coinbaseWallet?.connectionOptions ?? 'all')
  );
}

function readApiUrl(apiUrl: string | undefined, page: Environment['window']): string {
  if (apiUrl === undefined) {
    if (page && !isLoopback(page.location.hostname)) {
      fail('invalid_api_url', {
        message: `apiUrl is missing. Only a page on localhost finds the service by itself (${defaults.apiUrl}); pass the origin of yours.`,
      });
    }
    return defaults.apiUrl;
  }
  // The origin of wallet frame messages is compared with this exact text, unless the app has an address of its own.
  if (!/^https?:/.test(apiUrl) || parseUrl(apiUrl)?.origin !== apiUrl)
    fail('invalid_api_url', { details: { apiUrl } });
  return apiUrl;
}
