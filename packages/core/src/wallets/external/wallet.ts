import type { ChainType, User, WalletAccount } from '@latchkey/wire';
import type { ConnectorType, Eip1193Provider, SolanaSignedIn, SolanaSignInInput } from '../../connector.ts';

/** A row of the wallet list. */
export interface WalletOption {
  /** The id of a known wallet (`metamask`), else what the wallet announces itself by. One of a kind in the list. */
  readonly id: string;
  /** A claim of the wallet's, cut and without signs that change how others read; shown as text. */
  readonly name: string;
  /** A `data:image/` address, to be shown as an image only; null where there is none that is safe. */
  readonly icon: string | null;
  readonly walletClientType: string;
  readonly chainTypes: readonly ChainType[];
  readonly connectorType: ConnectorType;
  /** Whether the wallet is in this page. */
  readonly isDetected: boolean;
  /** Whether it is one of the thirteen (EXTW-14). */
  readonly isKnown: boolean;
  /** Whether this browser logged in or connected by it last. */
  readonly isRecent: boolean;
  /** What a press does: connect here, go to the wallet's own browser by `link`, show a QR code, or show where to install it. */
  readonly way: 'connect' | 'app-link' | 'pairing' | 'install';
  /** Where `way` is `app-link`: the address that opens this page in the wallet. */
  readonly link: string | null;
  /** Where the wallet is to be had. */
  readonly stores: WalletStores;
}

/** Addresses of a wallet's pages for those who do not have it; null where there is none. */
export interface WalletStores {
  readonly site: string | null;
  readonly chrome: string | null;
  readonly firefox: string | null;
  readonly ios: string | null;
  readonly android: string | null;
}

/** How far a connection is (EXTW-02). */
export type ConnectionState = 'disconnected' | 'connecting' | 'switching_to_supported_chain' | 'connected';

/** A wallet that the person brought and connected. A new object after every change of what it tells; equal until then. */
export interface ConnectedWallet {
  /** With its check sum on Ethereum. */
  readonly address: string;
  readonly chainType: ChainType;
  /** CAIP-2: `eip155:1`, `solana:mainnet`. */
  readonly chainId: string;
  readonly walletClientType: string;
  readonly connectorType: ConnectorType;
  readonly meta: { readonly id: string; readonly name: string; readonly icon: string | null };
  /** Unix ms. */
  readonly connectedAt: number;
  /** Whether it is an account of the signed-in user. */
  readonly isLinked: boolean;
  /** The wallet for dapp libraries, which goes on with the wallet's own changes. @throws ServiceError `not_supported` on Solana */
  getEthereumProvider(): Promise<Eip1193Provider>;
  /** @throws ServiceError `not_supported` on Solana, `unsupported_chain_id`, `user_rejected_request`, `client_request_timeout` */
  switchChain(chainId: number): Promise<void>;
  /**
   * Has a message signed, as `personal_sign` on Ethereum (UTF-8 text or bytes), raw on Solana.
   *
   * @returns the signature's bytes
   * @param options.signal ends the waiting, as when the person leaves
   * @throws ServiceError `user_rejected_request`, `client_request_timeout`, `exited_auth_flow` where the signal ended it,
   *   `generic_connect_wallet_error`, also where the wallet has changed its account
   */
  signMessage(message: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array>;
  /** A Solana wallet's own sign-in; null where it has none. Fails as `signMessage` does. */
  readonly signIn:
    | ((input: SolanaSignInInput, options?: { readonly signal?: AbortSignal }) => Promise<SolanaSignedIn>)
    | null;
  /** On Solana. @returns the transaction with its signature @throws ServiceError `not_supported` on Ethereum, and as `signMessage` */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** On Solana. @returns the signature @throws ServiceError `not_supported` on Ethereum, and as `signMessage` */
  signAndSendTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** Ends the connection; the wallet is not connected again after a reload. */
  disconnect(): void;
  /** Logs in by the wallet, or links it where a user is signed in. @throws ServiceError as `loginWithWallet`, `linkWallet` */
  loginOrLink(): Promise<User>;
}

/** A wallet that can be the one in use: one that the person brought, or an embedded one of the signed-in user. */
export type UsableWallet = ConnectedWallet | WalletAccount;

/** What names a wallet; the chain only where one address is on both. */
export type WalletName = Pick<UsableWallet, 'address' | 'chainType'>;

/** What is known of the wallets that the person brought, before any code of them is loaded. */
export interface ExternalWallets {
  /** The latest first. */
  readonly connected: readonly ConnectedWallet[];
  /** The one that the person chose last. It stays while it is away, as when it is locked. */
  readonly chosen: WalletName | null;
  /** Whether connections of an earlier page are still to be brought back, from before the client starts. */
  readonly isReturning: boolean;
}
