import type { TransactionAction, TransactionWarning } from '@latchkey/frame/readable';
import type { ServiceError } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import type { Hex } from '../hex.ts';

export type { Hex };

/** Number in one of the forms that hosts use. A string is `0x` and hex digits; an object is a BigNumber of ethers 5. */
export type Quantity = number | bigint | string | { readonly hex: string } | { readonly _hex: string };

/** Storage that a transaction declares in advance (EIP-2930), in the forms that libraries accept. */
export type AccessListInput =
  | readonly { readonly address: string; readonly storageKeys: readonly string[] }[]
  | readonly (readonly [address: string, storageKeys: readonly string[]])[]
  | Readonly<Record<string, readonly string[]>>;

/** Transaction that a host requests (TX-07). A missing nonce, gas limit or fee is read from the chain. */
export interface TransactionRequest {
  /** @default none: creates a contract from `data` */
  readonly to?: string | null | undefined;
  /** If given, must be the wallet that sends. */
  readonly from?: string | null | undefined;
  /** In wei. @default 0 */
  readonly value?: Quantity | null | undefined;
  readonly data?: string | ArrayLike<number> | null | undefined;
  /** @default the wallet's current chain, else `config.defaultChain` */
  readonly chainId?: number | null | undefined;
  readonly gasLimit?: Quantity | null | undefined;
  /** Alias of `gasLimit`, as in `eth_sendTransaction`. */
  readonly gas?: Quantity | null | undefined;
  /** For types 0 and 1. A request that declares type 2 may only repeat `maxFeePerGas` here. */
  readonly gasPrice?: Quantity | null | undefined;
  readonly maxFeePerGas?: Quantity | null | undefined;
  readonly maxPriorityFeePerGas?: Quantity | null | undefined;
  readonly nonce?: Quantity | null | undefined;
  /** 0, 1 or 2. @default chosen by the fees, the access list and the chain */
  readonly type?: Quantity | null | undefined;
  readonly accessList?: AccessListInput | null | undefined;
}

export type AccessList = readonly {
  readonly address: string;
  readonly storageKeys: readonly string[];
}[];

/**
 * Checked copy of a request, with one form of every field. The nonce, type, access list, gas limit and fees are null if
 * the host left them open. `to` is null if the transaction creates a contract.
 */
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

/** Complete transaction as the wallet frame signs it, in JSON form (docs/wire/protocol.md §4.3). */
export interface UnsignedTransaction {
  readonly type: 0 | 1 | 2;
  readonly chainId: number;
  readonly from: string;
  /** Absent if a contract is created. */
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

/** Complete transaction to sign, for `signRequest` and `approveRequest`. */
export interface TransactionSignRequest {
  readonly method: 'eth_signTransaction';
  readonly data: UnsignedTransaction;
  readonly address: string;
}

/** Transaction that a screen shows to the user for confirmation. It is checked, but not prepared yet. */
export interface TransactionQuestion {
  readonly transaction: CheckedTransaction;
  readonly address: string;
  readonly chain: Chain;
  /** True if the caller waits for the receipt (TX-20). Without effect if the transaction is only signed. */
  readonly waitForConfirmation: boolean;
}

/** Expected change of the wallet's balance. `amount` is negative if it decreases. */
export interface BalanceChange {
  /** Contract of the token; null for the chain's own coin. */
  readonly token: string | null;
  /** Id in an ERC-721 or ERC-1155 contract; null for an ERC-20 token and the chain's own coin. */
  readonly id: bigint | null;
  readonly amount: bigint;
}

/** Token that a transaction moves or approves, with the metadata of its contract. */
export interface TransactionToken {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Everything that a user needs to review before they agree, read in one round. */
export interface PreparedTransaction {
  readonly request: CheckedTransaction;
  /** Ready to sign; null if a field is not in the request nor follows from the node's answers. */
  readonly transaction: UnsignedTransaction | null;
  readonly chain: Chain;
  readonly address: string;
  readonly action: TransactionAction;
  readonly warnings: readonly TransactionWarning[];
  /** Token of the action; null if the action has none or several, or the token's metadata could not be read. */
  readonly token: TransactionToken | null;
  /** In wei. `gas` is the highest possible fee. `layer1` is an OP-stack chain's estimated fee for data on Ethereum. */
  readonly fee: { readonly gas: bigint; readonly layer1: bigint; readonly total: bigint };
  /** In wei; zero if it could not be read (TX-18). */
  readonly balance: bigint;
  /** Value plus fee (TX-05). */
  readonly total: bigint;
  /** Price of the chain's own coin in US dollars; null if unknown. */
  readonly price: number | null;
  /** Changes in the node's simulation (`eth_simulateV1`); null if there is none or it fails. */
  readonly changes: readonly BalanceChange[] | null;
  readonly isShort: boolean;
  /**
   * Reason why it will likely fail (TX-15), or why a needed answer of the node is missing. It can still be sent if
   * `transaction` is not null.
   */
  readonly failure: ServiceError | null;
  /** Hash of an earlier attempt that succeeded or may still be mined. Submitting continues it and signs nothing new. */
  readonly continues: Hex | null;
  /** In ms, by the page's monotonic clock. */
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

/** Receipt of a transaction, with the fields of existing clients (TX-08). Gas and its price are hex. */
export interface TransactionReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex: number;
  readonly blockHash: Hex;
  readonly blockNumber: number;
  readonly from: string;
  readonly to: string | null;
  /** Address of a created contract. */
  readonly contractAddress: string | null;
  readonly gasUsed: Hex;
  readonly cumulativeGasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  /** 1 if it succeeded, 0 if it was reverted. */
  readonly status: number;
  readonly type: number;
  readonly logs: readonly TransactionLog[];
  readonly logsBloom: string;
}

export interface SentTransaction {
  readonly hash: Hex;
  /** Null if the call did not wait for it (TX-20). */
  readonly receipt: TransactionReceipt | null;
}

/** Transaction that this browser signed and still stores. */
export interface PendingTransaction {
  readonly hash: Hex;
  readonly chainId: number;
  readonly address: string;
  readonly transaction: UnsignedTransaction;
  /** Time of the signature, Unix ms. */
  readonly signedAtMs: number;
  /**
   * `unseen`: the node has not reported that it has the transaction, for example because the network failed; it is
   * sent again. `pending`: the node has accepted it. `mined`: it is in a block that the chain may still remove.
   */
  readonly status: 'unseen' | 'pending' | 'mined';
  /** Set if it replaces an earlier one with the same nonce. */
  readonly replaces: { readonly hash: Hex; readonly by: 'speed-up' | 'cancel' } | null;
}
