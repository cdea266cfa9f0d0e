import * as v from 'valibot';
import { feature } from '../feature.ts';
import { oauthProviders } from '../oauthProviders.ts';
import { onRampSecretNames } from '../on-ramps/index.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

const listNames = () =>
  [
    ...[
      ...onRampSecretNames,
      'farcaster-signer' as const,
      'google-drive' as const,
      'telegram-bot' as const,
    ].sort(),
    ...oauthProviders.map((provider) => `oauth-${provider}` as const),
  ] as const;

/** Names of the secrets with which an app authenticates to third parties, or checks events from them. */
export const appSecretNames = /* @__PURE__ */ listNames();
export type AppSecretName = (typeof appSecretNames)[number];

export const appSecretBodySchema = () =>
  v.strictObject({
    /** Text of one line, or a private key as PEM. */
    secret: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_096))),
  });
export type AppSecretBody = InputOf<typeof appSecretBodySchema>;
export const appSecretReplySchema = () => v.object({ has_secret: v.boolean() });
export type AppSecretReply = OutputOf<typeof appSecretReplySchema>;

export const appSecretRoutes = {
  put: /* @__PURE__ */ route<AppSecretBody, AppSecretReply>({
    name: 'appSecrets.put',
    method: 'PUT',
    path: '/api/v1/admin/apps/{id}/secrets/{name}',
    auth: 'operator',
    role: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found'],
    summary:
      'Sets a credential with which the app authenticates to a third party, such as its client secret there. null removes it. No route returns the credential.',
  }),
} as const;

export const appSecretsFeature = () =>
  feature('appSecrets', appSecretRoutes, {
    put: {
      body: appSecretBodySchema(),
      reply: appSecretReplySchema(),
    },
  });
