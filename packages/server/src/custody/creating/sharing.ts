import { type ChainType, fail, type RecoveryMethod } from '@latchkey/wire';

/**
 * Refuses a Solana wallet for an entropy whose recovery is not automatic (SOL-03). Both chains share one entropy, so
 * the Solana wallet would get user-controlled recovery (SOL-02).
 *
 * @throws ServiceError `not_supported`
 */
export function assertSharable(chainType: ChainType, recoveryMethod: RecoveryMethod): void {
  if (chainType !== 'solana' || recoveryMethod === 'privy') return;
  fail('not_supported', {
    message: 'A Solana wallet has automatic recovery only, and so has an Ethereum wallet that shares its key',
    details: { reason: 'own_recovery' },
  });
}
