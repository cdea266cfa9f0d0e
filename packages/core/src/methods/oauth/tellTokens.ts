import type { OAuthProvider } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { notify } from '../../store.ts';
import type { OAuthTokens } from './oauthTokens.ts';

/** Notifies listeners of the provider's tokens in a reply, if it has any. */
export function tellOAuthTokens(client: LatchkeyClient, provider: OAuthProvider, reply: unknown): void {
  const { oauth_tokens: given } = (reply ?? {}) as { oauth_tokens?: Partial<Record<string, unknown>> | null };
  if (typeof given?.access_token !== 'string') return;
  const told = Object.entries({
    accessToken: given.access_token,
    accessTokenExpiresInSeconds: given.access_token_expires_in_seconds,
    refreshToken: given.refresh_token,
    refreshTokenExpiresInSeconds: given.refresh_token_expires_in_seconds,
    scopes: given.scopes,
  }).filter(([, value]) => value !== undefined && value !== null);
  const tokens = { provider, ...Object.fromEntries(told) } as OAuthTokens;
  notify(contextsOf(client).session.oauthListeners, tokens);
}
