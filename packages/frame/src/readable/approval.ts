import type { TransactionAction } from './action.ts';

type Approval = TransactionAction & { kind: 'token-approval' };

/**
 * Amount from which an approval counts as unlimited: usual tokens have fewer units. Some tokens use 96 bits, and treat
 * the highest 96-bit number as unlimited.
 */
const unlimitedFrom = 2n ** 128n;
const highest96 = 2n ** 96n - 1n;

export function toApproval(
  approval: Pick<Approval, 'token' | 'owner' | 'spender' | 'amount'>,
  change: Approval['change'] = 'set',
): Approval {
  const { amount } = approval;
  const isUnlimited = change !== 'decrease' && (amount >= unlimitedFrom || amount === highest96);
  return { kind: 'token-approval', ...approval, isUnlimited, change };
}

/** Addresses of Permit2: one on most chains, another on those of zkSync. */
const permit2 = ['0x000000000022D473030F116dDEE9F6B43aC78BA3', '0x0000000000225e31D15943971F47aD3022F714Fa'];

/**
 * Returns true if a contract is Permit2, which moves tokens of other contracts. A malicious contract could imitate
 * its calls, so they count only at these addresses.
 */
export function isPermit2(contract: string): boolean {
  return permit2.includes(contract);
}
