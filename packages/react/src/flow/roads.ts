import type { AccountMethod } from '@latchkey/core/login';
import type { ServiceError, TelegramData } from '@latchkey/wire';
import type { AccountAct, ExitsOf, PropsOf, ScreenName } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { accountRoads, conflictEntry, onceConfirmed } from './account/accountRoads.ts';
import { afterLogin, afterTerms } from './afterLogin.ts';
import { loginErrorFrom } from './loginErrors.ts';
import { oauthRoads } from './oauthRoads.ts';
import { passkeyRoads, passkeyStarts } from './passkey/passkeyRoads.ts';
import {
  connectingEntry,
  createEntry,
  onwards,
  type RecoveryFacts,
  recoverWith,
  recoveryRoads,
  created as walletCreated,
} from './recoveryRoads.ts';
import type { CloseReason, LinkMethod, ModalRequest, ModalResult } from './request.ts';
import type { Departure, Entry, EntryOf } from './state.ts';
import {
  confirmChange,
  confirmEntry,
  confirmLogin,
  errorFrom,
  isSignupOff,
  landing,
  oauthScreen,
  toLanding,
  walletErrorFrom,
} from './steps.ts';
import { telegramRoads } from './telegram/telegramRoads.ts';

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
}

/** Where a road leads: to a screen or out, at once or after a while; and what the walk achieved or failed at. */
export type Step = ({ to: Entry } | { close: CloseReason }) & {
  afterMs?: number;
  result?: ModalResult;
  failure?: ServiceError;
  /** Ends the session. */
  logOut?: true;
};

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

/** The map of the modal: one line for every exit of every screen. An exit without a line does not compile. @internal */
export const roads: Roads = {
  ...accountRoads,
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
    passed: (_, _facts, { entry }) => ({ to: entry.props.success }),
    failed: ({ error }, _facts, { entry }) => loginErrorFrom(entry.props.failure, error),
    // Nothing stood before it where both ways lead to the same screen.
    back: (_, _facts, { entry: { props } }) =>
      props.failure === props.success ? { close: 'given-up' } : { to: props.failure },
  },
  LANDING: {
    captcha: ({ start, typed }, _facts, { request }) => ({
      to: {
        name: 'CAPTCHA_SCREEN',
        props: { start, success: codeScreen(typed, request), failure: landing(request, { typed }) },
      },
    }),
    'social-captcha': ({ start, provider }, _facts, { entry, request }) => {
      const success = oauthScreen(request, { provider, act: 'login', step: 'gone' });
      return { to: { name: 'CAPTCHA_SCREEN', props: { start, success, failure: entry } } };
    },
    'code-sent': (sent, _facts, { request }) => ({ to: codeScreen(sent, request) }),
    farcaster: (_, _facts, { request }) => ({ to: farcasterEntry('login', request) }),
    'farcaster-captcha': ({ start }, _facts, { entry, request }) => ({
      to: {
        name: 'CAPTCHA_SCREEN',
        props: { start, success: farcasterEntry('login', request), failure: entry },
      },
    }),
    telegram: ({ data }, facts, { request }) => ({ to: telegramEntry(facts, 'login', { request, data }) }),
    failed: ({ error, typed }, _facts, { entry, request }) =>
      loginErrorFrom(typed ? landing(request, { typed }) : entry, error),
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
    confirmed: (result, _facts, { entry: { props } }) =>
      props.next
        ? { to: props.next, afterMs: timings.nextStepMs }
        : { close: 'finished', afterMs: timings.closeAfterSuccessMs, result },
    conflict: ({ offer }, _facts, { entry: { props } }) => ({
      to: conflictEntry({ method: props.method, offer }),
    }),
    failed: ({ error }, _facts, { entry }) => errorFrom(beforeCode(entry.props), error),
    // The code that was sent is still good: it is typed again, once the login is confirmed.
    'login-too-old': (_, _facts, { entry }) => confirmChange(entry),
    back: (_, _facts, { entry }) => ({ to: beforeCode(entry.props) }),
  },
  AWAITING_FARCASTER_CONNECTION: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    conflict: ({ offer }) => ({ to: conflictEntry({ method: 'farcaster', offer }) }),
    failed: ({ error }, _facts, { entry }) => loginErrorFrom(entry, error),
    captcha: ({ start }, _facts, { entry }) => ({
      to: {
        name: 'CAPTCHA_SCREEN',
        props: { start, success: entry, failure: { ...entry, props: { ...entry.props, isPaused: true } } },
      },
    }),
    'login-too-old': (_, _facts, { entry }) => confirmChange(entry),
    confirmed: (result, _facts, { entry }) => onceConfirmed(entry.props.next ?? null, result),
    back: (_, _facts, { entry: { props }, request }) =>
      props.act === 'confirm'
        ? { to: confirmEntry(props.next ?? null, props.confirms) }
        : { to: landing(request, {}) },
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
      entry.props.afterTerms ? { ...errorFrom(null, error), logOut: true } : walletErrorFrom(entry, error),
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    done: () => ({ close: 'finished', afterMs: timings.walletCreatedMs }),
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: ({ wallet }, facts, { entry, request }) => onwards(wallet, entry.props.next, facts, request),
    locked: ({ address, method }, _facts, { entry }) =>
      recoverWith(method, { act: 'recover', address, next: entry.props.next }, entry),
    failed: ({ error }, _facts, { entry }) => walletErrorFrom(entry, error),
  },
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: {
    done: () => ({ close: 'finished', result: {} }),
    // Who confirms comes back to the page itself: the warning was read before.
    'login-too-old': ({ error }, _facts, { entry }) =>
      confirmLogin({ ...entry, props: { ...entry.props, isWarned: true } }, error),
    failed: ({ error }, _facts, { entry }) =>
      error.code === 'wallet_not_on_device'
        ? { to: connectingEntry(entry.props.address, entry) }
        : errorFrom(entry, error),
  },
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    signed: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    rejected: () => ({ close: 'given-up' }),
    failed: ({ error, isPressed }, _facts, { entry: { props } }) => {
      const asked = signScreen(props.request);
      // What the person pressed 'Sign' on goes on by itself after the wallet's recovery, or a fresh login.
      const next = isPressed ? signScreen(props.request, true) : asked;
      if (error.code === 'wallet_not_on_device') return { to: connectingEntry(props.request.address, next) };
      return error.code === 'recent_login_required' ? confirmLogin(next, error) : errorFrom(asked, error);
    },
  },
  ERROR_SCREEN: {
    back: (_, facts, { entry, request }) => ({ to: entry.props.previous ?? firstEntry(request, facts) }),
    closed: () => ({ close: 'given-up' }),
  },
  USER_LIMIT_REACHED_SCREEN: { back: toLanding },
};

