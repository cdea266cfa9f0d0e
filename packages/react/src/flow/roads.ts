import type { AccountMethod } from '@latchkey/core/login';
import type { ErrorCode, ServiceError, TelegramData, WalletAccount } from '@latchkey/wire';
import type { CloseReason } from '../closeReason.ts';
import type { LinkMethod, ModalRequest, ModalResult } from '../request.ts';
import type { AccountAct, ExitsOf, Failed, PropsOf, ScreenName } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { afterLogin, afterTerms } from './afterLogin.ts';
import { changeRoads } from './changeRoads.ts';
import { loginErrorFrom } from './loginErrors.ts';
import { oauthRoads } from './oauthRoads.ts';
import { passkeyRoads, passkeyStarts } from './passkeyRoads.ts';
import {
  connectingEntry,
  createEntry,
  onwards,
  type RecoveryFacts,
  recover,
  recoveryRoads,
  created as walletCreated,
} from './recoveryRoads.ts';
import type { Departure, Entry, EntryOf, Interrupted } from './state.ts';
import { confirmEntry, errorFrom, isSignupOff, landing, oauthScreen, toLanding } from './steps.ts';
import { telegramRoads } from './telegramRoads.ts';

/** What a road may ask about the world outside the modal. */
export interface Facts {
  readonly authenticated: boolean;
  /** The app's terms are to be accepted, and the user has not (TERMS-04). */
  readonly termsDue: boolean;
  /** The app creates wallets on login and the user has none (EMBW-16). */
  readonly walletDue: boolean;
  /** The app has a captcha, and none was passed. */
  readonly captchaPending: boolean;
  /** The wallet frame is up or coming up. */
  readonly walletFrameUp: boolean;
  readonly recovery: RecoveryFacts;
  /** Finds a wallet of the user's; the embedded one where none is named. */
  findWallet(address: string | undefined): WalletAccount | null;
}

/** Where a road leads. */
export type Leg =
  /** With `backTo` a detour that is due comes before it, from where one goes back to that. */
  | { to: Entry; backTo?: Entry }
  | { close: CloseReason }
  /** Nowhere: the screen tells by itself what happened. */
  | { stay: true }
  /** To the beginning of the visit. */
  | { restart: true };

/** When it does, and what the walk achieved or failed at. */
export interface Extras {
  afterMs?: number;
  result?: ModalResult;
  failure?: ServiceError;
  /** Ends the session. */
  logOut?: true;
}

/** A step that is no end of a detour. */
export type PlainStep = Leg & Extras;

/**
 * What a road says. `done` is the end of a detour: back to the step that was interrupted, and on by what `done` holds where
 * there was none, because the detour was all that was asked for. `undone` is its end without: the step is given up.
 */
export type Step =
  | PlainStep
  | { done: PlainStep; afterMs?: number }
  | { undone(interrupted: Pick<Interrupted, 'again' | 'back'>): PlainStep };

interface Place<N extends ScreenName> {
  readonly entry: EntryOf<N>;
  readonly request: ModalRequest;
}

/** A road for every exit of every screen. */
export type Roads = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: (payload: ExitsOf<N>[X], facts: Facts, place: Place<N>) => Step;
  };
};

