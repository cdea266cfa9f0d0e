/*
 * The words of the decoder in `@latchkey/frame/readable`, as the houses agreed on them; they stand here until it has them.
 */

/** What a transaction does, as its bytes say. Data: screens put it into words. */
export type TransactionAction =
  | { readonly kind: 'transfer'; readonly to: string; readonly value: bigint }
  | {
      readonly kind: 'token-transfer';
      readonly token: string;
      readonly from: string | null;
      readonly to: string;
      readonly amount: bigint;
    }
  | {
      readonly kind: 'token-approval';
      readonly token: string;
      readonly spender: string;
      readonly amount: bigint;
      readonly isUnlimited: boolean;
      readonly isIncrease: boolean;
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
      readonly operator: string;
      readonly id: bigint | null;
      readonly isGranted: boolean;
    }
  | { readonly kind: 'wrap' | 'unwrap'; readonly token: string; readonly amount: bigint }
  | { readonly kind: 'batch'; readonly contract: string; readonly actions: readonly TransactionAction[] }
  | { readonly kind: 'creation'; readonly bytes: number }
  | { readonly kind: 'call'; readonly to: string; readonly selector: string | null; readonly data: string };

export type TransactionWarning =
  | 'unlimited-approval'
  | 'approval-without-code'
  | 'to-token-contract'
  | 'resembles-known'
  | 'everything-approved'
  | 'excessive-fee';
