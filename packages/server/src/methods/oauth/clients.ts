import { fail, type OAuthProvider } from '@latchkey/wire';
import type { AppSecrets, OAuthClient } from '../../app-secrets/index.ts';
import type { App } from '../../apps/index.ts';
import type { World } from '../../world.ts';

/**
 * Returns the app's client at a provider: its own, or the one that all apps of a development service share.
 * @throws ServiceError `not_supported` if there is no client, or no secret for the app's own client
 */
export async function getClient(
  { config }: Pick<World, 'config'>,
  appSecrets: Pick<AppSecrets, 'find'>,
  app: App,
  provider: OAuthProvider,
): Promise<OAuthClient> {
  const own = app.settings.oauth_clients[provider];
  const shared = provider === 'oidc' ? undefined : config.sharedOAuthClients?.[provider];
  if (!own)
    return (
      shared ??
      fail('not_supported', {
        message: `${provider} is not set up for this app`,
        details: { reason: 'provider_not_set_up' },
      })
    );
  const secret =
    (await appSecrets.find(app.id, `oauth-${provider}`)) ??
    fail('not_supported', {
      message: `${provider} is not set up for this app`,
      details: { reason: 'provider_not_set_up' },
    });
  const apple = 'team_id' in own ? { teamId: own.team_id, keyId: own.key_id } : {};
  return { id: own.client_id, secret, ...apple };
}
