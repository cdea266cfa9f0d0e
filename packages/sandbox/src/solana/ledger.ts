import { base58 } from '@scure/base';
import type { Address, Blockhash, EncodedAccount, Lamports, Signature, Transaction } from '@solana/kit';
import type {
  FailedTransactionMetadata,
  LiteSVM,
  SimulatedTransactionInfo,
  TransactionMetadata,
} from 'litesvm';
import { feeOf, type TransactionError, toTransactionError } from './transactionError.ts';

export interface Run {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly units: bigint;
  /** Fee in lamports. */
  readonly fee: bigint;
  /** Accounts after a successful simulation, otherwise empty. */
  readonly after: ReadonlyMap<Address, EncodedAccount>;
}

export interface Entry extends Omit<Run, 'after'> {
  readonly transaction: DecodedTransaction;
  readonly slot: bigint;
  /** Time in Unix seconds. */
  readonly time: bigint;
  readonly before: readonly bigint[];
  readonly balances: readonly bigint[];
}

export interface DecodedTransaction {
  readonly bytes: Uint8Array;
  readonly transaction: Transaction;
  readonly signature: Signature;
  readonly version: 'legacy' | 0;
  readonly accounts: readonly Address[];
  readonly blockhash: Blockhash;
  readonly message: object;
}

export interface End {
  readonly slot: bigint;
  readonly error: TransactionError | null;
}

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** Duration of a slot in ms, and the number of blocks for which a block hash is valid. */
const slotMs = 400;
const validBlocks = 150n;

/**
 * Opens a new ledger: Solana's runtime plus what a cluster adds: slots that pass, block hashes that expire, and a
 * record of transactions. It has no leader and no forks; each transaction is in a block at once.
 */
export async function openLedger(now: () => number) {
  const [{ FailedTransactionMetadata: Failed, LiteSVM: Runtime }, kit] = await loadRuntime();
  const runtime: LiteSVM = new Runtime().withBlockhashCheck(false);
  const startedMs = now();
  const firstSlot = runtime.getClock().slot;
  const genesis = runtime.latestBlockhash();
  /** Last block that may contain a transaction with each block hash. */
  const lastBlocks = new Map<string, bigint>();
  const entries = new Map<string, Entry>();
  const ends = new Map<string, End>();
  let passed = 0n;
  let slot = -1n;
  let latest: Blockhash;

  /** Updates slot and block hash to the current time. */
  function tick(): void {
    const due = firstSlot + passed + BigInt(Math.floor((now() - startedMs) / slotMs));
    if (due <= slot) return;
    slot = due;
    const clock = runtime.getClock();
    clock.slot = slot;
    clock.unixTimestamp = BigInt(Math.floor(now() / 1000));
    runtime.setClock(clock);
    renew();
  }
  function renew(): void {
    runtime.expireBlockhash();
    latest = runtime.latestBlockhash();
    lastBlocks.set(latest, slot + validBlocks);
    for (const [hash, last] of lastBlocks) if (last + validBlocks < slot) lastBlocks.delete(hash);
  }
  tick();

  function decode(bytes: Uint8Array): DecodedTransaction {
    const transaction = kit.getTransactionDecoder().decode(bytes);
    if (kit.getTransactionEncoder().getSizeFromValue(transaction) !== bytes.length)
      throw new Error('it goes on');
    const message = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    if (message.version === 1) throw new Error('its version is not one of this node');
    const [first] = Object.values(transaction.signatures);
    return {
      bytes,
      transaction,
      signature: base58.encode(first ? Uint8Array.from(first) : new Uint8Array(64)) as Signature,
      version: message.version,
      accounts: message.staticAccounts,
      blockhash: message.lifetimeToken as Blockhash,
      message,
    };
  }

  function read(outcome: TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo): Run {
    const failed = outcome instanceof Failed ? outcome : null;
    const meta = 'meta' in outcome ? outcome.meta() : outcome;
    const after = 'postAccounts' in outcome ? outcome.postAccounts() : [];
    return {
      error: failed && toTransactionError(failed),
      logs: meta.logs(),
      units: meta.computeUnitsConsumed(),
      fee: feeOf(meta),
      after: new Map(after.map((account) => [account.address, account])),
    };
  }

  const balancesOf = (accounts: readonly Address[]) =>
    accounts.map((address) => runtime.getBalance(address) ?? 0n);

  return {
    genesis,
    decode,
    slot(): bigint {
      tick();
      return slot;
    },
    latestBlockhash(): { blockhash: Blockhash; lastValidBlockHeight: bigint } {
      tick();
      return { blockhash: latest, lastValidBlockHeight: slot + validBlocks };
    },
    isValid(blockhash: string): boolean {
      tick();
      return (lastBlocks.get(blockhash) ?? -1n) >= slot;
    },
    find(address: Address): EncodedAccount | null {
      const account = runtime.getAccount(address);
      return account.exists ? account : null;
    },
    listOf: (program: Address): EncodedAccount[] => runtime.getProgramAccounts(program),
    rentFor: (space: bigint): bigint => runtime.minimumBalanceForRentExemption(space),
    findEnd: (signature: string): End | null => ends.get(signature) ?? null,
    findEntry: (signature: string): Entry | null => entries.get(signature) ?? null,
    /** Returns true if every signature is present and valid. */
    isSigned({ transaction }: DecodedTransaction): boolean {
      if (!kit.isFullySignedTransaction(transaction)) return false;
      const run = read(runtime.simulateTransaction(transaction));
      return run.error !== 'SignatureFailure';
    },
    /** Simulates a transaction without checking its signatures. */
    simulate({ transaction }: DecodedTransaction): Run {
      runtime.withSigverify(false);
      const run = read(runtime.simulateTransaction(transaction));
      runtime.withSigverify(true);
      return run;
    },
    /** Includes a signed transaction in a block. A transaction that cannot pay its fee is in no block. */
    run(decoded: DecodedTransaction): Run {
      tick();
      const { transaction, accounts, signature } = decoded;
      const before = balancesOf(accounts);
      const run = read(runtime.sendTransaction(transaction));
      // If the error is only a name, no fee was taken, and the transaction is in no block.
      if (typeof run.error !== 'string') {
        const { after: _, ...what } = run;
        const time = BigInt(Math.floor(now() / 1000));
        ends.set(signature, { slot, error: run.error });
        entries.set(signature, {
          ...what,
          transaction: decoded,
          slot,
          time,
          before,
          balances: balancesOf(accounts),
        });
      }
      return run;
    },
    /**
     * Creates lamports for an address. @returns the signature of the transaction, which has a result but is not
     * stored
     */
    give(address: Address, lamports: bigint): Signature {
      tick();
      renew(); // otherwise two equal gifts would be the same transaction
      const outcome = runtime.airdrop(address, lamports as Lamports);
      if (!outcome || outcome instanceof Failed) throw new Error('The gift failed');
      const signature = base58.encode(outcome.signature()) as Signature;
      ends.set(signature, { slot, error: null });
      return signature;
    },
    pass(slots: number): void {
      passed += BigInt(slots);
      tick();
    },
    /** Overwrites an account without running any program. */
    write: (account: EncodedAccount): void => runtime.setAccount(account),
  };
}

/** Loads the runtime when it is needed. */
async function loadRuntime() {
  try {
    return await Promise.all([import('litesvm'), import('@solana/kit')]);
  } catch (cause) {
    const advice =
      "Solana's runtime does not load. It has programs for Linux and macOS. Outside of a clone, npm installs it on Node.js 22.12 or newer.";
    throw new Error(advice, { cause });
  }
}
