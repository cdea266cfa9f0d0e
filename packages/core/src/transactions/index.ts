/**
 * The transactions room: sending on Ethereum and the chains like it. It checks what a host asks for, reads everything that
 * a review shows in one round, and sees what was signed through to its receipt: stored before it is sent, under nonces that
 * all tabs share. It asks config for chains, http for nodes and the service, storage for what is kept, and wallets for
 * signatures.
 */
export type { TransactionAction, TransactionWarning } from '@latchkey/frame/readable';
export {
  type AskAndSend,
  type AskAndSignTransaction,
  checkTransaction,
  sendTransaction,
  signTransaction,
  waitForReceipt,
} from './acts.ts';
export { strictSimulation } from './prepare/simulation.ts';
export { sendLeftBehind } from './sending/keepLooking.ts';
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
