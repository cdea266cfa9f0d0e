import { appSecretRoutes } from '../../operator/app-secrets.ts';
import { feature } from '../feature.ts';
import { appSecretBodySchema, appSecretReplySchema } from '../operator/app-secrets.ts';

/** Secrets that apps share with third parties. */
export const appSecrets = /* @__PURE__ */ feature('appSecrets', appSecretRoutes, {
  put: {
    body: appSecretBodySchema,
    reply: appSecretReplySchema,
  },
});
