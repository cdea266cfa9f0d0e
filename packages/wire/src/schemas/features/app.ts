import { appExtraRoutes, getAppRoute, testCredentialsRoute } from '../../app-config.ts';
import { requesterRoutes } from '../../cross-app/requester.ts';
import { appConfigSchema, smartWalletsSchema, testCredentialsSchema } from '../app-config.ts';
import { crossAppConnectionsSchema, crossAppDetailsSchema } from '../cross-app.ts';
import { feature } from '../feature.ts';

/** What clients ask of an app's settings. */
export const app = /* @__PURE__ */ feature(
  'apps',
  { get: getAppRoute, ...appExtraRoutes, ...requesterRoutes, testCredentials: testCredentialsRoute },
  {
    get: { body: null, reply: appConfigSchema },
    smartWallets: { body: null, reply: smartWalletsSchema },
    crossAppConnections: { body: null, reply: crossAppConnectionsSchema },
    crossAppDetails: { body: null, reply: crossAppDetailsSchema },
    testCredentials: { body: null, reply: testCredentialsSchema },
  },
);
