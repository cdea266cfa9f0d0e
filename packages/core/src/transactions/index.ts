/**
 * Sends transactions on EVM chains. It checks the host's request, reads everything that a review shows in one round,
 * and follows what was signed to its receipt: stored before it is sent, under nonces that all tabs share. Uses
 * `config` for chains, `nodes` for reads, `storage` for what is kept, and `wallets` for signatures.
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
