import type {
  AccountChange,
  AccountMethod,
  Confirmation,
  ConnectedWallet,
  LoginResult as CoreLoginResult,
  FarcasterSigner,
  FarcasterSignRequest,
  FundInput,
  FundingResult,
  FundWalletConfig,
  LoginMethodName,
  SentTransaction,
  SignRequest,
  SolanaSignRequest,
  TransactionQuestion,
  UndoneRemoval,
  WalletListEntry,
  WalletOption,
} from '@latchkey/core';
import type {
  ConfirmationAct,
  CrossAppProviderName,
  MethodId,
  OAuthProvider,
  RecoveryMethod,
  ServiceError,
  TelegramData,
  WalletAccount,
} from '@latchkey/wire';
import type { FundingSeen } from './fundingMethod.ts';

/** Host options of every request to sign or send, in addition to the texts of its screen. */
export interface ConfirmationUiOptions {
  /** True to show this request to the user even if the app signs without prompts. @default the app's setting */
  showWalletUIs?: boolean;
}

/** Host options for the sign request screen. */
export interface SignUiOptions extends ConfirmationUiOptions {
  /** @default depends on the request: 'Sign message', 'Sign data', 'Send transaction' and others */
  title?: string;
  /** @default a sentence that names the app */
  description?: string;
  /** @default 'Sign', or 'Sign and send' */
  buttonText?: string;
  /** An https or data URL of an image. */
  iconUrl?: string;
}

/** Request that is shown to the user to sign, with the host's options. */
export type SignInput = (SignRequest | SolanaSignRequest | FarcasterSignRequest) & {
  readonly uiOptions?: SignUiOptions;
};

/** Host options for the transaction screens. The modal itself describes what the transaction does. */
export interface SendUiOptions extends ConfirmationUiOptions {
  /** Shown in the details. */
  transactionInfo?: {
    /** @default 'Details' */
    title?: string;
    /** Purpose of the transaction in a few words, such as 'Buy a ticket'. */
    action?: string;
    /** One more sentence about the transaction. */
    actionDescription?: string;
    contractInfo?: {
      /** An https or data URL of an image. */
      imgUrl?: string;
      /** Alternative text of the image. @default '' */
      imgAltText?: string;
    };
  };
  /** @default a sentence that names the app */
  description?: string;
  /** @default 'Approve', or 'Sign' if the transaction is only signed */
  buttonText?: string;
  /** Title after success. @default 'All Done' */
  successHeader?: string;
  successDescription?: string;
}

/** Transaction that is shown to the user to approve, with the host's options. */
export type SendInput = TransactionQuestion & {
  readonly uiOptions?: SendUiOptions;
  /**
   * Options of the funding that 'Add funds' opens, except `asset` and `chain`: it funds the own coin of the
   * transaction's chain. @default the missing amount
   */
  readonly fundWalletConfig?: FundWalletConfig;
};

/** Options of one login. */
export interface LoginInput {
  /** True to let only existing users log in. Others see that they have no account. @default false */
  disableSignup?: boolean;
}

/** Login that starts with data from a provider's redirect, Telegram, a wallet's browser, or the host's own button. */
export interface LoginVisit extends LoginInput {
  readonly back?: OAuthProvider;
  /** Data that Telegram opened the page with. */
  readonly telegram?: TelegramData;
  /** Wallet in whose browser the page was opened. */
  readonly wallet?: WalletOption;
  /**
   * Other app that the host's button logs in with, and the popup opened by the click. Null if the browser opened
   * none.
   */
  readonly crossApp?: { readonly appId: string; readonly popup: Window | null };
}

export interface AccountInput {
  readonly method: AccountMethod;
}

/** Methods that can be linked to an account. Another app is `privy:` and its id. */
export type LinkMethod = LoginMethodName | CrossAppProviderName;

export interface LinkInput {
  readonly method: LinkMethod;
  /** True if the page was opened by a return from the provider. @default false */
  readonly isBack?: boolean;
  /** Popup that the click opened for another app. @default none: another click in the modal opens it */
  readonly popup?: Window | null;
}

/** Options of the wallet list: which wallets it offers, and the text above them. */
export interface ConnectInput {
  /** @default `config.appearance.walletList` */
  readonly walletList?: readonly WalletListEntry[];
  /** @default the modal's own sentence */
  readonly description?: string;
}

