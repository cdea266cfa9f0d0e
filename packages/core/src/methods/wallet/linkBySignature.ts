import { type User, walletRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts, guardLink } from '../changes/index.ts';
import type { SignedIn } from './signIn.ts';

/** Links a wallet to the signed-in user with the message that it signed. */
export async function linkBySignature(
  client: LatchkeyClient,
  { chainType, chainId, ...signed }: SignedIn,
): Promise<User> {
  return guardLink(
    () => undefined,
    () =>
      chainType === 'solana'
        ? changeAccounts(client, walletRoutes.linkSolana, signed)
        : changeAccounts(client, walletRoutes.link, { ...signed, chainId }),
  );
}
