import type { SessionContext } from '../../contexts.ts';
import { chainsOf, getAccess, getWallet } from '../../wallets/index.ts';
import { getNetwork } from '../chains.ts';
import type { TransactionQuestion, TransactionRequest } from '../transaction.ts';
import { toCheckedTransaction } from './toCheckedTransaction.ts';

export interface TransactionInput {
  readonly transaction: TransactionRequest;
  /** @default the user's primary Ethereum wallet */
  readonly address?: string | undefined;
}

interface QuestionInput extends TransactionInput {
  readonly waitForConfirmation?: boolean | undefined;
}

/** Checks the user, the wallet, the transaction and its chain before the user is asked. */
export async function toTransactionQuestion(
  session: SessionContext,
  input: QuestionInput,
): Promise<TransactionQuestion> {
  const { user } = await getAccess(session);
  const { address } = getWallet(user, input.address, 'ethereum');
  const given = { address, chainId: chainsOf(session).get(address) };
  const transaction = toCheckedTransaction(input.transaction, given);
  const { chain } = getNetwork(session, transaction.chainId);
  return { transaction, address, chain, waitForConfirmation: toWaiting(session, input) };
}

function toWaiting(session: SessionContext, { waitForConfirmation }: QuestionInput): boolean {
  return (
    waitForConfirmation ??
    session.state.get().settings?.embeddedWallets.waitForTransactionConfirmation ??
    true
  );
}
