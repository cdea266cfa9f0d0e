import { farcasterRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from '../changes/index.ts';

/**
 * Unlinks a Farcaster account from the user. Fails like `unlinkEmail`.
 *
 * @param fid the account's Farcaster id
 */
export async function unlinkFarcaster(client: LatchkeyClient, fid: number): Promise<User> {
  return changeAccounts(client, farcasterRoutes.unlink, { fid });
}
