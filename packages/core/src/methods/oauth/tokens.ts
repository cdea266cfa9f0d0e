import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { OAuthTokens } from './oauthTokens.ts';

/**
 * Returns true if the page was opened by a provider, by Telegram, by the undo link of a removed address or by a
 * wallet's link. Returns false once the data of these was taken, except after Telegram.
 */
export const hasArrived = (client: LatchkeyClient): boolean => {
  const { arrival, undoReference, walletLink } = contextsOf(client).page;
  return arrival.get() !== null || undoReference.get() !== null || 'privy_connector' in walletLink.get();
};

/** Calls a listener with the provider's tokens from logins and links. Returns a function that removes it. */
export function subscribeOAuthTokens(
  client: LatchkeyClient,
  listener: (tokens: OAuthTokens) => void,
): () => void {
  const { oauthListeners } = contextsOf(client).session;
  oauthListeners.add(listener);
  return () => oauthListeners.delete(listener);
}
