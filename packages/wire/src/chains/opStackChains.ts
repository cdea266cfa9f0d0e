// Printed from the records of chains (docs/recipes/chain.md). Run `UPDATE_DOCS=1 npx vitest run --project unit scripts/docs`.
import type { ChainIdWith } from './known.ts';

/** Ids of the known chains of the OP stack that charge a fee for a transaction's place on Ethereum. */
export const opStackChains: readonly number[] = [
  10, 130, 252, 480, 919, 1301, 2522, 4801, 8453, 34443, 57073, 81457, 84532, 763373, 7777777, 11155420,
  168587773, 999999999,
] satisfies readonly ChainIdWith<'opStack'>[];
