import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { OAuthTokens } from './oauthTokens.ts';

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
