import { route } from './route.ts';
import type { AppConfig } from './schemas/app-config.ts';

/** Values of create_on_login; `all-users` is the wire's, for existing apps (CONF-23). */
export const createOnLoginModes = ['off', 'users-without-wallets', 'all-users'] as const;
export type CreateOnLogin = (typeof createOnLoginModes)[number];

export const getAppRoute = /* @__PURE__ */ route<undefined, AppConfig>({
  name: 'apps.get',
  method: 'GET',
  path: '/api/v1/apps/{id}',
  auth: 'optional',
  retry: 'safe',
  origin: 'any',
  codes: ['app_not_found'],
  summary: "The app's configuration as clients read it.",
});
