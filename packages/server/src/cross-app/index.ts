/**
 * Lets users use a wallet of one app in another app, under the control of the app that holds it. A provider token
 * only names a connection; the user's own session at the provider decides. Owns table `cross_app_connections`. Uses
 * `admission`, `apps`, `audit`, `challenges`, `consent`, `crypto`, `safeguards`, `sessions` and `users`. The login
 * methods, `directory`, `safeguards` and the hosted pages use it.
 */
import type { CheckedProof, ConnectedApp, OAuthStartBody, TokenReply } from '@latchkey/wire';
import type { Proof } from '../admission/index.ts';
import type { App } from '../apps/index.ts';
import type { UserKey } from '../userKey.ts';

export { createCrossApp } from './createCrossApp.ts';
export { createRequesterNames, type RequesterNames } from './requesterNames.ts';

/** What a page submits after the user came back from a provider. */
export type CrossAppFinish = Omit<Extract<CheckedProof, { method: 'cross-app' }>, 'method'>;

export interface CrossAppProved {
  readonly proof: Proof;
  /** Provider token. This service issues it, whatever the app's `oauth_tokens` setting. */
  readonly tokens: NonNullable<TokenReply['oauth_tokens']>;
  /** Id of the user who was signed in at the start, or null. */
  readonly userId: string | null;
  /**
   * Records the session that the login began. The session ends, like the connection, if the code is submitted again
   * with its verifier while the service remembers the code.
   */
  noteSession(session: { readonly userId: string; readonly sessionId: string }): Promise<void>;
}

export interface CrossApp {
  /**
   * Begins a login or a link with another app. Returns the address of the hosted page.
   * @throws ServiceError `not_supported` if the other app is not a provider for this one or the deployment has no
   *   hosted pages, `origin_not_allowed`, `invalid_data`
   */
  start(
    app: App,
    body: OAuthStartBody,
    by: { readonly userId: string | null; readonly origin: string | null },
  ): Promise<string>;
  /**
   * Takes the code that came back, once.
   * @throws ServiceError `invalid_credentials`, `oauth_user_denied`, `unknown_auth_error`, `not_supported`
   */
  prove(app: App, finish: CrossAppFinish): Promise<CrossAppProved>;
  /**
   * Ends the connection behind an account that its user unlinks.
   * @param app the requester, to which the user belongs
   */
  endOf(app: App, account: { readonly providerAppId: string; readonly subject: string }): Promise<void>;
  /** Lists the live connections to a user's wallets, the newest first. */
  listOfUser(user: UserKey): Promise<ConnectedApp[]>;
}
