import type { HostedRequest as WireHostedRequest } from '@latchkey/wire';
import type { Hex, TypedData } from '../wallets/index.ts';

/** Provider app: another app, whose wallets this app may use. */
export interface CrossAppProvider {
  readonly id: string;
  readonly name: string;
  readonly logoUrl?: string;
  /** Base URL for requests to its wallets. */
  readonly apiUrl: string;
  /** True if it only shows its wallets' addresses and does not sign. */
  readonly readOnly: boolean;
}

/** Public details of a provider app. */
export interface CrossAppDetails {
  readonly name: string;
  readonly logoUrl?: string;
}

/** Wallet that is to sign. */
export interface CrossAppWallet {
  readonly address: string;
  /** Window opened in the click handler. Without it one is opened, which browsers allow only during a click. */
  readonly popup?: Window | null | undefined;
}

export interface CrossAppMessageInput extends CrossAppWallet {
  readonly message: string;
}
export interface CrossAppTypedDataInput extends CrossAppWallet {
  readonly typedData: TypedData;
}

/** Transaction for a provider app's wallet. The client adds `from`. */
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

/** App that may use the user's wallets, or read their addresses if `readOnly`. */
export interface ConnectedApp {
  readonly id: string;
  readonly requester: {
    /** Null if the requester is identified only by its origin. */
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

/** Request of a requester app, for a hosted page to show. */
export interface HostedRequest extends Pick<WireHostedRequest, 'handle' | 'kind' | 'by' | 'state' | 'scope'> {
  /** Expiry, Unix ms by the device's clock. */
  readonly until: number;
  readonly requester: ConnectedApp['requester'];
  /** For a request to connect: true unless the signed-in user's connection already gives the requester this access. */
  readonly isFirst: boolean;
  /** Expiry of the connection, Unix ms. For a request to connect: if the user approves it now. */
  readonly connectionUntil: number;
  readonly request: {
    readonly method: string;
    readonly params: readonly unknown[];
    readonly chainId: number | null;
    readonly address: string | null;
  } | null;
  /** Key that seals the result, in base64. */
  readonly sealKey?: string;
  /** Set if the answer is an error after which the requester must remove its token. */
  readonly token?: { readonly action: 'clear' };
}
