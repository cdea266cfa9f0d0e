import type { ReadableTransaction, TransactionAction } from './action.ts';
import { findNetwork } from './networks.ts';

/** What a person must be told of a request before they agree. */
export type TransactionWarning =
  | 'unlimited-approval'
  | 'approval-without-code'
  | 'to-token-contract'
  | 'resembles-known'
  | 'everything-approved'
  | 'excessive-fee';

/** What the caller knows besides. */
export interface WarningFacts {
  /** Whether there is a contract at an address; null where no one has looked. */
  readonly hasCode?: (address: string) => boolean | null;
  /** Addresses that the person has dealt with: their own, and those they have sent to. */
  readonly known?: readonly string[];
}

/** Fees from here on are flagged: no transaction of a person costs so much. In wei, of ether and of other coins. */
const excessiveFee = { ether: 10n ** 17n, other: 10n ** 18n };

/** The warnings of a transaction, in a fixed order, each once. */
export function findWarnings(
  { action, maxFee, transaction }: ReadableTransaction,
  facts: WarningFacts = {},
): readonly TransactionWarning[] {
  const coin = findNetwork(transaction.chainId)?.symbol === 'ETH' ? 'ether' : 'other';
  const fee = maxFee >= excessiveFee[coin] ? (['excessive-fee'] as const) : [];
  return [...findActionWarnings(action, facts), ...fee];
}

/** The same for an action alone, as a permit is one. */
export function findActionWarnings(
  action: TransactionAction,
  facts: WarningFacts = {},
): readonly TransactionWarning[] {
  const actions = flatten(action);
  const some = (test: (one: TransactionAction) => boolean) => actions.some(test);
  const found: Record<Exclude<TransactionWarning, 'excessive-fee'>, boolean> = {
    'everything-approved': some((one) => one.kind === 'nft-approval' && one.isGranted && one.id === null),
    'unlimited-approval': some((one) => one.kind === 'token-approval' && one.isUnlimited),
    'approval-without-code': some((one) => {
      const spender = spenderOf(one);
      return spender !== null && facts.hasCode?.(spender) === false;
    }),
    'to-token-contract': some(
      (one) =>
        (one.kind === 'token-transfer' && one.to === one.token) ||
        (one.kind === 'nft-transfer' && one.to === one.collection),
    ),
    'resembles-known': some((one) => 'to' in one && resemblesKnown(one.to, facts.known ?? [])),
  };
  return (Object.keys(found) as (keyof typeof found)[]).filter((name) => found[name]);
}

function flatten(action: TransactionAction): TransactionAction[] {
  return action.kind === 'batch' ? action.actions.flatMap(flatten) : [action];
}

const isGrant = (approval: TransactionAction & { kind: 'token-approval' }) =>
  approval.amount > 0n && approval.change !== 'decrease';

/** Who may take tokens from now on, if anyone. */
function spenderOf(action: TransactionAction): string | null {
  if (action.kind === 'token-approval') return isGrant(action) ? action.spender : null;
  return action.kind === 'nft-approval' && action.isGranted ? action.operator : null;
}

/**
 * Tells whether an address is unknown and has the first and last four digits of a known one.
 *
 * Threat: address poisoning. People compare the ends of an address, and one with the same ends is cheap to find; it comes into
 * their history by a transfer of nothing, for them to copy.
 */
function resemblesKnown(address: string, known: readonly string[]): boolean {
  const endsOf = (text: string) => `${text.slice(2, 6)}${text.slice(-4)}`.toLowerCase();
  const isSame = (other: string) => other.toLowerCase() === address.toLowerCase();
  return !known.some(isSame) && known.some((other) => endsOf(other) === endsOf(address));
}
