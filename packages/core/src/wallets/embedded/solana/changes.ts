import { toRecord } from '../../../nodes/index.ts';

/** What a wallet gains, or, below zero, loses. */
export interface SolanaBalanceChange {
  /** The token's mint; null for SOL. */
  readonly mint: string | null;
  /** In the smallest unit: lamports, or the token's. */
  readonly amount: bigint;
  /** Decimals of an amount as people write it: 9 for SOL. */
  readonly decimals: number;
}

interface States {
  /** The wallet. */
  readonly address: string;
  readonly accounts: readonly string[];
  /** Each account as it is, and as it would be, in the order of `accounts`; null where the node gave no list. */
  readonly before: readonly unknown[] | null;
  readonly after: readonly unknown[] | null;
  /** What the wallet pays to the network beside, in lamports. */
  readonly fee: bigint;
}

interface Holding {
  readonly mint: string;
  readonly amount: bigint;
  readonly decimals: number;
}

const solDecimals = 9;
/** More than any token has: with them an amount would be written as nothing. */
const maxDecimals = 36;

/** Compares what a wallet has with what it would have. @returns null where the node's answers do not say */
export function findChanges({ address, accounts, before, after, fee }: States): SolanaBalanceChange[] | null {
  if (before?.length !== accounts.length || after?.length !== accounts.length) return null;
  const place = accounts.indexOf(address);
  const [had, has] = [lamportsOf(before[place]), lamportsOf(after[place])];
  if (had === null || has === null) return null;
  const changes = new Map<string | null, SolanaBalanceChange>();
  const add = (change: SolanaBalanceChange) => {
    const amount = (changes.get(change.mint)?.amount ?? 0n) + change.amount;
    changes.set(change.mint, { ...change, amount });
  };
  add({ mint: null, amount: has - had + fee, decimals: solDecimals });
  for (const index of accounts.keys()) {
    const [old, next] = [toHolding(before[index], address), toHolding(after[index], address)];
    if (old === 'unreadable' || next === 'unreadable') return null;
    if (old) add({ ...old, amount: -old.amount });
    if (next) add(next);
  }
  return [...changes.values()].filter(({ amount }) => amount !== 0n);
}

/** What an account has, in lamports: 0 where there is none, null where the node does not say. */
export function lamportsOf(account: unknown): bigint | null {
  return account === null ? 0n : toLamports(toRecord(account).lamports);
}

/** @returns null for what is no amount, or one that JavaScript read inexactly */
export function toLamports(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** Reads what an account holds of a token for the wallet. @returns null where it is none of the wallet's */
function toHolding(account: unknown, owner: string): Holding | 'unreadable' | null {
  const { parsed } = toRecord(toRecord(account).data);
  const { type, info } = toRecord(parsed);
  const { mint, owner: holder, tokenAmount } = toRecord(info);
  if (type !== 'account' || holder !== owner) return null;
  const { amount, decimals } = toRecord(tokenAmount);
  const isReadable =
    typeof mint === 'string' &&
    typeof amount === 'string' &&
    /^\d{1,20}$/.test(amount) &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    Number(decimals) <= maxDecimals;
  return isReadable ? { mint, amount: BigInt(amount), decimals: Number(decimals) } : 'unreadable';
}
