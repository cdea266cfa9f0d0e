import type { User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkFree } from '../changes/index.ts';
import { linkBySignature } from './linkBySignature.ts';
import { type SignedMessage, toSignedIn } from './signedMessage.ts';

/**
 * Links an Ethereum wallet with a message of {@link generateSiweMessage} that it signed. Fails with
 * `invalid_credentials` for a wrong signature, and otherwise like {@link linkWallet} except for the wallet's errors.
 */
export async function linkWithSiwe(client: LatchkeyClient, input: SignedMessage): Promise<User> {
  const signed = toSignedIn(client, 'ethereum', input);
  checkFree(client, 'wallet', { chainType: 'ethereum' });
  return linkBySignature(client, signed);
}
