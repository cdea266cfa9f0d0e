import type { TransactionAction, TransactionWarning } from '../../readable/index.ts';
import { ar } from './words.ar.ts';
import { de } from './words.de.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';
import { ja } from './words.ja.ts';

/** What an action is called. */
export type ActionTitle =
  | Exclude<TransactionAction['kind'], 'token-approval' | 'nft-approval'>
  | 'approve'
  | 'approve-more'
  | 'approve-less'
  | 'approve-zero'
  | 'approve-none'
  | 'approve-item'
  | 'approve-all'
  | 'revoke-items';

/** The words for transactions and permits, in the languages of the modal. */
export interface TransactionWords {
  /** BCP 47. */
  readonly language: string;
  readonly titles: Readonly<Record<ActionTitle, string>>;
  readonly to: string;
  readonly from: string;
  readonly amount: string;
  /** Of a token whose decimals no one has looked up. */
  readonly units: string;
  readonly unlimited: string;
  readonly token: string;
  /** Of what a contract calls itself: a claim. */
  readonly symbol: string;
  /** Of what the wallet has. */
  readonly balance: string;
  readonly owner: string;
  readonly spender: string;
  readonly collection: string;
  readonly item: string;
  readonly contract: string;
  /** The first four bytes of a call. */
  readonly selector: string;
  readonly data: string;
  readonly size: string;
  /** `{count}` bytes. */
  readonly bytes: string;
  /** Title of network and fee. */
  readonly cost: string;
  readonly network: string;
  /** `Chain {id}`, for one that the page has no name for. */
  readonly chain: string;
  /** Stands behind an amount on such a chain, in place of ETH. */
  readonly coin: string;
  /** The fee at most. */
  readonly fee: string;
  /** What the transaction sends beside what its action says. */
  readonly sent: string;
  readonly details: string;
  readonly nonce: string;
  readonly gasLimit: string;
  readonly gasPrice: string;
  readonly maxFee: string;
  readonly priorityFee: string;
  readonly accessList: string;
  readonly warnings: Readonly<Record<TransactionWarning, string>>;
  /** Of a hash. */
  readonly unreadable: string;
  /** Of what no one has looked up on the chain. */
  readonly unchecked: Readonly<Record<'all' | 'token' | 'code' | 'balance' | 'success' | 'hint', string>>;
}

/** The words of a language (BCP 47), English where there are none. */
export function transactionWordsOf(language: string): TransactionWords {
  const all: Readonly<Record<string, TransactionWords>> = { ar, de, en, es, ja };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
