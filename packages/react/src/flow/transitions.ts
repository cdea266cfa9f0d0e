import type { ModalRequest } from '../request.ts';
import type { ExitsOf, PropsOf, ScreenName } from '../screens/index.ts';
import { timings } from '../timings.ts';
import {
  accountTypeFlowOf,
  accountTypeStarts,
  accountTypeTransitions,
  codeScreensOf,
  flowAccountTypes,
} from './account-types/index.ts';
import { afterLogin, afterTerms } from './afterLogin.ts';
import { changeTransitions } from './changeTransitions.ts';
import { connectTransitions } from './connectTransitions.ts';
import { fundEntry } from './fundEntry.ts';
import type { FundingScreen } from './fundingTransitions.ts';
import { loginErrorFrom } from './loginErrors.ts';
import type { MfaScreen } from './mfaTransitions.ts';
import {
  connectingEntry,
  createEntry,
  onwards,
  recover,
  created as walletCreated,
} from './recoveryEntries.ts';
import type { RecoveryScreen } from './recoveryTransitions.ts';
import { sendScreen, sendTransitions } from './sendTransitions.ts';
import type { Entry, EntryOf, ScreenExit } from './state.ts';
import { confirmEntry, errorFrom, isSignupOff, landing, toLanding } from './steps.ts';
import type { FlowFacts, Step, Transitions } from './transition.ts';
import { requestedFactor } from './verifyEntries.ts';

const landingTransitions: Transitions['LANDING'] = {
  'code-sent': (sent, _facts, { request }) => ({ to: codeScreen(sent, request) }),
  failed: ({ error, again }, facts, { entry, request }) =>
    loginErrorFrom(again?.typed ? landing(request, { typed: again.typed }) : entry, error, facts),
  ...accountTypeStarts,
  more: ({ part }, _facts, { request }) => ({ to: landing(request, { part }) }),
  back: toLanding,
};

const ownTransitions: Omit<Transitions, FundingScreen | MfaScreen | RecoveryScreen> = {
  ...changeTransitions,
  ...connectTransitions,
  ...accountTypeTransitions,
  ...sendTransitions,
  ACCOUNT_NOT_FOUND_SCREEN: { back: toLanding },
  AFFIRMATIVE_CONSENT_SCREEN: {
    accepted: ({ user }, facts, { entry }) => afterTerms(facts, { ...entry.props.login, user }),
    // Anyone who leaves with the terms due is logged out, whatever the way (flow.ts).
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
    failed: ({ error }, _facts, { entry }) => errorFrom(signScreen(entry.props.request), error),
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
};

/**
 * The map of the modal: one line for every exit of every screen. An exit without a line does not compile. Those of funding,
 * of recovery and of second factors are there once {@link loadTransitionsOf} has brought them.
 */
export const transitions = ownTransitions as Transitions;

/** Brings the transitions of a screen that are loaded with it; null where they are there. */
export function loadTransitionsOf(screen: ScreenName): Promise<unknown> | null {
  if (Object.hasOwn(transitions, screen)) return null;
  return loadTransitions(screen).then((external) => Object.assign(transitions, external));
}

/** The names are told apart as the types of the three have them. */
async function loadTransitions(screen: ScreenName): Promise<Partial<Transitions>> {
  if (screen.startsWith('MFA_')) return (await import('./mfaTransitions.ts')).mfaTransitions;
  if (/_PASSWORD_|RECOVERY_/.test(screen))
    return (await import('./recoveryTransitions.ts')).recoveryTransitions;
  return (await import('./fundingTransitions.ts')).fundingTransitions;
}

/** The screen that a request begins at. */
export function firstEntry(request: ModalRequest, facts: FlowFacts): Entry {
  switch (request.intent) {
    case 'login':
      return resumedScreen(request) ?? landing(request, {});
    case 'connect-or-create':
      return landing(request, {});
    case 'connect-wallet':
      return {
        name: facts.authenticated ? 'CONNECT_ONLY_AUTHENTICATED_SCREEN' : 'CONNECT_ONLY_LANDING_SCREEN',
        props: request.input ?? {},
      };
    case 'create-wallet':
      return createEntry(facts, { act: 'create', initiator: 'user' });
    case 'export-wallet':
      return { name: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN', props: request.input };
    case 'recovery-passkeys':
      return { name: 'RECOVERY_PASSKEYS_SCREEN', props: request.input };
    case 'recover':
    case 'set-recovery':
      return connectingEntry(request.input.address);
    case 'fund':
      return fundEntry(request.input);
    case 'link':
      return accountTypeFlowOf(request.input.method).link(request.input);
    case 'update':
      return codeScreensOf(request.input.method)('update', {});
    case 'connected-apps':
      return { name: 'CONNECTED_APPS_SCREEN', props: {} };
    case 'farcaster-signer':
      return { name: 'AWAITING_FARCASTER_SIGNER', props: {} };
    case 'sessions':
      return { name: 'SESSIONS_SCREEN', props: {} };
    case 'enroll-factor':
      return { name: 'MFA_ENROLLMENT_FLOW_SCREEN', props: {} };
    case 'verify-factor':
    case 'verify-login':
      return requestedFactor(request.input);
    case 'undo':
      return { name: 'UNDO_CHANGE_SCREEN', props: request.input };
    case 'confirm':
      return confirmEntry(request.input);
    case 'sign':
      return signScreen(request.input);
    case 'send':
      return sendScreen('send', request.input);
    case 'sign-transaction':
      return sendScreen('sign', request.input);
  }
}

/** Follows an exit to where its transition leads. @param map the modal's own, where none is given */
export function follow(
  screenExit: ScreenExit,
  facts: FlowFacts,
  place: { entry: Entry; request: ModalRequest },
  map: Transitions = transitions,
): Step {
  // The pair (screen, exit) picks a transition whose payload is the exit's; TypeScript cannot correlate the two.
  const transition = map[screenExit.screen][screenExit.exit as never] as (
    payload: unknown,
    facts: FlowFacts,
    place: { entry: Entry; request: ModalRequest },
  ) => Step;
  return transition(screenExit.payload, facts, place);
}

/** What a new wallet is offered: the modal creates wallets of Ethereum alone. */
function fundingPrompt({ address }: PropsOf<'EMBEDDED_WALLET_CREATED_SCREEN'>): Entry {
  return fundEntry({ funding: { address, chainType: 'ethereum' }, isPrompt: true });
}

function signScreen(request: PropsOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>['request']): Entry {
  return { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', props: { request } };
}

/** The screen of a login that the page came back with, of whatever kind. */
function resumedScreen(request: Extract<ModalRequest, { intent: 'login' }>): Entry | null {
  return flowAccountTypes.map(({ resumed }) => resumed?.(request)).find((entry) => entry) ?? null;
}

/** The landing with what was typed there before. */
function landingWith({ props }: EntryOf<'AWAITING_PASSWORDLESS_CODE'>, request: ModalRequest): Entry {
  const { channel, recipient } = props;
  return landing(request, { typed: { channel, recipient } });
}

function codeScreen(
  sent: ExitsOf<'LANDING'>['code-sent'],
  request: ModalRequest,
): EntryOf<'AWAITING_PASSWORDLESS_CODE'> {
  return { name: 'AWAITING_PASSWORDLESS_CODE', props: { ...sent, disableSignup: isSignupOff(request) } };
}

/** The screen that a code was asked for on. */
function beforeCode({ act, method, recipient, confirms }: PropsOf<'AWAITING_ACCOUNT_CODE'>): Entry {
  if (act === 'confirm') return confirmEntry(confirms);
  return codeScreensOf(method)(act, { typed: recipient });
}
