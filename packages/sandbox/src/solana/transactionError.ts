import type { FailedTransactionMetadata, TransactionMetadata } from 'litesvm';

/** An error of the runtime as nodes write it: a name, or a name with what belongs to it. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** What nodes say of the errors that clients meet most; the others by their names. */
const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  InsufficientFundsForRent: 'Transaction results in an account with insufficient funds for rent',
};

/** Reads the error of a transaction that failed. The runtime tells it in Rust's own notation, which this turns into JSON. */
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

/** The sentence in which nodes say what failed. */
export function toSentence(error: TransactionError): string {
  if (typeof error === 'string') return sentences[error] ?? error;
  const [name = '', detail] = Object.entries(error)[0] ?? [];
  if (name !== 'InstructionError') return sentences[name] ?? name;
  const [index, reason] = detail as [number, string | { Custom: number }];
  const what = typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${what}`;
}

/** The fee of a transaction, in lamports, which the runtime tells in its notation alone. */
export function feeOf(meta: TransactionMetadata): bigint {
  return BigInt(/fee: (\d+) \}\)?$/.exec(meta.toString())?.[1] ?? 0);
}
