import type { TransactionAction, TransactionWarning } from '@latchkey/frame/readable';
import type { ServiceError } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import type { Hex } from '../hex.ts';

export type { Hex };

/** What existing code passes for a number: also the objects of ethers 5. */
export type Quantity = number | bigint | string | { readonly hex: string } | { readonly _hex: string };

/** Storage that a transaction says beforehand that it reads (EIP-2930), in any of the forms that libraries take. */
export type AccessListInput =
  | readonly { readonly address: string; readonly storageKeys: readonly string[] }[]
  | readonly (readonly [address: string, storageKeys: readonly string[]])[]
  | Readonly<Record<string, readonly string[]>>;

/** A transaction as a host asks for it; what it leaves out is read from the chain (TX-07). */
export interface TransactionRequest {
  /** @default none: a contract is created, of `data` */
  readonly to?: string | null | undefined;
  /** The wallet that sends. @default the user's Ethereum wallet */
  readonly from?: string | null | undefined;
  /** In wei. @default 0 */
  readonly value?: Quantity | null | undefined;
  readonly data?: string | ArrayLike<number> | null | undefined;
  /** @default the chain that the wallet was switched to, else `config.defaultChain` */
  readonly chainId?: number | null | undefined;
  readonly gasLimit?: Quantity | null | undefined;
  /** Another name of `gasLimit`, that of EIP-1193. */
  readonly gas?: Quantity | null | undefined;
  /** For transactions of the older form; excludes the two fees of EIP-1559. */
  readonly gasPrice?: Quantity | null | undefined;
  readonly maxFeePerGas?: Quantity | null | undefined;
  readonly maxPriorityFeePerGas?: Quantity | null | undefined;
  readonly nonce?: Quantity | null | undefined;
  /** 0, 1 or 2. @default what the fees and the chain ask for */
  readonly type?: Quantity | null | undefined;
  readonly accessList?: AccessListInput | null | undefined;
}

export type AccessList = readonly {
  readonly address: string;
  readonly storageKeys: readonly string[];
}[];

/** A request after the check: a copy with one form of everything; null is what the host left open. */
export interface CheckedTransaction {
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  readonly data: Hex;
  readonly chainId: number;
  readonly gasLimit: bigint | null;
  readonly gasPrice: bigint | null;
  readonly maxFeePerGas: bigint | null;
  readonly maxPriorityFeePerGas: bigint | null;
  readonly nonce: number | null;
  readonly type: 0 | 1 | 2 | null;
  readonly accessList: AccessList | null;
}

/** A complete transaction as the wallet frame signs it and as JSON carries it (docs/wire/protocol.md §4.3). */
export interface UnsignedTransaction {
  readonly type: 0 | 1 | 2;
  readonly chainId: number;
  readonly from: string;
  /** Absent where a contract is created. */
  readonly to?: string;
  readonly nonce: number;
  readonly gasLimit: Hex;
  readonly value: Hex;
  readonly data: Hex;
  readonly gasPrice?: Hex;
  readonly maxFeePerGas?: Hex;
  readonly maxPriorityFeePerGas?: Hex;
  readonly accessList?: AccessList;
}

/** A complete transaction that is to be signed, for `signRequest` and `approveRequest`. */
export interface TransactionSignRequest {
  readonly method: 'eth_signTransaction';
  readonly data: UnsignedTransaction;
  readonly address: string;
}

/** What a person is asked to agree to, by a host's own screens: checked, and not yet prepared. */
export interface TransactionQuestion {
  readonly transaction: CheckedTransaction;
  readonly address: string;
  readonly chain: Chain;
  /** Whether the caller waits for the receipt (TX-20). */
  readonly waitForConfirmation: boolean;
}

/** How the chain is expected to change what the wallet holds; `amount` is negative where it pays. */
export interface BalanceChange {
  /** The token's contract; null for the chain's own coin. */
  readonly token: string | null;
  /** Of one that is unlike the others of its collection; null for what is counted. */
  readonly id: bigint | null;
  readonly amount: bigint;
}

/** A token that a transaction moves, by its own contract's words. */
export interface TransactionToken {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Everything that a person needs to see before they agree, after one round of reads. */
export interface PreparedTransaction {
  readonly request: CheckedTransaction;
  /** Ready to be signed; null where the chain could not be read for it. */
  readonly transaction: UnsignedTransaction | null;
  readonly chain: Chain;
  readonly address: string;
  readonly action: TransactionAction;
  readonly warnings: readonly TransactionWarning[];
  /** Of an action that moves or approves one token which says what it is. */
  readonly token: TransactionToken | null;
  /** In wei, at most; `layer1` is what an OP-stack chain takes for its place on Ethereum. */
  readonly fee: { readonly gas: bigint; readonly layer1: bigint; readonly total: bigint };
  /** In wei; zero where it could not be read (TX-18). */
  readonly balance: bigint;
  /** Value and fee (TX-05). */
  readonly total: bigint;
  /** US dollars for one of the chain's own coin; null where the service has no price. */
  readonly price: number | null;
  /** What the node predicts (`eth_simulateV1`); null where it does not. */
  readonly changes: readonly BalanceChange[] | null;
  readonly isShort: boolean;
  /** Why it will likely fail (TX-15); it can still be sent where `transaction` is there. */
  readonly failure: ServiceError | null;
  /** An earlier attempt that may still arrive: it is seen through, and nothing new is signed beside it. */
  readonly continues: Hex | null;
  /** By the monotonic clock of the page. */
  readonly preparedAtMs: number;
}

export interface TransactionLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
  readonly removed: boolean;
}

/** What became of a transaction, with the fields that existing clients give (TX-08). Quantities are hex digits. */
export interface TransactionReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex: number;
  readonly blockHash: Hex;
  readonly blockNumber: number;
  readonly from: string;
  readonly to: string | null;
  /** Of a contract that was created. */
  readonly contractAddress: string | null;
  readonly gasUsed: Hex;
  readonly cumulativeGasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  /** 1 for success, 0 where it was reverted. */
  readonly status: number;
  readonly type: number;
  readonly logs: readonly TransactionLog[];
  readonly logsBloom: string;
}

export interface SentTransaction {
  readonly hash: Hex;
  /** Null where no one waited for it (TX-20). */
  readonly receipt: TransactionReceipt | null;
}

/** A transaction of this browser that a chain has not settled yet. */
export interface PendingTransaction {
  readonly hash: Hex;
  readonly chainId: number;
  readonly address: string;
  readonly transaction: UnsignedTransaction;
  /** When it was signed, Unix ms. */
  readonly signedAtMs: number;
  /**
   * `unseen`: no node has it yet, as when the network failed; it is sent again. `pending`: the node has it. `mined`: in a
   * block that is still young enough to be taken back.
   */
  readonly status: 'unseen' | 'pending' | 'mined';
  /** Set where it takes the place of an earlier one of the same nonce. */
  readonly replaces: { readonly hash: Hex; readonly by: 'speed-up' | 'cancel' } | null;
}
