import type { OAuthProvider } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { internalsOf } from '../../internals.ts';

/** Tokens of the provider itself, for apps whose operator has them given out (OAUTH-09). Nothing keeps them. */
export interface OAuthTokens {
  readonly provider: OAuthProvider;
  readonly accessToken: string;
  readonly accessTokenExpiresInSeconds?: number;
  readonly refreshToken?: string;
  readonly refreshTokenExpiresInSeconds?: number;
  readonly scopes?: readonly string[];
}

/** Whether the page came back from a provider, or from a letter to a removed address, which is not finished yet. */
export const hasArrived = (client: LatchkeyClient): boolean => {
  const { arrival, undoReference } = internalsOf(client);
  return arrival !== null || undoReference !== null;
};

/** Hears of the tokens that logins and links bring; returns the function that stops it. */
export function subscribeOAuthTokens(
  client: LatchkeyClient,
  listener: (tokens: OAuthTokens) => void,
): () => void {
  const { oauthListeners } = internalsOf(client);
  oauthListeners.add(listener);
  return () => oauthListeners.delete(listener);
}
