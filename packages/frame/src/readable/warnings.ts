import type { ReadableTransaction, TransactionAction } from './action.ts';
import { findNetwork } from './networks.ts';

/** Warnings that the user must see before they approve a request. */
export type TransactionWarning =
  | 'unlimited-approval'
  | 'approval-without-code'
  | 'to-token-contract'
  | 'resembles-known'
  | 'everything-approved'
  | 'excessive-fee';

/** Facts that the request does not contain. */
export interface WarningFacts {
  /** Returns true if there is a contract at an address; null if it was not checked. */
  readonly hasCode?: (address: string) => boolean | null;
  /** Addresses that the user has dealt with, such as their own. */
  readonly known?: readonly string[];
}

/** Fees from which a warning is shown, in wei, for ether and for other coins. */
const excessiveFee = { ether: 10n ** 17n, other: 10n ** 18n };

/** Returns the warnings of a transaction, in a fixed order, each once. */
export function findWarnings(
  { action, maxFee, transaction }: ReadableTransaction,
  facts: WarningFacts = {},
): readonly TransactionWarning[] {
  const coin = findNetwork(transaction.chainId)?.symbol === 'ETH' ? 'ether' : 'other';
  const fee = maxFee >= excessiveFee[coin] ? (['excessive-fee'] as const) : [];
  return [...findActionWarnings(action, facts), ...fee];
}

/** Returns the warnings of an action, without those about its fee. */
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

/** Returns the address that may take tokens from now on, or null. */
function spenderOf(action: TransactionAction): string | null {
  if (action.kind === 'token-approval') return isGrant(action) ? action.spender : null;
  return action.kind === 'nft-approval' && action.isGranted ? action.operator : null;
}

/**
 * Returns true if an address is unknown but has the first and last four digits of a known one. In address poisoning,
 * an attacker finds such an address and places it in the user's history with an empty transfer. A user who compares
 * only the ends then copies it.
 */
function resemblesKnown(address: string, known: readonly string[]): boolean {
  const endsOf = (text: string) => `${text.slice(2, 6)}${text.slice(-4)}`.toLowerCase();
  const isSame = (other: string) => other.toLowerCase() === address.toLowerCase();
  return !known.some(isSame) && known.some((other) => endsOf(other) === endsOf(address));
}
