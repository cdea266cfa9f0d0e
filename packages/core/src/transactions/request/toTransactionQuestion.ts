import type { Internals } from '../../internals.ts';
import { chainsOf, getAccess, getWallet } from '../../wallets/index.ts';
import { getNetwork } from '../chains.ts';
import type { TransactionQuestion, TransactionRequest } from '../transaction.ts';
import { toCheckedTransaction } from './toCheckedTransaction.ts';

export interface TransactionInput {
  readonly transaction: TransactionRequest;
  /** @default the user's Ethereum wallet */
  readonly address?: string | undefined;
}

interface QuestionInput extends TransactionInput {
  readonly waitForConfirmation?: boolean | undefined;
}

/** Checks who sends what on which chain, before anyone is asked. */
export async function toTransactionQuestion(
  internals: Internals,
  input: QuestionInput,
): Promise<TransactionQuestion> {
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const given = { address, chainId: chainsOf(internals).get(address) };
  const transaction = toCheckedTransaction(input.transaction, given);
  const { chain } = getNetwork(internals, transaction.chainId);
  return { transaction, address, chain, waitForConfirmation: toWaiting(internals, input) };
}

function toWaiting({ state }: Internals, { waitForConfirmation }: QuestionInput): boolean {
  return waitForConfirmation ?? state.get().settings?.embeddedWallets.waitForTransactionConfirmation ?? true;
}
