import type { User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkFree } from '../changes/index.ts';
import { linkBySignature } from './linkBySignature.ts';
import { type SignedMessage, toSignedIn } from './signedMessage.ts';

/** Links a Solana wallet with a {@link generateSiwsMessage} message that it signed. Fails like {@link linkWithSiwe}. */
export async function linkWithSiws(client: LatchkeyClient, input: SignedMessage): Promise<User> {
  const signed = toSignedIn(client, 'solana', input);
  checkFree(client, 'wallet', { chainType: 'solana' });
  return linkBySignature(client, signed);
}
