import { toJsonAccount } from './accounts.ts';
import type { DecodedTransaction, Entry, Ledger, Run } from './ledger.ts';
import type { Method } from './methods.ts';
import { toAddress, toBytes, toCount, toList, toOptions, toSignature } from './params.ts';
import { codes, refuse } from './refuse.ts';
import { type TransactionError, toSentence } from './transactionError.ts';

interface Parts {
  /** Returns true if the next transaction should be accepted and then lost. */
  isLost(): boolean;
  withContext(value: unknown): unknown;
}

export function createTransactionMethods(
  ledger: Ledger,
  { isLost, withContext }: Parts,
): Readonly<Record<string, Method>> {
  function read(value: unknown, encoding: unknown): DecodedTransaction {
    const bytes = toBytes(value, encoding);
    try {
      return ledger.decode(bytes);
    } catch (error) {
      return refuse(codes.params, `invalid transaction: ${(error as Error).message}`);
    }
  }
  function simulate(
    transaction: DecodedTransaction,
  ): Pick<Run, 'error' | 'logs' | 'units' | 'fee' | 'after'> {
    if (ledger.isValid(transaction.blockhash)) return ledger.simulate(transaction);
    return { error: 'BlockhashNotFound', logs: [], units: 0n, fee: 0n, after: new Map() };
  }
  function checkSlot(minContextSlot: unknown): void {
    if (minContextSlot === undefined || toCount(minContextSlot) <= ledger.slot()) return;
    refuse(codes.contextSlot, 'Minimum context slot has not been reached', { contextSlot: ledger.slot() });
  }
  const toOutcome = ({ error, logs, units }: Pick<Run, 'error' | 'logs' | 'units'>) => ({
    accounts: null,
    err: error,
    innerInstructions: null,
    logs,
    returnData: null,
    unitsConsumed: units,
  });

  return {
    sendTransaction([value, given]) {
      const options = toOptions(given);
      const transaction = read(value, options.encoding);
      checkSlot(options.minContextSlot);
      const isAlreadyThere = ledger.findEnd(transaction.signature) !== null;
      if (options.skipPreflight !== true) {
        if (!ledger.isSigned(transaction))
          refuse(codes.signature, 'Transaction signature verification failure');
        const run = isAlreadyThere
          ? { error: 'AlreadyProcessed', logs: [], units: 0n }
          : simulate(transaction);
        if (run.error) {
          const message = `Transaction simulation failed: ${toSentence(run.error)}`;
          refuse(codes.preflight, message, toOutcome(run));
        }
      }
      // Without preflight, the node returns the signature even of a transaction that no block accepts.
      const isTaken =
        ledger.isSigned(transaction) && ledger.isValid(transaction.blockhash) && !isAlreadyThere;
      if (isTaken && !isLost()) ledger.run(transaction);
      return transaction.signature;
    },

    simulateTransaction([value, given]) {
      const options = toOptions(given);
      const transaction = read(value, options.encoding);
      checkSlot(options.minContextSlot);
      if (options.sigVerify === true) {
        if (options.replaceRecentBlockhash === true)
          refuse(codes.params, 'sigVerify may not be used with replaceRecentBlockhash');
        if (!ledger.isSigned(transaction))
          refuse(codes.signature, 'Transaction signature verification failure');
      }
      const isReplaced = options.replaceRecentBlockhash === true;
      const run = isReplaced ? ledger.simulate(transaction) : simulate(transaction);
      return withContext({
        ...toOutcome(run),
        accounts:
          options.accounts === undefined ? null : accountsAfter(ledger, run, options.accounts, transaction),
        ...(isReplaced ? { replacementBlockhash: ledger.latestBlockhash() } : {}),
      });
    },

    getTransaction([signature, given]) {
      const options = typeof given === 'string' ? { encoding: given } : toOptions(given);
      const entry = ledger.findEntry(toSignature(signature));
      if (!entry) return null;
      const { version } = entry.transaction;
      if (version !== 'legacy' && toOptions(options).maxSupportedTransactionVersion === undefined) {
        const message = `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`;
        refuse(codes.version, message);
      }
      if (options.encoding !== 'base64')
        refuse(codes.params, 'Invalid params: this node gives transactions in base64.');
      return toJsonTransaction(entry);
    },
  };
}

function accountsAfter(
  ledger: Ledger,
  { error, after }: Pick<Run, 'error' | 'after'>,
  requested: unknown,
  transaction: DecodedTransaction,
) {
  const { addresses, encoding } = toOptions(requested);
  const wanted = toList(addresses, transaction.accounts.length).map(toAddress);
  const find: Ledger['find'] = (address) => after.get(address) ?? ledger.find(address);
  return wanted.map((address) => {
    const account = error === null ? find(address) : null;
    return account && toJsonAccount(account, encoding ?? 'base64', find);
  });
}

function toJsonTransaction({ transaction, slot, time, error, fee, logs, units, before, balances }: Entry) {
  const status: { Ok: null } | { Err: TransactionError } = error === null ? { Ok: null } : { Err: error };
  return {
    slot,
    blockTime: time,
    version: transaction.version,
    transaction: [Buffer.from(transaction.bytes).toString('base64'), 'base64'],
    meta: {
      err: error,
      status,
      fee,
      computeUnitsConsumed: units,
      logMessages: logs,
      preBalances: before,
      postBalances: balances,
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      preTokenBalances: [],
      postTokenBalances: [],
      rewards: [],
    },
  };
}
