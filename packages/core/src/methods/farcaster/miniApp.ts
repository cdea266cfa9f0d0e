import { fail, farcasterRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import type { FarcasterLoginInput } from './farcaster.ts';

/** What the Farcaster app around a mini app gives when it is asked to sign (`sdk.actions.signIn`). */
export interface MiniAppSignature {
  readonly message: string;
  readonly signature: string;
}

/**
 * Begins a login inside a Farcaster app: gives the nonce that the app is asked to sign, good once and for ten minutes.
 *
 * @throws ServiceError `disallowed_login_method`
 * @example
 * const { nonce } = await initMiniAppLogin(client);
 * await loginWithMiniApp(client, await sdk.actions.signIn({ nonce, acceptAuthAddress: true }));
 */
export async function initMiniAppLogin(client: LatchkeyClient): Promise<{ nonce: string }> {
  const { nonce } = await contextsOf(client).page.call()(farcasterRoutes.initMiniApp, { body: {} });
  return { nonce };
}

/**
 * Logs in with what the Farcaster app around this page signed.
 *
 * @throws ServiceError `invalid_credentials`, `no_auth_flow` while a user who is no guest is signed in, and the other
 *   codes of the route
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
