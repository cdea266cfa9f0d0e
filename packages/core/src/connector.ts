import type { ChainType } from '@latchkey/wire';
import type { Chain } from './config/index.ts';
import type { Clock, Environment } from './environment.ts';

/**
 * Connectors of external wallets. `wallets/external` has those of wallets in the page. Connectors that need other
 * libraries are packages that the host passes in (`externalWallets.connectors`).
 */

/** Connection type of a wallet (EXTW-01). `solana_adapter` is the published clients' name for the Wallet Standard. */
export type ConnectorType =
  | 'injected'
  | 'wallet_connect_v2'
  | 'coinbase_wallet'
  | 'phantom'
  | 'solana_adapter';

/** Wallet as an EIP-1193 provider. */
export interface Eip1193Provider {
  /** @throws an object with a numeric `code` (EIP-1193, EIP-1474); some wallets throw other values */
  request(args: {
    readonly method: string;
    readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  /** Adds a listener of `accountsChanged`, `chainChanged`, `connect` or `disconnect`. */
  on(event: string, listener: (payload: unknown) => void): void;
  removeListener(event: string, listener: (payload: unknown) => void): void;
}

/** Result of a wallet's own sign-in (`solana:signIn`). */
export interface SolanaSignedIn {
  readonly address: string;
  /** Bytes that the wallet composed and signed. */
  readonly signedMessage: Uint8Array;
  /** Ed25519 signature, 64 bytes. */
  readonly signature: Uint8Array;
}

/** Fields of a sign-in message, as `solana:signIn` takes them. Times are ISO 8601. */
export interface SolanaSignInInput {
  readonly domain: string;
  readonly address: string;
  readonly statement?: string;
  readonly uri: string;
  readonly version: '1';
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly resources?: readonly string[];
}

/** Operations of a Solana wallet, however it is connected. */
export interface SolanaOperations {
  /** @returns the signature, 64 bytes */
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>;
  /** @returns the signed transaction */
  signTransaction(address: string, transaction: Uint8Array, chain: string): Promise<Uint8Array>;
  /** @returns the first signature of the transaction, 64 bytes */
  signAndSendTransaction(address: string, transaction: Uint8Array, chain: string): Promise<Uint8Array>;
  /** Present only if the wallet has its own sign-in. */
  signIn?(input: SolanaSignInInput): Promise<SolanaSignedIn>;
}

/** Account that a wallet shares with a page. */
export interface ConnectorAccount {
  readonly chainType: ChainType;
  /** As the wallet writes it. It is a claim: only a signature proves who owns it. */
  readonly address: string;
}

/** State of a connected wallet. */
export interface Connection {
  /** Empty if the wallet is locked or shares no account. The first account of a chain type is the active one. */
  readonly accounts: readonly ConnectorAccount[];
  /** Chain id that an Ethereum wallet claims; null for a Solana wallet, and without a valid claim. */
  readonly chainId: number | null;
  /** Name, icon and URL that a paired wallet claims for itself. Absent for other wallets. */
  readonly peer?: { readonly name: string; readonly icon: string | null; readonly url: string | null };
  /** Key for finding the connection after a reload, such as a topic. Stored in `privy:connections`. */
  readonly kept?: string;
}

export interface ConnectRequest {
  readonly chainTypes: readonly ChainType[];
  /** Preferred chain of an Ethereum wallet, if it can choose one when connecting. */
  readonly chainId: number;
  /** Called with the URI that a phone reads as a QR code or opens as a link. Called again if the URI is renewed. */
  onUri(uri: string): void;
  /** Aborted when the user leaves or the time is over. Later answers are ignored. */
  readonly signal: AbortSignal;
}

/** Connection to one wallet. */
export interface Connector {
  readonly connectorType: ConnectorType;
  /** May prompt the user. @throws any error of the wallet or its library; `fromWalletError` converts it */
  connect(request: ConnectRequest): Promise<Connection>;
  /**
   * Restores an earlier page's connection **without any prompt**.
   *
   * @param kept value of {@link Connection.kept}
   * @returns null if the wallet has forgotten the connection or is locked
   */
  reconnect(kept: string | null, signal: AbortSignal): Promise<Connection | null>;
  /** Ends the connection, also in the wallet if it supports that. Must not prompt or fail. */
  disconnect(): Promise<void>;
  /**
   * Calls `listener` after every change: without accounts if the wallet was locked, with `null` if the wallet ended
   * the connection.
   */
  subscribe(listener: (connection: Connection | null) => void): () => void;
  /** Returns the connected wallet's EIP-1193 provider; null if it has none. */
  getEthereum(): Promise<Eip1193Provider | null>;
  /** Returns the wallet's Solana operations; null if it has none. */
  getSolana(): Promise<SolanaOperations | null>;
}

export interface ConnectorContext {
  readonly environment: Environment;
  readonly clock: Clock;
  /** App as the wallet shows it to the user. */
  readonly app: { readonly name: string; readonly url: string; readonly logo: string | null };
  /** Chains of the host and the app. */
  readonly chains: readonly Chain[];
  readonly defaultChain: Chain;
  /** Returns the JSON-RPC URL of a chain; null if none is known. */
  findRpcUrl(chainId: number): string | null;
  /** Served `wallet_connect_cloud_project_id` (EXTW-26). */
  readonly walletConnectProjectId: string | null;
  readonly coinbaseWallet: { readonly connectionOptions: 'all' | 'smartWalletOnly' | 'eoaOnly' };
  /** Timeout of a request, in ms (EXTW-23). The caller enforces it. */
  readonly requestTimeoutMs: number;
  /** Prefix for storage keys, to keep several apps on one origin apart. */
  readonly storagePrefix: string;
  /** Id of the wallet's row in the list; `wallet_connect` if the user chooses on the phone. */
  readonly walletClientType: string;
}

/** Creates the connectors of one kind. */
export interface WalletConnectorFactory {
  /** Entry of the wallet list that this factory enables. It also connects other entries (`findFactory`). */
  readonly id: 'wallet_connect' | 'coinbase_wallet';
  readonly connectorType: ConnectorType;
  /** Creates a connector. Its library loads with the first `connect` or `reconnect`. */
  create(context: ConnectorContext): Connector;
}
