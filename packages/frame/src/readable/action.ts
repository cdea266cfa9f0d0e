import type { Transaction } from '../decode/decodeTransaction.ts';

/**
 * What a transaction, or a permit, does. Data alone: pages have the words. Addresses have their checksums; amounts are in the
 * smallest unit of the coin or token.
 *
 * `from` and `owner` say whose the tokens are; null is the wallet that signs. A contract that calls others in a batch moves
 * its own.
 */
export type TransactionAction =
  | { readonly kind: 'transfer'; readonly to: string; readonly value: bigint }
  /** `amount` is an id where the contract is a collection (ERC-721) and no one said so: the call is the same. */
  | {
      readonly kind: 'token-transfer';
      readonly token: string;
      readonly from: string | null;
      readonly to: string;
      readonly amount: bigint;
    }
  /** The same holds here: an amount of 0 takes a token's approval away, and gives one for item 0 of a collection. */
  | {
      readonly kind: 'token-approval';
      readonly token: string;
      readonly owner: string | null;
      readonly spender: string;
      readonly amount: bigint;
      /** More than anyone can own: whatever comes in is approved as well. */
      readonly isUnlimited: boolean;
      /** Whether the amount is the whole allowance, or comes to it, or goes off it. */
      readonly change: 'set' | 'increase' | 'decrease';
    }
  | {
      readonly kind: 'nft-transfer';
      readonly collection: string;
      readonly from: string;
      readonly to: string;
      readonly items: readonly { readonly id: bigint; readonly amount: bigint }[];
    }
  | {
      readonly kind: 'nft-approval';
      readonly collection: string;
      readonly owner: string | null;
      readonly operator: string;
      /** Null for all of them, those to come too. */
      readonly id: bigint | null;
      readonly isGranted: boolean;
    }
  | { readonly kind: 'wrap' | 'unwrap'; readonly token: string; readonly amount: bigint }
  | { readonly kind: 'batch'; readonly contract: string; readonly actions: readonly TransactionAction[] }
  | { readonly kind: 'creation'; readonly bytes: number }
  /** What is not known, or not written in the one strict form: nothing is said that may be wrong. */
  | {
      readonly kind: 'call';
      readonly to: string;
      /** The first four bytes, in 0x-hex; null where there are fewer. */
      readonly selector: string | null;
      readonly data: string;
      /** What the call is paid with. */
      readonly value: bigint;
    };

/** A transaction as it is signed, and what it does. */
export interface ReadableTransaction {
  readonly transaction: Transaction;
  readonly action: TransactionAction;
  /** The native coin that leaves the wallet whatever the action is, in wei. */
  readonly value: bigint;
  /** The fee at most, in wei: gas limit times price. */
  readonly maxFee: bigint;
}

/** What someone who has seen the chain knows of contracts; null or no function where no one does. */
export interface ContractFacts {
  /** Whether it is a collection (ERC-721), whose `approve` and `transferFrom` look like a token's. */
  readonly isCollection?: (contract: string) => boolean | null;
  /** Whether it wraps the chain's native coin, as WETH does. The best known ones need no telling. */
  readonly isWrapper?: (contract: string) => boolean | null;
}
