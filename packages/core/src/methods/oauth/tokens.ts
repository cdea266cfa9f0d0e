import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { OAuthTokens } from './oauthTokens.ts';

/** Whether the page came back from a provider, from a letter to a removed address or by a wallet's link, which is not finished yet. */
export const hasArrived = (client: LatchkeyClient): boolean => {
  const { arrival, undoReference, walletLink } = internalsOf(client);
  return arrival !== null || undoReference !== null || 'privy_connector' in walletLink;
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
