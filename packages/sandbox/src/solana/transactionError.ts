import type { FailedTransactionMetadata, TransactionMetadata } from 'litesvm';

/** An error of the runtime in the form of nodes: a name, or a name with details. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** Messages of nodes for the most common errors. Others are shown by name. */
const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  InsufficientFundsForRent: 'Transaction results in an account with insufficient funds for rent',
};

/**
 * Returns the error of a failed transaction. The runtime formats it in Rust's notation, which is converted to JSON
 * here.
 */
export function toTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const text = / err: (.*?), meta: /s.exec(failed.toString())?.[1] ?? 'GenericError';
  const instruction = /^InstructionError\((\d+), (\w+)(?:\((\d+)\))?\)$/.exec(text);
  if (instruction) {
    const [, index, name = '', value] = instruction;
    return { InstructionError: [Number(index), value === undefined ? name : { [name]: Number(value) }] };
  }
  const withIndex = /^(\w+) \{ account_index: (\d+) \}$/.exec(text);
  if (withIndex) return { [withIndex[1] ?? '']: { account_index: Number(withIndex[2]) } };
  const withNumber = /^(\w+)\((\d+)\)$/.exec(text);
  return withNumber ? { [withNumber[1] ?? '']: Number(withNumber[2]) } : text;
}

export function toSentence(error: TransactionError): string {
  if (typeof error === 'string') return sentences[error] ?? error;
  const [name = '', detail] = Object.entries(error)[0] ?? [];
  if (name !== 'InstructionError') return sentences[name] ?? name;
  const [index, reason] = detail as [number, string | { Custom: number }];
  const what = typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${what}`;
}

/** Returns the fee of a transaction in lamports, which the runtime exposes only as formatted text. */
export function feeOf(meta: TransactionMetadata): bigint {
  return BigInt(/fee: (\d+) \}\)?$/.exec(meta.toString())?.[1] ?? 0);
}
