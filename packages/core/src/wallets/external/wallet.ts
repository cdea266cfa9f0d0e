import type { ChainType, User, WalletAccount } from '@latchkey/wire';
import type { ConnectorType, Eip1193Provider, SolanaSignedIn, SolanaSignInInput } from '../../connector.ts';

/** Row of the wallet list. */
export interface WalletOption {
  /**
   * Unique in the list: the id of a known wallet (`metamask`), or else the domain or name that the wallet announces,
   * or `injected`.
   */
  readonly id: string;
  /**
   * Name to show as text. A name that the wallet claims is shortened, and spaces replace invisible characters and
   * direction marks.
   */
  readonly name: string;
  /** `data:image/` URL. Use it only in an image element. Null if there is no safe one. */
  readonly icon: string | null;
  readonly walletClientType: string;
  readonly chainTypes: readonly ChainType[];
  readonly connectorType: ConnectorType;
  /** True if the wallet is in this page. */
  readonly isDetected: boolean;
  /** True if it is one of the thirteen known wallets (EXTW-14). */
  readonly isKnown: boolean;
  /** True if this browser connected or logged in with it last. */
  readonly isRecent: boolean;
  /**
   * Action of a click: connect, open the wallet's own browser at `link`, pair with a QR code or a link, or show how to
   * install it.
   */
  readonly way: 'connect' | 'app-link' | 'pairing' | 'install';
  /** URL that opens this page in the wallet, if `way` is `app-link`. */
  readonly link: string | null;
  readonly stores: WalletStores;
}

/** URLs of a wallet's install pages; null if there is none. */
export interface WalletStores {
  readonly site: string | null;
  readonly chrome: string | null;
  readonly firefox: string | null;
  readonly ios: string | null;
  readonly android: string | null;
}

/** State of a connection (EXTW-02). */
export type ConnectionState = 'disconnected' | 'connecting' | 'switching_to_supported_chain' | 'connected';

/** Connected external wallet. The object stays the same until the wallet's data changes, and is then replaced. */
export interface ConnectedWallet {
  /** On Ethereum with its checksum. */
  readonly address: string;
  readonly chainType: ChainType;
  /** `eip155:` and the chain id (CAIP-2), or `solana:mainnet`. */
  readonly chainId: string;
  readonly walletClientType: string;
  readonly connectorType: ConnectorType;
  readonly meta: { readonly id: string; readonly name: string; readonly icon: string | null };
  /** Unix ms. */
  readonly connectedAt: number;
  /** True if it is a linked account of the signed-in user. */
  readonly isLinked: boolean;
  /**
   * Returns the wallet's provider for dapp libraries. It follows changes in the wallet. @throws ServiceError
   * `not_supported` on Solana
   */
  getEthereumProvider(): Promise<Eip1193Provider>;
  /**
   * Switches the wallet to a chain. @throws ServiceError `not_supported` on Solana, `unsupported_chain_id`,
   * `user_rejected_request`, `client_request_timeout`, and other errors of the wallet
   */
  switchChain(chainId: number): Promise<void>;
  /**
   * Signs a message: with `personal_sign` on Ethereum, raw on Solana.
   *
   * @returns the signature's bytes
   * @param options.signal ends the wait, for example when the user leaves
   * @throws ServiceError `user_rejected_request`, `client_request_timeout`, `exited_auth_flow` if the signal ended it,
   *   `generic_connect_wallet_error`, also if the wallet changed its account, and other errors of the wallet
   */
  signMessage(message: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array>;
  /** Sign-in of a Solana wallet; null if it has none. Rejects like `signMessage`. */
  readonly signIn:
    | ((input: SolanaSignInInput, options?: { readonly signal?: AbortSignal }) => Promise<SolanaSignedIn>)
    | null;
  /**
   * Signs a transaction on Solana. @returns the signed transaction @throws ServiceError `not_supported` on Ethereum,
   * and as `signMessage`
   */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /**
   * Signs and sends a transaction on Solana. @returns the signature @throws ServiceError `not_supported` on Ethereum,
   * and as `signMessage`
   */
  signAndSendTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** Ends the connection. The wallet does not reconnect after a reload. */
  disconnect(): void;
  /**
   * Logs in with the wallet, or links it if a user who is not a guest is signed in. @throws ServiceError as
   * `loginWithWallet`, `linkWallet`
   */
  loginOrLink(): Promise<User>;
}

/** Wallet that can be the active one: an external wallet, or an embedded one of the signed-in user. */
export type UsableWallet = ConnectedWallet | WalletAccount;

/** Identifies a wallet. The chain type distinguishes equal addresses. */
export type WalletName = Pick<UsableWallet, 'address' | 'chainType'>;

/** State of the external wallets, available before their code is loaded. */
export interface ExternalWallets {
  /** Latest first. */
  readonly connected: readonly ConnectedWallet[];
  /** Wallet that the user chose last. It stays while the wallet is unavailable, for example locked. */
  readonly chosen: WalletName | null;
  /** True until an earlier page's wallets answered or had 1500 ms for it, even before the client starts. */
  readonly isReturning: boolean;
}
