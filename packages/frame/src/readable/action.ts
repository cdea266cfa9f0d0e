import type { Transaction } from '../decode/decodeTransaction.ts';

/**
 * Effect of a transaction or a permit. It is only data; each page has its own texts. Addresses have checksums;
 * amounts are in the smallest unit of the coin or token.
 *
 * `from` and `owner` name the holder of the tokens; null is the wallet that signs. A contract that makes the calls of
 * a batch moves its own tokens.
 */
export type TransactionAction =
  | { readonly kind: 'transfer'; readonly to: string; readonly value: bigint }
  /** If the contract is a collection (ERC-721) unknown to the facts, `amount` is an id: the call is the same. */
  | {
      readonly kind: 'token-transfer';
      readonly token: string;
      readonly from: string | null;
      readonly to: string;
      readonly amount: bigint;
    }
  /** For an unknown collection, `amount` is an id, so 0 grants an approval of item 0 and revokes nothing. */
  | {
      readonly kind: 'token-approval';
      readonly token: string;
      readonly owner: string | null;
      readonly spender: string;
      readonly amount: bigint;
      /** True if the amount is more than anyone can own: tokens that arrive later are approved, too. */
      readonly isUnlimited: boolean;
      /** Effect of the amount on the allowance: replaces it, or is added to or subtracted from it. */
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
      /** Null for all items, including future ones. */
      readonly id: bigint | null;
      readonly isGranted: boolean;
    }
  | { readonly kind: 'wrap' | 'unwrap'; readonly token: string; readonly amount: bigint }
  | { readonly kind: 'batch'; readonly contract: string; readonly actions: readonly TransactionAction[] }
  | { readonly kind: 'creation'; readonly bytes: number }
  /** Unknown call, or one that is not in the strict form. It claims nothing that may be wrong. */
  | {
      readonly kind: 'call';
      readonly to: string;
      /** First four bytes, in 0x-hex; null if there are fewer. */
      readonly selector: string | null;
      readonly data: string;
      /** Native coin that the call transfers, in wei. */
      readonly value: bigint;
    };

/** Transaction as it is signed, and its effect. */
export interface ReadableTransaction {
  readonly transaction: Transaction;
  readonly action: TransactionAction;
  /** Native coin that leaves the wallet, whatever the action is, in wei. */
  readonly value: bigint;
  /** Highest fee for gas, in wei: gas limit times price. Rollups may add a fee for the data. */
  readonly maxFee: bigint;
}

/** Facts about contracts that were read from the chain; null, or no function, if they are unknown. */
export interface ContractFacts {
  /** True if the contract is a collection (ERC-721), whose `approve` and `transferFrom` look like a token's. */
  readonly isCollection?: (contract: string) => boolean | null;
  /** True if the contract wraps the chain's native coin, as WETH does. The best known ones are built in. */
  readonly isWrapper?: (contract: string) => boolean | null;
}
