import type { SolanaChain } from '@latchkey/core';
import type { SignUiOptions } from '../../../flow/index.ts';

/** A Solana wallet of the user, as `useSolanaWallets` gives it. */
export interface SolanaWalletRef {
  readonly address: string;
}

/** How a node checks a transaction before it is signed (Wallet Standard). */
export interface SignTransactionOptions {
  preflightCommitment?: 'processed' | 'confirmed' | 'finalized';
  minContextSlot?: number;
  uiOptions?: SignUiOptions;
}

/** What the transaction hooks take for each transaction. */
export interface TransactionInput<Options> {
  /** As libraries serialise it, signed by others or not. */
  transaction: Uint8Array;
  wallet: SolanaWalletRef;
  /** @default 'solana:mainnet' */
  chain?: SolanaChain;
  options?: Options;
}

/** One output for one input, a list for several. */
export function toOutput<Output>(outputs: readonly Output[]): Output | Output[] {
  const [first] = outputs;
  return outputs.length === 1 && first !== undefined ? first : [...outputs];
}

/** A function of the hooks: one input or several, each asked for in turn. */
export interface OneOrMore<Input, Output> {
  (input: Input): Promise<Output>;
  (...inputs: Input[]): Promise<Output[]>;
}
