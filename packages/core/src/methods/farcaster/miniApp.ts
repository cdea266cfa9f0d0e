import { fail, farcasterRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import type { FarcasterLoginInput } from './farcaster.ts';

/** Signature from the Farcaster app around a mini app (`sdk.actions.signIn`). */
export interface MiniAppSignature {
  readonly message: string;
  readonly signature: string;
}

/**
 * Starts a login inside a Farcaster app. Returns the nonce for the app to sign, valid once and for ten minutes.
 *
 * @throws ServiceError `disallowed_login_method`, and the codes of the route
 * @example
 * const { nonce } = await initMiniAppLogin(client);
 * await loginWithMiniApp(client, await sdk.actions.signIn({ nonce, acceptAuthAddress: true }));
 */
export async function initMiniAppLogin(client: LatchkeyClient): Promise<{ nonce: string }> {
  const { nonce } = await contextsOf(client).page.call()(farcasterRoutes.initMiniApp, { body: {} });
  return { nonce };
}

/**
 * Logs in with the message that the Farcaster app around this page signed.
 *
 * @throws ServiceError `invalid_data` for a message without a Farcaster id, `invalid_credentials`, `no_auth_flow`
 *   while a user who is not a guest is signed in, and the other codes of the route
 */
export async function loginWithMiniApp(
  client: LatchkeyClient,
  { message, signature, disableSignup = false }: MiniAppSignature & FarcasterLoginInput,
): Promise<LoginResult> {
  const { session } = contextsOf(client);
  const fid = Number(/^- farcaster:\/\/fid\/([1-9]\d{0,15})\/?$/m.exec(message)?.[1] ?? fail('invalid_data'));
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  const result = await session.authenticate((post) =>
    post(farcasterRoutes.authenticateMiniApp, { body: { message, signature, fid, mode } }),
  );
  rememberLogin(client, { method: 'farcaster' });
  return result;
}
