import { type ChainType, embeddedWalletOf, fail, type RecoveryMethod, type User } from '@latchkey/wire';

/**
 * Refuses a recovery of the user's own for an entropy that a Solana wallet is made of (SOL-02).
 *
 * @throws ServiceError `not_supported`
 */
export function checkSharedEntropy(
  { linkedAccounts }: User,
  method: RecoveryMethod,
  wallet: { readonly chainType: ChainType; readonly imported: boolean },
): void {
  const isShared = !wallet.imported && embeddedWalletOf(linkedAccounts, 'solana') !== null;
  if (method === 'privy' || !(isShared || wallet.chainType === 'solana')) return;
  fail('not_supported', {
    message: 'A Solana wallet recovers automatically, and so does the Ethereum wallet beside it',
    details: { reason: 'solana_wallet' },
  });
}
