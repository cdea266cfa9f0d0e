import type { ModalRequest } from '../request.ts';
import type { ExitsOf, PropsOf, ScreenName } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { accountTypeStarts, accountTypeTransitions, codeScreensOf } from './account-types/index.ts';
import { afterLogin, afterTerms } from './afterLogin.ts';
import { changeTransitions } from './changeTransitions.ts';
import { signEntry } from './confirmationEntries.ts';
import { connectTransitions } from './connectTransitions.ts';
import { fundEntry } from './fundEntry.ts';
import { createLate, type Late } from './late.ts';
import type { LateScreen } from './lateTransitions.ts';
import { loginErrorFrom } from './loginErrors.ts';
import { onwards, recover, created as walletCreated } from './recoveryEntries.ts';
import { sendTransitions } from './sendTransitions.ts';
import type { Entry, EntryOf, ScreenExit } from './state.ts';
import { confirmEntry, errorFrom, isSignupOff, landing, toLanding } from './steps.ts';
import type { FlowFacts, Step, Transitions } from './transition.ts';

const landingTransitions = {
  'code-sent': (sent, _facts, { request }) => ({ to: codeScreen(sent, request) }),
  failed: ({ error, again }, facts, { entry, request }) =>
    loginErrorFrom(again?.typed ? landing(request, { typed: again.typed }) : entry, error, facts),
  ...accountTypeStarts,
  more: ({ part }, _facts, { request }) => ({ to: landing(request, { part }) }),
  back: toLanding,
} as const satisfies Transitions['LANDING'];

/**
 * Transition table of the modal: one line for every exit of every screen. An exit without a line does not compile.
 * The lines of some screens load later (`lateTransitions.ts`).
 */
const transitions = {
  ...changeTransitions,
  ...connectTransitions,
  ...accountTypeTransitions,
  ...sendTransitions,
  ACCOUNT_NOT_FOUND_SCREEN: { back: toLanding },
  AFFIRMATIVE_CONSENT_SCREEN: {
    accepted: ({ user }, facts, { entry }) => afterTerms(facts, { ...entry.props.login, user }),
    // A user who closes the modal while the terms are due is logged out (flow.ts).
    declined: () => ({ close: 'given-up' }),
  },
  ALLOWLIST_REJECTION_SCREEN: { back: toLanding },
  CAPTCHA_SCREEN: {
    passed: () => ({ done: { close: 'given-up' } }),
    failed: ({ error }, facts) => ({
      undone: ({ again, back }) => loginErrorFrom(back ?? again, error, facts),
    }),
    back: () => ({ undone: ({ back }) => (back ? { to: back } : { close: 'given-up' }) }),
  },
  CONNECT_OR_CREATE: landingTransitions,
  LANDING: landingTransitions,
  LOGIN_FAILED_SCREEN: {
    'try-again': toLanding,
    cancelled: () => ({ close: 'given-up' }),
  },
  AWAITING_FARCASTER_SIGNER: {
    approved: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error: failure }) => ({ stay: true, failure }),
  },
  AWAITING_ACCOUNT_CODE: {
    changed: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    confirmed: (result) => ({
      done: { close: 'finished', afterMs: timings.closeAfterSuccessMs, result },
      afterMs: timings.nextStepMs,
    }),
    failed: ({ error }, _facts, { entry }) => errorFrom(beforeCode(entry.props), error),
    back: (_, _facts, { entry }) => ({ to: beforeCode(entry.props) }),
  },
  AWAITING_PASSWORDLESS_CODE: {
    verified: (login, facts) => afterLogin(facts, login),
    failed: ({ error }, facts, { entry, request }) =>
      loginErrorFrom(landingWith(entry, request), error, facts),
    back: (_, _facts, { entry, request }) => ({ to: landingWith(entry, request) }),
  },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    created: ({ address }, _facts, { entry, request }) => walletCreated(address, entry.props, request),
    failed: ({ error }, _facts, { entry }) =>
      entry.props.afterTerms ? { ...errorFrom(null, error), logOut: true } : errorFrom(entry, error),
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    done: (_, { fundingOffered }, { entry }) => ({
      ...(fundingOffered ? { to: fundingPrompt(entry.props) } : { close: 'finished' }),
      afterMs: timings.walletCreatedMs,
    }),
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: ({ wallet }, facts, { request }) => ({ done: onwards(wallet, facts, request) }),
    failed: ({ error }, facts, { entry }) => {
      const wallet = error.code === 'wallet_not_on_device' ? facts.findWallet(entry.props.address) : null;
      return wallet ? recover(wallet, entry) : errorFrom(entry, error);
    },
  },
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: {
    done: (_, _facts, { entry: { props } }) =>
      props.previous ? { to: props.previous } : { close: 'finished', result: {} },
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
    back: (_, _facts, { entry }) => ({ to: entry.props.previous ?? entry }),
  },
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    signed: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    rejected: () => ({ close: 'given-up' }),
    failed: ({ error }, _facts, { entry }) => errorFrom(signEntry(entry.props.request), error),
  },
  ERROR_SCREEN: {
    back: (_, _facts, { entry }) => (entry.props.previous ? { to: entry.props.previous } : { restart: true }),
    closed: () => ({ close: 'given-up' }),
  },
  GUEST_WALLET_SCREEN: {
    export: ({ address }, _facts, { entry }) => ({
      to: { name: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN', props: { address, previous: entry } },
    }),
    stay: () => ({ close: 'given-up' }),
  },
  USER_LIMIT_REACHED_SCREEN: { back: toLanding },
} as const satisfies Omit<Transitions, LateScreen>;

