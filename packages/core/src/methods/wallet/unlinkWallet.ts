import { type ChainType, type User, walletRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from '../changes/index.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';

/** Wallet of a user: its address, and the data that distinguishes it from others. */
export type LinkedWalletName =
  | string
  | {
      readonly address: string;
      /** @default Ethereum if the address starts with `0x`, else Solana */
      readonly chainType?: ChainType;
      /**
       * Chain of a contract, as CAIP-2, if the user has several contracts at the address. For a wallet with a key,
       * the address is enough.
       */
      readonly chainId?: string | null;
    };

/**
 * Unlinks an external wallet from the user. Fails like {@link unlinkEmail}, and with `not_supported` for an embedded
 * wallet.
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
