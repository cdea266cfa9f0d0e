import { oauthProviders } from '../methods/ids.ts';
import { route } from '../route.ts';
import type { AppSecretBody, AppSecretReply } from '../schemas/operator/app-secrets.ts';

/** What apps keep secret towards third parties, by name. */
export const appSecretNames = [
  'coinbase',
  'coinbase-webhook',
  'farcaster-signer',
  'google-drive',
  'moonpay',
  'moonpay-test',
  'moonpay-test-webhook',
  'moonpay-webhook',
  'telegram-bot',
  ...oauthProviders.map((provider) => `oauth-${provider}` as const),
] as const;
export type AppSecretName = (typeof appSecretNames)[number];

/** The operator's route for what an app keeps secret. */
export const appSecretRoutes = {
  put: /* @__PURE__ */ route<AppSecretBody, AppSecretReply>({
    name: 'appSecrets.put',
    method: 'PUT',
    path: '/api/v1/admin/apps/{id}/secrets/{name}',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'app_not_found'],
    summary:
      'Sets what the app shows to a third party, such as its client secret there; null takes it away. It is never shown again.',
  }),
} as const;
