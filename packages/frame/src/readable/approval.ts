import type { TransactionAction } from './action.ts';

type Approval = TransactionAction & { kind: 'token-approval' };

/** No token has so many units. Some keep 96 bits, and take the highest of these for unlimited. */
const unlimitedFrom = 2n ** 128n;
const highest96 = 2n ** 96n - 1n;

/** An approval of a token's units. */
export function toApproval(
  approval: Pick<Approval, 'token' | 'owner' | 'spender' | 'amount'>,
  change: Approval['change'] = 'set',
): Approval {
  const { amount } = approval;
  const isUnlimited = change !== 'decrease' && (amount >= unlimitedFrom || amount === highest96);
  return { kind: 'token-approval', ...approval, isUnlimited, change };
}

/** Permit2, which stands at one address on most chains and at another on those of zkSync. */
const permit2 = ['0x000000000022D473030F116dDEE9F6B43aC78BA3', '0x0000000000225e31D15943971F47aD3022F714Fa'];

/** Tells whether a contract is Permit2: what it moves is not its own, so that its word counts at these addresses alone. */
export function isPermit2(contract: string): boolean {
  return permit2.includes(contract);
}
