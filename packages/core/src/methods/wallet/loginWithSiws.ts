import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { logInBySignature } from './logInBySignature.ts';
import { type MessageLogin, toSignedIn } from './signedMessage.ts';

/** Logs in by a message of {@link generateSiwsMessage} that the wallet signed. Fails as {@link loginWithSiwe}. */
export const loginWithSiws = async (client: LatchkeyClient, input: MessageLogin) =>
  logInBySignature(client, toSignedIn(client, 'solana', input), input.disableSignup ?? false);
