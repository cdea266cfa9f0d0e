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

/** What a host may say of any request, beside the texts of its screen. */
export interface ConfirmationUiOptions {
  /** True asks the person for this request, also where the app signs without prompts. @default as the app does */
  showWalletUIs?: boolean;
}

/** How a host may put the sign request screen. */
export interface SignUiOptions extends ConfirmationUiOptions {
  /** @default 'Sign message', 'Sign data' for typed data; for one of Solana 'Sign transaction', or 'Send transaction' where it is sent */
  title?: string;
  /** @default a sentence that names the app */
  description?: string;
  /** @default 'Sign', or 'Sign and send' */
  buttonText?: string;
  /** An https or data address of an image. */
  iconUrl?: string;
}

/** What a person is asked to sign, and how the host wants it put. */
export type SignInput = (SignRequest | SolanaSignRequest | FarcasterSignRequest) & {
  readonly uiOptions?: SignUiOptions;
};

/** How a host may put the screens of a transaction. What it does, the modal says itself. */
export interface SendUiOptions extends ConfirmationUiOptions {
  /** Stands in the details. */
  transactionInfo?: {
    /** @default 'Details' */
    title?: string;
    /** What the person does with it, in a few words, such as 'Buy a ticket'. */
    action?: string;
    /** A sentence more on that. */
    actionDescription?: string;
    contractInfo?: {
      /** An https or data address of an image. */
      imgUrl?: string;
      /** What it shows, for people who do not see it. @default '' */
      imgAltText?: string;
    };
  };
  /** @default a sentence that names the app */
  description?: string;
  /** @default 'Approve' */
  buttonText?: string;
  /** Title once it is done. @default 'All Done' */
  successHeader?: string;
  successDescription?: string;
}

/** A transaction that a person is asked to agree to, and how the host wants it put. */
export type SendInput = TransactionQuestion & {
  readonly uiOptions?: SendUiOptions;
  /** What 'Add funds' opens with. @default what is missing, on the transaction's chain */
  readonly fundWalletConfig?: FundWalletConfig;
};

/** How a person may log in this time. */
export interface LoginInput {
  /** Lets in only those who have an account; to others it says that there is none. @default false */
  disableSignup?: boolean;
}

/** A login that the page came back with from a provider. */
export interface LoginVisit extends LoginInput {
  readonly back?: OAuthProvider;
  /** What Telegram opened the page with. */
  readonly telegram?: TelegramData;
  /** The wallet in whose browser the page was opened. */
  readonly wallet?: WalletOption;
  /** Another app that the host's own button logs in by, and the window that its press opened; null where there is none. */
  readonly crossApp?: { readonly appId: string; readonly popup: Window | null };
}

/** Which of a person's accounts is changed. */
export interface AccountInput {
  readonly method: AccountMethod;
}

/** What can be added to a person's ways in; another app as `privy:` and its id. */
export type LinkMethod = LoginMethodName | CrossAppProviderName;

/** Which account is added. */
export interface LinkInput {
  readonly method: LinkMethod;
  /** Whether the page is back from the provider. @default false */
  readonly isBack?: boolean;
  /** The window that the press opened for another app. @default none: the modal opens it by another press */
  readonly popup?: Window | null;
}

/** Which wallets are offered to be connected, and what a person reads above them. */
export interface ConnectInput {
  /** @default `config.appearance.walletList` */
  readonly walletList?: readonly WalletListEntry[];
  /** @default the modal's own sentence */
  readonly description?: string;
}

/** Which wallet's key is shown. */
export interface ExportInput {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
}

/** Which wallet's passkeys are shown. */
export interface PasskeysInput {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
}

/** A wallet that is to be backed up otherwise. */
export interface SetRecoveryInput {
  /** @default the user's embedded wallet */
  readonly address?: string;
  /** @default the person chooses, where the app leaves a choice */
  readonly method?: RecoveryMethod;
}

