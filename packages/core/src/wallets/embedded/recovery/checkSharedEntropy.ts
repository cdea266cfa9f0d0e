import { type ChainType, embeddedWalletOf, fail, type RecoveryMethod, type User } from '@latchkey/wire';

/**
 * Rejects user-owned recovery for a Solana wallet, and for the created Ethereum wallet if the user also has a created
 * Solana wallet (SOL-02).
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
