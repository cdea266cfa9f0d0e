/**
 * Lets users use a wallet of one app in another app, under the control of the app that holds it. A provider token only
 * names a connection; the user's own session at the provider decides. Owns table `cross_app_connections`. Uses `apps`
 * and the configuration for the apps that exist, `sessions` and `users` for the caller, `challenges` for single-use
 * values, `safeguards` for notices. Used by the login methods, `directory` and `safeguards`; hosted pages call its
 * routes.
 */
import type { CheckedProof, ConnectedApp, OAuthStartBody, TokenReply } from '@latchkey/wire';
import type { Proof } from '../admission/index.ts';
import type { App } from '../apps/index.ts';
import type { UserKey } from '../userKey.ts';

export { createCrossApp } from './createCrossApp.ts';
export { createRequesterNames, type RequesterNames } from './requesterNames.ts';

/** What came back from a provider. */
export type CrossAppFinish = Omit<Extract<CheckedProof, { method: 'cross-app' }>, 'method'>;

/** Who it was that came back. */
export interface CrossAppProved {
  readonly proof: Proof;
  /** The provider token, always given: it is ours, whatever the app's `oauth_tokens` say. */
  readonly tokens: NonNullable<TokenReply['oauth_tokens']>;
  /** Who was signed in when it began, if anyone was. */
  readonly userId: string | null;
  /** Notes the session that it began, which ends with the connection when the code is shown again. */
  noteSession(session: { readonly userId: string; readonly sessionId: string }): Promise<void>;
}

/** What other rooms ask about other apps. */
export interface CrossApp {
  /**
   * Begins a login or a link by another app: the address of the hosted page.
   * @throws ServiceError `not_supported` for a provider that is none for this app, `origin_not_allowed`, `invalid_data`
   */
  start(
    app: App,
    body: OAuthStartBody,
    by: { readonly userId: string | null; readonly origin: string | null },
  ): Promise<string>;
  /**
   * Takes what came back, once.
   * @throws ServiceError `invalid_credentials`, `oauth_user_denied`, `unknown_auth_error`, `not_supported`
   */
  prove(app: App, finish: CrossAppFinish): Promise<CrossAppProved>;
  /**
   * Ends the connection behind an account that its user takes away.
   * @param app the requester, whose user it is
   */
  endOf(app: App, account: { readonly providerAppId: string; readonly subject: string }): Promise<void>;
  /** The apps that may use a user's wallets, the newest first. */
  listOfUser(user: UserKey): Promise<ConnectedApp[]>;
}
