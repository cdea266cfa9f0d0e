import { toRecord } from '../../../nodes/index.ts';

/** Change of a wallet's balance. Negative if the wallet loses. */
export interface SolanaBalanceChange {
  /** Mint of the token; null for SOL. */
  readonly mint: string | null;
  /** In the smallest unit: lamports, or the token's unit. */
  readonly amount: bigint;
  /** Decimals of the displayed amount: 9 for SOL. */
  readonly decimals: number;
}

interface States {
  readonly address: string;
  readonly accounts: readonly string[];
  /**
   * State of each account now and after the transaction, in the order of `accounts`. Null if the node returned no
   * list.
   */
  readonly before: readonly unknown[] | null;
  readonly after: readonly unknown[] | null;
  /** Fee that the wallet pays to the network, in lamports. */
  readonly fee: bigint;
}

interface Holding {
  readonly mint: string;
  readonly amount: bigint;
  readonly decimals: number;
}

const solDecimals = 9;
/** Largest accepted number of decimals. With more, an amount would look like zero. */
const maxDecimals = 36;

/**
 * Compares a wallet's balances before and after a transaction.
 *
 * @returns null if the node's answers are incomplete or invalid
 */
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

/** Returns an account's balance in lamports: 0 if it does not exist, null if the node does not say. */
export function lamportsOf(account: unknown): bigint | null {
  return account === null ? 0n : toLamports(toRecord(account).lamports);
}

/** @returns null for an invalid amount, or one that JavaScript cannot represent exactly */
export function toLamports(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** Reads a token account of the wallet. @returns null for any other account, `unreadable` if its data is invalid */
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
