import { appExtraRoutes, getAppRoute, testCredentialsRoute } from '../../app-config.ts';
import {
  appConfigSchema,
  crossAppConnectionsSchema,
  smartWalletsSchema,
  testCredentialsSchema,
} from '../app-config.ts';
import { feature } from '../feature.ts';

/** What clients ask of an app's settings. */
export const app = /* @__PURE__ */ feature(
  'apps',
  { get: getAppRoute, ...appExtraRoutes, testCredentials: testCredentialsRoute },
  {
    get: { body: null, reply: appConfigSchema },
    smartWallets: { body: null, reply: smartWalletsSchema },
    crossAppConnections: { body: null, reply: crossAppConnectionsSchema },
    testCredentials: { body: null, reply: testCredentialsSchema },
  },
);