/** A wallet that is to be funded. */
export interface FundVisit {
  readonly funding: FundInput;
  /** Hears what the screens see. */
  readonly tell?: (seen: FundingSeen) => void;
}

/** Which removal is undone. */
export interface UndoVisit {
  readonly reference: string;
}

/** What the modal may be opened for, and what the one who opened it gets back. */
export interface Intents {
  login: { input: LoginVisit | undefined; result: LoginResult };
  /** That a person connects a wallet of theirs, or is logged in by any other way. */
  'connect-or-create': { input: LoginInput | undefined; result: LoginResult | WalletConnection };
  /** That a wallet is connected; no account is asked for or changed (EXTW-17). */
  'connect-wallet': { input: ConnectInput | undefined; result: WalletConnection };
  'create-wallet': { input: undefined; result: { address: string } };
  /** That a wallet is on this device. */
  recover: { input: { readonly address?: string }; result: { wallet: WalletAccount } };
  'set-recovery': { input: SetRecoveryInput; result: { method: RecoveryMethod; wallet: WalletAccount } };
  /** That a person sees the passkeys that open a wallet, and adds or removes some. */
  'recovery-passkeys': { input: PasskeysInput; result: Record<string, never> };
  /** The signature in the chain's own form: 0x and hex digits, or base 58. */
  sign: { input: SignInput; result: { signature: string } };
  /** That a transaction is on its chain, or on its way there where the app does not wait. */
  send: { input: SendInput; result: SentTransaction };
  /** The signed transaction, as 0x and hex digits; nothing is sent. */
  'sign-transaction': { input: SendInput; result: { signature: string } };
  /** That the user's Farcaster account has a signer of their wallet's. */
  'farcaster-signer': { input: undefined; result: { signer: FarcasterSigner } };
  /** That a person sees the key of a wallet; nothing of it comes back. */
  'export-wallet': { input: ExportInput; result: Record<string, never> };
  /** That a wallet holds more than before. */
  fund: { input: FundVisit; result: FundingResult };
  link: { input: LinkInput; result: AccountChange };
  update: { input: AccountInput; result: AccountChange };
  /** That a person sees which apps may use their wallets, and ends connections. */
  'connected-apps': { input: undefined; result: Record<string, never> };
  /** That a person sees where they are logged in, and ends sessions. */
  sessions: { input: undefined; result: Record<string, never> };
  /** That the removal of an address was undone. */
  undo: { input: UndoVisit; result: UndoneRemoval };
  /** That someone whose login is old is still who they are; for one act alone, where it is named. */
  confirm: { input: ConfirmationAct | undefined; result: Confirmation };
  /** That a person sees their second factors, and adds or removes some. */
  'enroll-factor': { input: undefined; result: Record<string, never> };
  /** That a second factor was verified for what was refused. */
  'verify-factor': { input: ServiceError; result: { verified: true } };
  /** That one was verified for the login itself, which is none without. */
  'verify-login': { input: ServiceError; result: { verified: true } };
}

/** A wallet that the person brought, and connected. */
export interface WalletConnection {
  readonly connected: ConnectedWallet;
}

/** How a log-in ended: who, whether for the first time, and by which method. */
export interface LoginResult extends CoreLoginResult {
  readonly loginMethod: LoginMethod;
}

/** How a user logged in: a method, the account of a provider, or another app as `privy:` and its id. */
export type LoginMethod = MethodId | `${OAuthProvider}_oauth` | CrossAppProviderName;

export type Intent = keyof Intents;
export type ModalRequest = RequestOf<Intent>;
/** A request of one intent, or of one of several. */
export type RequestOf<I extends Intent> = { [K in I]: { intent: K; input: Intents[K]['input'] } }[I];
export type ModalResult = Intents[Intent]['result'];

/** How a visit to the modal ended: with what was asked for, or with the reason why not. */
export type Outcome = { ok: true; result: ModalResult } | { ok: false; error: ServiceError };
