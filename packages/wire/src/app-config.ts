import { route } from './route.ts';
import type { AppConfig, SmartWallets, TestCredentials } from './schemas/app-config.ts';

/** Values of create_on_login; `all-users` is the wire's, for existing apps (CONF-23). */
export const createOnLoginModes = ['off', 'users-without-wallets', 'all-users'] as const;
export type CreateOnLogin = (typeof createOnLoginModes)[number];

/** Ways to fund a wallet, by the wire's names. */
export const fundingMethods = ['moonpay', 'coinbase-onramp', 'external'] as const;
export const fundingAssets = ['native-currency', 'USDC'] as const;

/** How a captcha's site key must begin (CAPT-15): published clients take the rest as Turnstile's own key. */
export const captchaKeyPrefix = 't:';

/** Colour schemes of the modal; `system` follows the person's own. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The only mode of embedded wallets: keys live in the person's browser, never on the server. */
export const walletMode = 'legacy-embedded-wallets-only';

export const getAppRoute = /* @__PURE__ */ route<undefined, AppConfig>({
  name: 'apps.get',
  method: 'GET',
  path: '/api/v1/apps/{id}',
  auth: 'optional',
  retry: 'safe',
  origin: 'any',
  forServers: true,
  codes: ['app_not_found'],
  summary: "The app's configuration as clients read it.",
});

/** Apps have no smart wallets; published clients ask all the same. */
export const appExtraRoutes = {
  smartWallets: /* @__PURE__ */ route<undefined, SmartWallets>({
    name: 'apps.smartWallets',
    method: 'GET',
    path: '/api/v1/apps/{id}/smart_wallets',
    auth: 'optional',
    retry: 'safe',
    codes: ['app_not_found'],
    summary: 'Whether the app has smart wallets: no.',
  }),
} as const;

/** The app's test account, for a back end's own tests (docs/contracts.md, Test accounts). */
export const testCredentialsRoute = /* @__PURE__ */ route<undefined, TestCredentials>({
  name: 'apps.testCredentials',
  method: 'GET',
  path: '/api/v1/apps/{id}/test_credentials',
  auth: 'app-secret',
  retry: 'safe',
  codes: ['invalid_app_secret', 'not_found'],
  summary: 'The address, number and code of the test account, where the app has one on.',
});
