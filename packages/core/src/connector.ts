import type { ChainType } from '@latchkey/wire';
import type { Chain } from './config/index.ts';
import type { Clock, Environment } from './environment.ts';

/**
 * What a connector is to the rest of the house: a way to one wallet that the person brought. The injected ones are those of
 * `wallets/external`; those that need code of others are packages that the host passes in (`externalWallets.connectors`).
 */

/** How a wallet is connected (EXTW-01); `solana_adapter` is the word of published clients for the Wallet Standard. */
export type ConnectorType =
  | 'injected'
  | 'wallet_connect_v2'
  | 'coinbase_wallet'
  | 'phantom'
  | 'solana_adapter';

/** A wallet as dapp libraries know wallets (EIP-1193). */
export interface Eip1193Provider {
  /** @throws an object with a numeric `code` (EIP-1193, EIP-1474) */
  request(args: {
    readonly method: string;
    readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  /** `accountsChanged`, `chainChanged`, `connect`, `disconnect`. */
  on(event: string, listener: (payload: unknown) => void): void;
  removeListener(event: string, listener: (payload: unknown) => void): void;
}

/** What is signed in of a person by the wallet's own sign-in (`solana:signIn`). */
export interface SolanaSignedIn {
  readonly address: string;
  /** The bytes that were signed, which the wallet wrote. */
  readonly signedMessage: Uint8Array;
  /** Ed25519, 64 bytes. */
  readonly signature: Uint8Array;
}

/** The fields of a sign-in message, as `solana:signIn` takes them; times as ISO 8601. */
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

/** A Solana wallet, whatever it is reached by. Each of its acts asks the person. */
export interface SolanaOperations {
  /** @returns the signature, 64 bytes */
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>;
  /** @returns the transaction with the signature in it */
  signTransaction(address: string, transaction: Uint8Array, chain: string): Promise<Uint8Array>;
  /** @returns the first signature of the transaction, 64 bytes */
  signAndSendTransaction(address: string, transaction: Uint8Array, chain: string): Promise<Uint8Array>;
  /** Only where the wallet has a sign-in of its own. */
  signIn?(input: SolanaSignInInput): Promise<SolanaSignedIn>;
}

/** One account that a wallet gives a page. */
export interface ConnectorAccount {
  readonly chainType: ChainType;
  /** As the wallet writes it. It is a claim: only a signature shows whose it is. */
  readonly address: string;
}

/** What a connector is connected with. */
export interface Connection {
  /** None is `locked`, or taken back. The first one of a chain is the one in use. */
  readonly accounts: readonly ConnectorAccount[];
  /** Of the Ethereum accounts, as a number; null where there are none. A claim as well. */
  readonly chainId: number | null;
  /** How the wallet calls itself, where only connecting tells (the peer of a pairing). */
  readonly peer?: { readonly name: string; readonly icon: string | null; readonly url: string | null };
  /** A text to find the connection again by after a reload, such as a topic; kept in `privy:connections`. */
  readonly kept?: string;
}

/** What a connection is asked for. */
export interface ConnectRequest {
  readonly chainTypes: readonly ChainType[];
  /** The chain that an Ethereum wallet should be on, where it can choose one at connecting. */
  readonly chainId: number;
  /** Gets the address that a phone reads as a QR code or opens as a link; again where it was renewed. */
  onUri(uri: string): void;
  /** Ends the asking: the person left, or the time is over. What comes later counts for nothing. */
  readonly signal: AbortSignal;
}

/** A way to one wallet. */
export interface Connector {
  readonly connectorType: ConnectorType;
  /** Asks the person. @throws whatever the wallet or its library does; `fromWalletError` reads it */
  connect(request: ConnectRequest): Promise<Connection>;
  /**
   * Brings a connection back that a page before had, **without any prompt**.
   *
   * @param kept what {@link Connection.kept} was
   * @returns null where the wallet has forgotten it or is locked
   */
  reconnect(kept: string | null, signal: AbortSignal): Promise<Connection | null>;
  /** Ends it, also at the wallet where that knows of pages. Never asks and never fails. */
  disconnect(): Promise<void>;
  /** Calls back with every change; with no accounts where the wallet was locked, `null` where its side ended the connection. */
  subscribe(listener: (connection: Connection | null) => void): () => void;
  /** The wallet on Ethereum and chains like it; null where it has none. Fit for use once connected. */
  getEthereum(): Promise<Eip1193Provider | null>;
  /** The wallet on Solana; null where it has none. */
  getSolana(): Promise<SolanaOperations | null>;
}

/** What a connector is made with. */
export interface ConnectorContext {
  /** The clock, the network, the page. */
  readonly environment: Environment;
  readonly clock: Clock;
  /** As the wallet shows it to the person. */
  readonly app: { readonly name: string; readonly url: string; readonly logo: string | null };
  /** The host's chains (`config.chains`). */
  readonly chains: readonly Chain[];
  readonly defaultChain: Chain;
  /** The JSON-RPC address of a chain, where the host named one. */
  findRpcUrl(chainId: number): string | null;
  /** The served `wallet_connect_cloud_project_id` (EXTW-26). */
  readonly walletConnectProjectId: string | null;
  readonly coinbaseWallet: { readonly connectionOptions: 'all' | 'smartWalletOnly' | 'eoaOnly' };
  /** In ms, after which a request counts as unanswered (EXTW-23). The caller keeps it; libraries with limits of their own take it. */
  readonly requestTimeoutMs: number;
  /** Put before every key of storage, to keep several apps on one origin apart. */
  readonly storagePrefix: string;
  /** Whose wallet it is to be: the id of the list's row; `wallet_connect` where the person chooses on the phone. */
  readonly walletClientType: string;
}

/** Makes the connectors of one kind, as a package of its own gives them. */
export interface WalletConnectorFactory {
  /** `wallet_connect` or `coinbase_wallet`: the entries of the list that it makes possible. */
  readonly id: 'wallet_connect' | 'coinbase_wallet';
  readonly connectorType: ConnectorType;
  /** Loads nothing yet: its library comes with the first `connect` or `reconnect`. */
  create(context: ConnectorContext): Connector;
}
