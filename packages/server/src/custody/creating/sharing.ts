import { type ChainType, fail, type RecoveryMethod } from '@latchkey/wire';

/**
 * Refuses a Solana wallet of an entropy that its user recovers by a secret of their own (SOL-03; with one entropy for both
 * chains it would get user-controlled recovery, SOL-02).
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
