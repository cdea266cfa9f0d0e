/** The types of transitions: where one leads, and by what it is chosen. The transitions themselves are in `transitions.ts`. */
import type { MfaMethod, ServiceError, WalletAccount } from '@latchkey/wire';
import type { CloseReason } from '../closeReason.ts';
import type { ModalRequest, ModalResult } from '../request.ts';
import type { ExitsOf, ScreenName, UserOwnedMethod } from '../screens/index.ts';
import type { Entry, EntryOf, Interrupted } from './state.ts';

/** How an app wants wallets backed up. */
export interface RecoveryFacts {
  /** Methods that its users may choose among. */
  readonly options: readonly UserOwnedMethod[];
  /** A wallet is created with one of them only (EMBW-21). */
  readonly isRequired: boolean;
  /** The older form of it, which knows the password alone (RECO-02). */
  readonly isPasswordRequired: boolean;
}

/** The state outside the modal that a transition may depend on. */
export interface FlowFacts {
  readonly authenticated: boolean;
  /** The app's terms are to be accepted, and the user has not (TERMS-04). */
  readonly termsDue: boolean;
  /**
   * The methods of the user that would do for the second factor that the app wants at the login; null where none is wanted, was
   * verified, or the host asks.
   */
  readonly factorDue: readonly MfaMethod[] | null;
  /** The user is a guest who owns a wallet, which no one could reach once another user is logged in (GUEST-03). */
  readonly isGuestWithWallet: boolean;
  /** The app creates wallets on login and the user has none (EMBW-16). */
  readonly walletDue: boolean;
  /** The app has a captcha, and none was passed. */
  readonly captchaPending: boolean;
  /** The wallet frame is up or coming up. */
  readonly walletFrameUp: boolean;
  /** The modal asks for second factors; else the host does (MFA-20). */
  readonly promptsForFactors: boolean;
  readonly recovery: RecoveryFacts;
  /** The app offers to fund a wallet that was created (FUND-18). */
  readonly fundingOffered: boolean;
  /** Finds a wallet of the user's; the embedded one where none is named. */
  findWallet(address: string | undefined): WalletAccount | null;
}

/** A leg to a screen, or to one of several. The statechart is printed from these types. */
export interface To<N extends ScreenName> {
  to: EntryOf<N>;
}

/** The target of a transition. */
export type Leg =
  /**
   * With `backTo` a step-up that is due comes before it, from where one goes back to that. With `anew` it is another try,
   * also on the same screen.
   */
  | { to: Entry; backTo?: Entry; anew?: true }
  | { close: CloseReason }
  /** Nowhere: the screen tells by itself what happened. With `deferred` what was asked for is on its way. */
  | { stay: true; deferred?: Promise<ModalResult> }
  /** To the beginning of the visit. */
  | { restart: true };

/** When it does, and what the walk achieved or failed at. */
export interface Extras {
  afterMs?: number;
  result?: ModalResult;
  /** Tells the caller now: what the person still sees changes nothing for it. */
  tells?: true;
  failure?: ServiceError;
  /** Ends the session. */
  logOut?: true;
}

/** A step that is no end of a step-up. */
export type PlainStep = Leg & Extras;

/**
 * The result of a transition. `done` ends a step-up: the flow returns to the step that was interrupted. If there was none,
 * because the step-up was all that was requested, it goes on with the step in `done`. `undone` gives the interrupted step up.
 */
export type Step =
  | PlainStep
  | { done: PlainStep; afterMs?: number }
  | { undone(interrupted: Pick<Interrupted, 'again' | 'back'>): PlainStep };

export interface Place<N extends ScreenName> {
  readonly entry: EntryOf<N>;
  readonly request: ModalRequest;
}

/** The landing has two names, of which the second connects wallets (EXTW-18), and the same transitions. */
type Landing = 'CONNECT_OR_CREATE' | 'LANDING';

/** A transition for every exit of every screen. */
export type Transitions = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: (
      payload: ExitsOf<N>[X],
      facts: FlowFacts,
      place: Place<N extends Landing ? Landing : N>,
    ) => Step;
  };
};