const factsOfNobody: Facts = {
  authenticated: false,
  termsDue: false,
  walletDue: false,
  captchaPending: false,
  walletFrameUp: true,
  recovery: { options: [], isRequired: false, isPasswordRequired: false },
};

/** The screen that a request begins at. */
export function firstEntry(request: ModalRequest, facts: Facts = factsOfNobody): Entry {
  switch (request.intent) {
    case 'login':
      if (request.input?.telegram)
        return telegramEntry(facts, 'login', { request, data: request.input.telegram });
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
      return connectingEntry(request.input.address, null);
    case 'link': {
      const { method, isBack } = request.input;
      if (method === 'passkey') return afterCaptcha(facts, { name: 'LINK_PASSKEY_SCREEN', props: {} });
      if (method === 'farcaster') return farcasterEntry('link', request);
      if (method === 'telegram') return telegramEntry(facts, 'link', { request, data: null });
      if (isByCode(method)) return accountScreen('link', method, {});
      if (isBack) return oauthScreen(request, { provider: method, act: 'link', step: 'finish' });
      return afterCaptcha(facts, oauthScreen(request, { provider: method, act: 'link', step: 'leave' }));
    }
    case 'update':
      return accountScreen('update', request.input.method, {});
    case 'sessions':
      return { name: 'SESSIONS_SCREEN', props: {} };
    case 'undo':
      return { name: 'UNDO_CHANGE_SCREEN', props: request.input };
    case 'confirm':
      return confirmEntry(null, request.input);
    case 'sign':
      // With the frame up the request can be read at once; only its confirm button waits (SIGN-03).
      return facts.walletFrameUp
        ? signScreen(request.input)
        : connectingEntry(request.input.address, signScreen(request.input));
  }
}

/** Follows a departure to where its road leads. */
export function follow(
  departure: Departure,
  facts: Facts,
  place: { entry: Entry; request: ModalRequest },
): Step {
  // The pair (screen, exit) picks a road whose payload is the departure's; TypeScript cannot correlate the two.
  const road = roads[departure.screen][departure.exit as never] as (
    payload: unknown,
    facts: Facts,
    place: { entry: Entry; request: ModalRequest },
  ) => Step;
  return road(departure.payload, facts, place);
}

function signScreen(
  request: PropsOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>['request'],
  isApproved = false,
): Entry {
  const props = isApproved ? { request, isApproved } : { request };
  return { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', props };
}

/** A screen whose call carries a captcha's token, by way of the captcha where none was passed (CAPT-06). */
function afterCaptcha({ captchaPending }: Facts, entry: Entry): Entry {
  if (!captchaPending) return entry;
  const start = () => Promise.resolve();
  return { name: 'CAPTCHA_SCREEN', props: { start, success: entry, failure: entry } };
}

/** Telegram's screen, after the captcha where none was passed (CAPT-06). */
function telegramEntry(
  facts: Facts,
  act: 'link' | 'login',
  { request, data }: { request: ModalRequest; data: TelegramData | null },
): Entry {
  const disableSignup = isSignupOff(request) ? { disableSignup: true } : {};
  return afterCaptcha(facts, { name: 'TELEGRAM_AUTH_SCREEN', props: { act, data, ...disableSignup } });
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

/** The screens of one act on one kind of account. */
function codeRoads(act: AccountAct, method: AccountMethod) {
  return {
    'code-sent': ({ recipient }: { recipient: string }): Step => ({
      to: { name: 'AWAITING_ACCOUNT_CODE', props: { act, method, recipient, next: null } },
    }),
    failed: ({ error, typed }: { error: ServiceError; typed: string }): Step =>
      errorFrom(accountScreen(act, method, { typed }), error),
    'login-too-old': ({ typed }: { typed: string }): Step =>
      confirmChange(accountScreen(act, method, { typed })),
  };
}

function accountScreen(act: AccountAct, method: AccountMethod, props: PropsOf<'LINK_EMAIL_SCREEN'>): Entry {
  if (act === 'link') return { name: method === 'email' ? 'LINK_EMAIL_SCREEN' : 'LINK_PHONE_SCREEN', props };
  return { name: method === 'email' ? 'UPDATE_EMAIL_SCREEN' : 'UPDATE_PHONE_SCREEN', props };
}

/** The screen that a code was asked for on. */
function beforeCode({ act, method, recipient, next, confirms }: PropsOf<'AWAITING_ACCOUNT_CODE'>): Entry {
  if (act === 'confirm') return confirmEntry(next, confirms);
  return accountScreen(act, method, { typed: recipient });
}