export interface ExportInput {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
}

export interface PasskeysInput {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
}

export interface SetRecoveryInput {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
  /** @default the user chooses from the app's methods */
  readonly method?: RecoveryMethod;
}

export interface FundVisit {
  readonly funding: FundInput;
  /** Called with the method, the balance, and whether funds arrived. */
  readonly tell?: (seen: FundingSeen) => void;
}

export interface UndoVisit {
  readonly reference: string;
}

/** Purposes that the modal can be opened for, each with its input and result. */
export interface Intents {
  login: { input: LoginVisit | undefined; result: LoginResult };
  /** Connects an external wallet, or logs the user in with another method. */
  'connect-or-create': { input: LoginInput | undefined; result: LoginResult | WalletConnection };
  /** Connects a wallet without asking for or changing an account (EXTW-17). */
  'connect-wallet': { input: ConnectInput | undefined; result: WalletConnection };
  'create-wallet': { input: undefined; result: { address: string } };
  /** Makes a wallet available on this device. */
  recover: { input: { readonly address?: string }; result: { wallet: WalletAccount } };
  'set-recovery': { input: SetRecoveryInput; result: { method: RecoveryMethod; wallet: WalletAccount } };
  /** Shows the passkeys that open a wallet, and adds and removes some. */
  'recovery-passkeys': { input: PasskeysInput; result: Record<string, never> };
  /** Returns the signature: 0x and hex digits for Ethereum, base 58 for Solana, base64url for Farcaster. */
  sign: { input: SignInput; result: { signature: string } };
  /** Sends a transaction. Resolves once it is confirmed, or once it is sent if the app does not wait. */
  send: { input: SendInput; result: SentTransaction };
  /** Returns the signed transaction as 0x and hex digits, without sending it. */
  'sign-transaction': { input: SendInput; result: { signature: string } };
  /** Adds a signer of the user's wallet to their Farcaster account. */
  'farcaster-signer': { input: undefined; result: { signer: FarcasterSigner } };
  /** Shows the key of a wallet to the user, and never returns it. */
  'export-wallet': { input: ExportInput; result: Record<string, never> };
  fund: { input: FundVisit; result: FundingResult };
  link: { input: LinkInput; result: AccountChange };
  update: { input: AccountInput; result: AccountChange };
  /** Shows which apps may use the user's wallets, and ends connections. */
  'connected-apps': { input: undefined; result: Record<string, never> };
  /** Shows the user's sessions, and ends some. */
  sessions: { input: undefined; result: Record<string, never> };
  /** Undoes the removal of an email address or a phone number. */
  undo: { input: UndoVisit; result: UndoneRemoval };
  /**
   * Confirms the user's login, such as one that is too old. If the input names a purpose, the service also records the
   * confirmation for that purpose. A confirmation for `release` does not make the login recent.
   */
  confirm: { input: ConfirmationAct | undefined; result: Confirmation };
  /** Shows the user's second factors, and adds and removes some. */
  'enroll-factor': { input: undefined; result: Record<string, never> };
  /** Verifies a second factor for a refused operation. */
  'verify-factor': { input: ServiceError; result: { verified: true } };
  /** Verifies a second factor for the login, which is not complete without it. */
  'verify-login': { input: ServiceError; result: { verified: true } };
}

export interface WalletConnection {
  readonly connected: ConnectedWallet;
}

/** Result of a login: the user, whether the user is new, and the method. */
export interface LoginResult extends CoreLoginResult {
  readonly loginMethod: LoginMethod;
}

/** Method of a login: a method's id, a provider's account, or another app as `privy:` and its id. */
export type LoginMethod = MethodId | `${OAuthProvider}_oauth` | CrossAppProviderName;

export type Intent = keyof Intents;
export type ModalRequest = RequestOf<Intent>;
/** Request of one intent, or of one of several. */
export type RequestOf<I extends Intent> = { [K in I]: { intent: K; input: Intents[K]['input'] } }[I];
export type ModalResult = Intents[Intent]['result'];

/** Result of a visit to the modal: what was requested, or the error. */
export type Outcome = { ok: true; result: ModalResult } | { ok: false; error: ServiceError };