/** The map of the modal: one line for every exit of every screen. An exit without a line does not compile. */
export const roads: Roads = {
  ...changeRoads,
  ...oauthRoads,
  ...passkeyRoads,
  ...recoveryRoads,
  ...telegramRoads,
  ACCOUNT_NOT_FOUND_SCREEN: { back: toLanding },
  AFFIRMATIVE_CONSENT_SCREEN: {
    accepted: ({ user }, facts, { entry }) => afterTerms(facts, { ...entry.props.login, user }),
    // Anyone who leaves with the terms due is logged out, whatever the way (flow.ts).
    declined: () => ({ close: 'given-up' }),
  },
  ALLOWLIST_REJECTION_SCREEN: { back: toLanding },
  CAPTCHA_SCREEN: {
    passed: () => ({ done: { close: 'given-up' } }),
    failed: ({ error }) => ({ undone: ({ again, back }) => loginErrorFrom(back ?? again, error) }),
    back: () => ({ undone: ({ back }) => (back ? { to: back } : { close: 'given-up' }) }),
  },
  LANDING: {
    social: ({ provider }, _facts, { request }) => ({
      to: oauthScreen(request, { provider, act: 'login', step: 'gone' }),
    }),
    'code-sent': (sent, _facts, { request }) => ({ to: codeScreen(sent, request) }),
    farcaster: (_, _facts, { request }) => ({ to: farcasterEntry('login', request) }),
    telegram: ({ data }, _facts, { entry, request }) => ({
      to: telegramEntry('login', { request, data }),
      backTo: entry,
    }),
    failed: ({ error, again }, _facts, { entry, request }) =>
      loginErrorFrom(again?.typed ? landing(request, { typed: again.typed }) : entry, error),
    ...passkeyStarts,
    more: ({ part }, _facts, { request }) => ({ to: landing(request, { part }) }),
    back: toLanding,
  },
  LOGIN_FAILED_SCREEN: {
    'try-again': toLanding,
    cancelled: () => ({ close: 'given-up' }),
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
  AWAITING_FARCASTER_CONNECTION: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error }, _facts, { entry }) => farcasterErrorFrom(entry, error),
    opened: (_, _facts, { entry }) => ({ to: { ...entry, props: { ...entry.props, isPaused: false } } }),
    confirmed: (result) => ({ done: { close: 'finished', result } }),
    back: (_, _facts, { entry: { props }, request }) => ({
      to: props.act === 'confirm' ? confirmEntry(props.confirms) : landing(request, {}),
    }),
  },
  AWAITING_PASSWORDLESS_CODE: {
    verified: (login, facts) => afterLogin(facts, login),
    failed: ({ error }, _facts, { entry, request }) => loginErrorFrom(landingWith(entry, request), error),
    back: (_, _facts, { entry, request }) => ({ to: landingWith(entry, request) }),
  },
  LINK_EMAIL_SCREEN: codeRoads('link', 'email'),
  LINK_PHONE_SCREEN: codeRoads('link', 'sms'),
  UPDATE_EMAIL_SCREEN: codeRoads('update', 'email'),
  UPDATE_PHONE_SCREEN: codeRoads('update', 'sms'),
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    created: ({ address }, _facts, { entry, request }) => walletCreated(address, entry.props, request),
    failed: ({ error }, _facts, { entry }) =>
      entry.props.afterTerms ? { ...errorFrom(null, error), logOut: true } : errorFrom(entry, error),
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    done: () => ({ close: 'finished', afterMs: timings.walletCreatedMs }),
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: ({ wallet }, facts, { request }) => ({ done: onwards(wallet, facts, request) }),
    failed: ({ error }, facts, { entry }) => {
      const wallet = error.code === 'wallet_not_on_device' ? facts.findWallet(entry.props.address) : null;
      return wallet ? recover(wallet, entry) : errorFrom(entry, error);
    },
  },
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: {
    done: () => ({ close: 'finished', result: {} }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
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
  USER_LIMIT_REACHED_SCREEN: { back: toLanding },
};

/** The screen that a request begins at. */
export function firstEntry(request: ModalRequest, facts: Facts): Entry {
  switch (request.intent) {
    case 'login':
      if (request.input?.telegram) return telegramEntry('login', { request, data: request.input.telegram });
      return request.input?.back
        ? oauthScreen(request, { provider: request.input.back, act: 'login', step: 'finish' })
        : landing(request, {});
    case 'create-wallet':
      return createEntry(facts, { act: 'create', initiator: 'user' });
    case 'export-wallet':
      return { name: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN', props: request.input };
    case 'recovery-passkeys':
      return { name: 'RECOVERY_PASSKEYS_SCREEN', props: request.input };
    case 'recover':
    case 'set-recovery':
      return connectingEntry(request.input.address);
    case 'link': {
      const { method, isBack } = request.input;
      if (method === 'passkey') return { name: 'LINK_PASSKEY_SCREEN', props: {} };
      if (method === 'farcaster') return farcasterEntry('link', request);
      if (method === 'telegram') return telegramEntry('link', { request, data: null });
      if (isByCode(method)) return accountScreen('link', method, {});
      return oauthScreen(request, { provider: method, act: 'link', step: isBack ? 'finish' : 'leave' });
    }
    case 'update':
      return accountScreen('update', request.input.method, {});
    case 'sessions':
      return { name: 'SESSIONS_SCREEN', props: {} };
    case 'undo':
      return { name: 'UNDO_CHANGE_SCREEN', props: request.input };
    case 'confirm':
      return confirmEntry(request.input);
    case 'sign':
      return signScreen(request.input);
  }
}

/** Follows a departure to where its road leads. @param map the modal's own, where none is given */
export function follow(
  departure: Departure,
  facts: Facts,
  place: { entry: Entry; request: ModalRequest },
  map: Roads = roads,
): Step {
  // The pair (screen, exit) picks a road whose payload is the departure's; TypeScript cannot correlate the two.
  const road = map[departure.screen][departure.exit as never] as (
    payload: unknown,
    facts: Facts,
    place: { entry: Entry; request: ModalRequest },
  ) => Step;
  return road(departure.payload, facts, place);
}

function signScreen(request: PropsOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>['request']): Entry {
  return { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', props: { request } };
}

function telegramEntry(
  act: 'link' | 'login',
  { request, data }: { request: ModalRequest; data: TelegramData | null },
): Entry {
  const disableSignup = isSignupOff(request) ? { disableSignup: true } : {};
  return { name: 'TELEGRAM_AUTH_SCREEN', props: { act, data, ...disableSignup } };
}

const isByCode = (method: LinkMethod): method is AccountMethod => method === 'email' || method === 'sms';

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

function farcasterEntry(act: 'login' | 'link', request: ModalRequest): Entry {
  const disableSignup = isSignupOff(request) ? { disableSignup: true } : {};
  return { name: 'AWAITING_FARCASTER_CONNECTION', props: { act, ...disableSignup } };
}

/** Refusals of a login at Farcaster that another try there does not change. */
const finalCodes: readonly ErrorCode[] = [
  'allowlist_rejected',
  'disallowed_login_method',
  'max_accounts_reached',
  'user_does_not_exist',
];

function farcasterErrorFrom(entry: EntryOf<'AWAITING_FARCASTER_CONNECTION'>, error: ServiceError): Step {
  const isFinal = entry.props.act === 'login' && finalCodes.includes(error.code);
  return isFinal ? loginErrorFrom(entry, error) : { stay: true };
}

/** The screens of one act on one kind of account. */
function codeRoads(act: AccountAct, method: AccountMethod) {
  return {
    'code-sent': ({ recipient }: { recipient: string }): Step => ({
      to: { name: 'AWAITING_ACCOUNT_CODE', props: { act, method, recipient } },
    }),
    failed: ({ error, again = {} }: Failed<PropsOf<'LINK_EMAIL_SCREEN'>>): Step =>
      errorFrom(accountScreen(act, method, again), error),
  };
}

function accountScreen(act: AccountAct, method: AccountMethod, props: PropsOf<'LINK_EMAIL_SCREEN'>): Entry {
  if (act === 'link') return { name: method === 'email' ? 'LINK_EMAIL_SCREEN' : 'LINK_PHONE_SCREEN', props };
  return { name: method === 'email' ? 'UPDATE_EMAIL_SCREEN' : 'UPDATE_PHONE_SCREEN', props };
}

/** The screen that a code was asked for on. */
function beforeCode({ act, method, recipient, confirms }: PropsOf<'AWAITING_ACCOUNT_CODE'>): Entry {
  if (act === 'confirm') return confirmEntry(confirms);
  return accountScreen(act, method, { typed: recipient });
}
