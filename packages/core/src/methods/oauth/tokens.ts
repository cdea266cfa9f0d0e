import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { OAuthTokens } from './oauthTokens.ts';

/** Whether the page came back from a provider, from a letter to a removed address or by a wallet's link, which is not finished yet. */
export const hasArrived = (client: LatchkeyClient): boolean => {
  const { arrival, undoReference, walletLink } = contextsOf(client).page;
  return arrival.get() !== null || undoReference.get() !== null || 'privy_connector' in walletLink.get();
};

/** Hears of the tokens that logins and links bring; returns the function that stops it. */
export function subscribeOAuthTokens(
  client: LatchkeyClient,
  listener: (tokens: OAuthTokens) => void,
): () => void {
  const { oauthListeners } = contextsOf(client).session;
  oauthListeners.add(listener);
  return () => oauthListeners.delete(listener);
}
