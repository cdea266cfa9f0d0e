import { type ChainType, type User, walletRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from '../changes/index.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';

/** A wallet of a user: its address, and what else tells it from others. */
export type LinkedWalletName =
  | string
  | {
      readonly address: string;
      /** @default by the address */
      readonly chainType?: ChainType;
      /** Of a contract at an address where the user has several, as CAIP-2. A key's account is named by its address alone. */
      readonly chainId?: string | null;
    };

/**
 * Takes a wallet that the person brought from the user. Fails as {@link unlinkEmail} does.
 *
 * @param input.chainType where the address alone does not say it. @default by the form of the address
 */
export async function unlinkWallet(client: LatchkeyClient, wallet: LinkedWalletName): Promise<User> {
  const { address, chainId, chainType } =
    typeof wallet === 'string' ? { address: wallet, chainId: null, chainType: null } : wallet;
  checkNotEmbedded(client, { address }, 'An embedded wallet belongs to its user and cannot be unlinked');
  const isOfEthereum = chainType ? chainType === 'ethereum' : address.startsWith('0x');
  return isOfEthereum
    ? changeAccounts(client, walletRoutes.unlink, { address, ...(chainId ? { chainId } : {}) })
    : changeAccounts(client, walletRoutes.unlinkSolana, { address });
}
