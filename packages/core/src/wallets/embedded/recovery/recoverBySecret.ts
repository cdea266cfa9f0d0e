import type { WalletAccount } from '@latchkey/wire';
import { internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import { toEntropyRef } from '../unlockWallet.ts';
import { getWallet } from '../wallets.ts';
import { type RecoverySecret, toFrameSecret } from './secret.ts';

/** Gets a wallet onto this device by what its recovery method asks for (EMBW-14, RECO-04). */
export async function recoverBySecret(
  client: LatchkeyClient,
  { address, ...secret }: RecoverySecret & { readonly address?: string } = {},
): Promise<WalletAccount> {
  const internals = internalsOf(client);
  const { user, accessToken } = await getAccess(internals);
  const wallet = getWallet(user, address);
  await askFrame(internals, 'recover', 'privy:wallets:recover', {
    accessToken,
    ...toEntropyRef(user, wallet),
    ...toFrameSecret(wallet.recoveryMethod, secret),
  });
  return wallet;
}
