import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { logInBySignature } from './logInBySignature.ts';
import { type MessageLogin, toSignedIn } from './signedMessage.ts';

/** Logs in with a message of {@link generateSiwsMessage} that the wallet signed. Fails like {@link loginWithSiwe}. */
export const loginWithSiws = async (client: LatchkeyClient, input: MessageLogin) =>
  logInBySignature(client, toSignedIn(client, 'solana', input), input.disableSignup ?? false);