export interface TransitionTable {
  readonly transitions: Omit<Transitions, LateScreen>;
  readonly late: Late<Pick<Transitions, LateScreen>>;
}

export const transitionTable: TransitionTable = {
  transitions,
  late: createLate(async () => (await import('./lateTransitions.ts')).lateTransitions),
};

/** Loads the transitions of a screen if they load later and are not loaded yet; otherwise returns null. */
export function loadTransitionsOf(
  screen: ScreenName,
  { transitions, late }: TransitionTable = transitionTable,
): Promise<unknown> | null {
  return screen in transitions || late.find() ? null : late.load();
}

type AnyTransitions = Readonly<
  Record<string, (payload: unknown, facts: FlowFacts, place: { entry: Entry; request: ModalRequest }) => Step>
>;

/**
 * Returns the step of an exit's transition.
 *
 * @throws TypeError if the transitions of the screen are not loaded
 */
export function follow(
  { screen, exit, payload }: ScreenExit,
  facts: FlowFacts,
  place: { entry: Entry; request: ModalRequest },
  { transitions, late }: TransitionTable = transitionTable,
): Step {
  const found: object = screen in transitions ? transitions : { ...late.find() };
  // TypeScript does not correlate screen, exit and payload.
  const transition = (found as Readonly<Record<string, AnyTransitions>>)[screen]?.[exit];
  if (!transition) throw new TypeError(`The transitions of ${screen} are not loaded`);
  return transition(payload, facts, place);
}

function fundingPrompt({ address }: PropsOf<'EMBEDDED_WALLET_CREATED_SCREEN'>) {
  const chainType = address.startsWith('0x') ? 'ethereum' : 'solana';
  return fundEntry({ funding: { address, chainType }, isPrompt: true });
}

/** Returns the landing screen with the text that was typed there. */
function landingWith({ props }: EntryOf<'AWAITING_PASSWORDLESS_CODE'>, request: ModalRequest) {
  const { channel, recipient } = props;
  return landing(request, { typed: { channel, recipient } });
}

function codeScreen(
  sent: ExitsOf<'LANDING'>['code-sent'],
  request: ModalRequest,
): EntryOf<'AWAITING_PASSWORDLESS_CODE'> {
  return { name: 'AWAITING_PASSWORDLESS_CODE', props: { ...sent, disableSignup: isSignupOff(request) } };
}

function beforeCode({ act, method, recipient, confirms }: PropsOf<'AWAITING_ACCOUNT_CODE'>) {
  if (act === 'confirm') return confirmEntry(confirms);
  return codeScreensOf(method)(act, { typed: recipient });
}
