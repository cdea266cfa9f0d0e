import { farcasterRoutes, type TransferOffer, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';

/** Moves a Farcaster account from another user to this one. */
export async function moveFarcaster(
  client: LatchkeyClient,
  { nonce, subject }: TransferOffer,
): Promise<User> {
  return changeAccounts(client, farcasterRoutes.transfer, { nonce, farcaster_id: subject });
}
