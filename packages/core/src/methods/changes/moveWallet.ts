import { type TransferOffer, type User, walletRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';

/** Moves a wallet here that another user has. */
export async function moveWallet(client: LatchkeyClient, { nonce, subject }: TransferOffer): Promise<User> {
  // A contract's account is address and chain together.
  const [address = '', chainId] = subject.split('@');
  return address.startsWith('0x')
    ? changeAccounts(client, walletRoutes.transfer, { nonce, address, chainId })
    : changeAccounts(client, walletRoutes.transferSolana, { nonce, address });
}
