import type { HostedRequest as WireHostedRequest } from '@latchkey/wire';
import type { Hex, TypedData } from '../wallets/index.ts';

/** An app whose wallets may be used in this one. */
export interface CrossAppProvider {
  readonly id: string;
  readonly name: string;
  readonly logoUrl?: string;
  /** Where requests to its wallets go. */
  readonly apiUrl: string;
  /** Whether it shows addresses alone, and signs nothing. */
  readonly readOnly: boolean;
}

/** What any page may know of an app as a provider. */
export interface CrossAppDetails {
  readonly name: string;
  readonly logoUrl?: string;
}

/** Which wallet is asked, by its address. */
export interface CrossAppWallet {
  readonly address: string;
  /** The window that was opened in the press; without it one is opened, which browsers allow in a press alone. */
  readonly popup?: Window | null | undefined;
}

/** What is signed. */
export interface CrossAppMessageInput extends CrossAppWallet {
  readonly message: string;
}
export interface CrossAppTypedDataInput extends CrossAppWallet {
  readonly typedData: TypedData;
}

/** A transaction for the wallet of another app; `from` is added. */
export interface CrossAppTransaction {
  readonly to?: string | undefined;
  readonly value?: bigint | number | string | undefined;
  readonly data?: Hex | undefined;
  readonly chainId?: number | undefined;
  readonly gas?: bigint | number | string | undefined;
  readonly gasPrice?: bigint | number | string | undefined;
  readonly maxFeePerGas?: bigint | number | string | undefined;
  readonly maxPriorityFeePerGas?: bigint | number | string | undefined;
  readonly nonce?: number | undefined;
}
export interface CrossAppTransactionInput extends CrossAppWallet {
  readonly transaction: CrossAppTransaction;
}

/** An app that may use the user's wallets. */
export interface ConnectedApp {
  readonly id: string;
  readonly requester: {
    /** Null: it is known by its origin alone. */
    readonly appId: string | null;
    readonly name: string;
    readonly logoUrl: string | null;
    readonly origin: string;
  };
  readonly readOnly: boolean;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
  readonly expiresAt: Date;
}

/** What a requester asks of the person, as a hosted page draws it. */
export interface HostedRequest extends Pick<WireHostedRequest, 'handle' | 'kind' | 'by' | 'state' | 'scope'> {
  /** The time at which it runs out, Unix milliseconds by the device's clock. */
  readonly until: number;
  readonly requester: ConnectedApp['requester'];
  /** Whether the person has not agreed to as much before. */
  readonly isFirst: boolean;
  /** Until when a yes is good, Unix milliseconds. */
  readonly connectionUntil: number;
  readonly request: {
    readonly method: string;
    readonly params: readonly unknown[];
    readonly chainId: number | null;
    readonly address: string | null;
  } | null;
  /** By what the result is sealed, base64. */
  readonly sealKey?: string;
  /** Goes with an error to the requester. */
  readonly token?: { readonly action: 'clear' };
}
