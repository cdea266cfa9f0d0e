/**
 * Sends transactions on EVM chains. Checks the host's request, reads everything that a review shows in one round, and
 * follows signed transactions to their receipt. Stores them before it sends them, so all tabs see the used nonces.
 * Uses `config` for chains, `nodes` to read and to send, `prices`, `storage`, and `wallets` for signatures.
 */
export type { TransactionAction, TransactionWarning } from '@latchkey/frame/readable';
export { checkTransaction } from './checkTransaction.ts';
export { strictSimulation } from './prepare/simulation.ts';
export { sendLeftBehind } from './sending/keepLooking.ts';
export { type ConfirmAndSend, sendTransaction } from './sendTransaction.ts';
export { type ConfirmAndSignTransaction, signTransaction } from './signTransaction.ts';
export type {
  BalanceChange,
  CheckedTransaction,
  PendingTransaction,
  PreparedTransaction,
  Quantity,
  SentTransaction,
  TransactionLog,
  TransactionQuestion,
  TransactionReceipt,
  TransactionRequest,
  TransactionSignRequest,
  TransactionToken,
  UnsignedTransaction,
} from './transaction.ts';
export { waitForReceipt } from './waitForReceipt.ts';
