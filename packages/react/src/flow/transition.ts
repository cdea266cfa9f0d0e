import type { MfaMethod, ServiceError, WalletAccount } from '@latchkey/wire';
import type { CloseReason } from '../closeReason.ts';
import type { ModalRequest, ModalResult } from '../request.ts';
import type { ExitsOf, ScreenName, UserOwnedMethod } from '../screens/index.ts';
import type { Entry, EntryOf, Interrupted } from './state.ts';

export interface RecoveryFacts {
  /** Methods that the app's users may choose from. */
  readonly options: readonly UserOwnedMethod[];
  /** True if an Ethereum wallet can only be created with a recovery method of the user's own (EMBW-21). */
  readonly isRequired: boolean;
  /** True for the older setting, which allows the password only (RECO-02). */
  readonly isPasswordRequired: boolean;
}

export interface FlowFacts {
  readonly authenticated: boolean;
  /** True if the user must still accept the app's terms (TERMS-04). */
  readonly termsDue: boolean;
  /**
   * Methods with which the user can verify the second factor that the app requires at login. Null if none is
   * required, if it was verified, or if the host asks for it.
   */
  readonly factorDue: readonly MfaMethod[] | null;
  /** True if the user is a guest with a wallet, which would be lost if another user logged in (GUEST-03). */
  readonly isGuestWithWallet: boolean;
  /** True if the app creates a wallet at login that the user does not have (EMBW-16). */
  readonly walletDue: boolean;
  /** True if the app has a captcha that was not passed yet. */
  readonly captchaPending: boolean;
  /** True if the wallet frame is loaded or loading. */
  readonly walletFrameUp: boolean;
  /** True if the modal asks for second factors; otherwise the host does (MFA-20). */
  readonly promptsForFactors: boolean;
  readonly recovery: RecoveryFacts;
  /** True if the app offers to fund a new wallet (FUND-18). */
  readonly fundingOffered: boolean;
  /** Finds an embedded wallet of the user. Without an address, finds their Ethereum wallet. */
  findWallet(address: string | undefined): WalletAccount | null;
}

/** Leg to one of the named screens. The statechart is printed from these types. */
export interface To<N extends ScreenName> {
  to: EntryOf<N>;
}

export type Leg =
  /**
   * To a screen. With `backTo`, a step-up that is due comes before the screen; its way back leads to `backTo`. With
   * `anew` the move counts as another try, even on the same screen.
   */
  | { to: Entry; backTo?: Entry; anew?: true }
  | { close: CloseReason }
  /** Nowhere: the screen stays. With `deferred`, the result is in progress. */
  | { stay: true; deferred?: Promise<ModalResult> }
  /** To the beginning of the visit. */
  | { restart: true };

export interface Extras {
  afterMs?: number;
  result?: ModalResult;
  /** Reports the result to the caller now. The rest of the visit does not change it. */
  tells?: true;
  failure?: ServiceError;
  logOut?: true;
}

/** Step that does not end a step-up. */
export type PlainStep = Leg & Extras;

/**
 * Result of a transition. `done` ends a step-up: the flow returns to the interrupted step. If no step was interrupted,
 * for example because the step-up is the whole request, the flow continues with the step in `done`. `undone` gives up
 * the interrupted step.
 */
export type Step =
  | PlainStep
  | { done: PlainStep; afterMs?: number }
  | { undone(interrupted: Pick<Interrupted, 'again' | 'back'>): PlainStep };

export interface Place<N extends ScreenName> {
  readonly entry: EntryOf<N>;
  readonly request: ModalRequest;
}

/** Both names of the landing screen. On `CONNECT_OR_CREATE`, an external wallet is only connected (EXTW-18). */
type Landing = 'CONNECT_OR_CREATE' | 'LANDING';

export type Transitions = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: (
      payload: ExitsOf<N>[X],
      facts: FlowFacts,
      place: Place<N extends Landing ? Landing : N>,
    ) => Step;
  };
};
