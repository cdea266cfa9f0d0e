import type { SolanaChain } from '@latchkey/core';
import type { SignUiOptions } from '../../../flow/index.ts';

/** A Solana wallet of the user, as `useSolanaWallets` returns it. */
export interface SolanaWalletRef {
  readonly address: string;
}

/** Options of a signature. */
export interface SignTransactionOptions {
  uiOptions?: SignUiOptions;
}

/** Input of the transaction hooks, one for each transaction. */
export interface TransactionInput<Options> {
  /** Serialized transaction, with or without signatures of other accounts. */
  transaction: Uint8Array;
  wallet: SolanaWalletRef;
  /** Network to which an embedded wallet sends; otherwise ignored. @default 'solana:mainnet' */
  chain?: SolanaChain;
  options?: Options;
}

export function toOutput<Output>(outputs: readonly Output[]): Output | Output[] {
  const [first] = outputs;
  return outputs.length === 1 && first !== undefined ? first : [...outputs];
}

export interface OneOrMore<Input, Output> {
  (input: Input): Promise<Output>;
  (...inputs: Input[]): Promise<Output[]>;
}
