import * as v from 'valibot';
import { crossAppConnectionsSchema, crossAppDetailsSchema, requesterRoutes } from '../cross-app/index.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { type AppConfig, appConfigSchema } from './settings.ts';

export const smartWalletsSchema = () => v.object({ enabled: v.literal(false) });
export type SmartWallets = OutputOf<typeof smartWalletsSchema>;

export const testCredentialsSchema = () =>
  v.object({
    data: v.array(
      v.object({ id: v.string(), email: v.string(), phone_number: v.string(), otp_code: v.string() }),
    ),
  });
export type TestCredentials = OutputOf<typeof testCredentialsSchema>;

export const getAppRoute = /* @__PURE__ */ route<undefined, AppConfig>({
  name: 'apps.get',
  method: 'GET',
  path: '/api/v1/apps/{id}',
  auth: 'optional',
  retry: 'safe',
  origin: 'any',
  forServers: true,
  codes: ['app_not_found'],
  summary: "Returns the app's configuration for clients.",
});

/** Route that published clients call to ask if the app has smart wallets. No app has them. */
export const appExtraRoutes = {
  smartWallets: /* @__PURE__ */ route<undefined, SmartWallets>({
    name: 'apps.smartWallets',
    method: 'GET',
    path: '/api/v1/apps/{id}/smart_wallets',
    auth: 'optional',
    retry: 'safe',
    codes: ['app_not_found'],
    summary: 'Tells whether the app has smart wallets. It never has.',
  }),
} as const;

/** Route for the app's test account, for tests of a back end (docs/contracts.md, Test accounts). */
export const testCredentialsRoute = /* @__PURE__ */ route<undefined, TestCredentials>({
  name: 'apps.testCredentials',
  method: 'GET',
  path: '/api/v1/apps/{id}/test_credentials',
  auth: 'app-secret',
  retry: 'safe',
  codes: ['invalid_app_secret', 'not_found'],
  summary:
    'Returns the email address, phone number and code of the test account if the app has one and it is on.',
});

export const appFeature = () =>
  feature(
    'apps',
    { get: getAppRoute, ...appExtraRoutes, ...requesterRoutes, testCredentials: testCredentialsRoute },
    {
      get: { body: null, reply: appConfigSchema() },
      smartWallets: { body: null, reply: smartWalletsSchema() },
      crossAppConnections: { body: null, reply: crossAppConnectionsSchema() },
      crossAppDetails: { body: null, reply: crossAppDetailsSchema() },
      testCredentials: { body: null, reply: testCredentialsSchema() },
    },
  );
