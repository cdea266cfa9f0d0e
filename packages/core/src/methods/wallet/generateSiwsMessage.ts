import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { beginSignIn, toSiwsMessage } from './messages.ts';

/** Returns the message that a Solana wallet signs to log in or to be linked. See {@link generateSiweMessage}. */
export async function generateSiwsMessage(
  client: LatchkeyClient,
  { address }: { readonly address: string },
): Promise<string> {
  checkNotEmbedded(client, { address });
  return toSiwsMessage(await beginSignIn(client, 'solana', address));
}
