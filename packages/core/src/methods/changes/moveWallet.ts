import { type TransferOffer, type User, walletRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';

/** Moves a wallet from another user to this one. */
export async function moveWallet(client: LatchkeyClient, { nonce, subject }: TransferOffer): Promise<User> {
  // The subject of a contract account is its address and chain.
  const [address = '', chainId] = subject.split('@');
  return address.startsWith('0x')
    ? changeAccounts(client, walletRoutes.transfer, { nonce, address, chainId })
    : changeAccounts(client, walletRoutes.transferSolana, { nonce, address });
}
