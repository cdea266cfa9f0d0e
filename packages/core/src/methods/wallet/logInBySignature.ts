import { walletRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import type { SignedIn } from './signIn.ts';

/** Logs in with a wallet's signed message, and remembers the wallet for the next login. */
export async function logInBySignature(
  client: LatchkeyClient,
  { chainType, chainId, ...signed }: SignedIn,
  disableSignup: boolean,
): Promise<LoginResult> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  const result = await contextsOf(client).session.authenticate((post) =>
    chainType === 'solana'
      ? post(walletRoutes.authenticateSolana, { body: { ...signed, mode } })
      : post(walletRoutes.authenticate, { body: { ...signed, chainId, mode } }),
  );
  rememberLogin(client, { method: 'wallet', walletClientType: signed.walletClientType });
  return result;
}
