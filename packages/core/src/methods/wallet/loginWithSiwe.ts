import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { logInBySignature } from './logInBySignature.ts';
import { type MessageLogin, toSignedIn } from './signedMessage.ts';

/**
 * Logs in with a message of {@link generateSiweMessage} that the wallet signed.
 *
 * @throws ServiceError `invalid_credentials`, `no_auth_flow` while a user who is not a guest is signed in,
 *   `not_supported` for an embedded wallet, `disallowed_login_method`, `allowlist_rejected`, `max_accounts_reached`,
 *   `user_does_not_exist` with `disableSignup`, and the other codes of the route
 */
export const loginWithSiwe = async (client: LatchkeyClient, input: MessageLogin) =>
  logInBySignature(client, toSignedIn(client, 'ethereum', input), input.disableSignup ?? false);
