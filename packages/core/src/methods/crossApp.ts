import { type ConfirmationAct, fail, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import type { AccountChange, Confirmation } from './changes/index.ts';

/*
 * What people do with an account of another app, by its signatures: each fails with `not_supported` until it is built.
 * Apart from the room of requests, because the record of kinds leads here and that room asks the methods.
 */

const refuse = async (): Promise<never> =>
  fail('not_supported', { message: 'Login by another app is not built yet' });

/** Another app, and the window that was opened in the press for its page; null where the browser opened none. */
export interface CrossAppInput {
  readonly appId: string;
  readonly popup: Window | null;
}

/**
 * Logs in by another app, in a popup that {@link openCrossAppPopup} opened in the press.
 *
 * @throws ServiceError `unknown_auth_error` (XAPP-06, and without a popup), `oauth_user_denied` (XAPP-07),
 * `client_request_timeout` (XAPP-19), `not_supported` for an app that is not connected (XAPP-09), and what a login says
 */
export const loginWithCrossAppAccount: (
  client: LatchkeyClient,
  input: CrossAppInput & { readonly disableSignup?: boolean | undefined },
) => Promise<LoginResult> = refuse;

/** Links an account of another app. Fails as {@link loginWithCrossAppAccount}, and as other links do. */
export const linkCrossAppAccount: (client: LatchkeyClient, input: CrossAppInput) => Promise<AccountChange> =
  refuse;

/** Confirms the login by an account of another app. Fails as {@link loginWithCrossAppAccount}. */
export const confirmWithCrossAppAccount: (
  client: LatchkeyClient,
  input: CrossAppInput & { readonly act?: ConfirmationAct | undefined },
) => Promise<Confirmation> = refuse;

/**
 * Takes an account of another app from the user, and forgets its provider token.
 *
 * @throws ServiceError `invalid_data` 'Invalid subject' for an account that the user does not have
 */
export const unlinkCrossAppAccount: (
  client: LatchkeyClient,
  account: { readonly subject: string },
) => Promise<User> = refuse;
