import type { ServiceError } from '@latchkey/wire';
import type { ExitsOf, ScreenName } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { afterLogin } from './afterLogin.ts';
import type { CloseReason, ModalRequest, ModalResult } from './request.ts';
import type { Departure, Entry, EntryOf } from './state.ts';

/** What a road may ask about the world outside the modal. */
export interface Facts {
  /** The app creates wallets on login and the user has none (EMBW-16). */
  readonly walletDue: boolean;
  /** The wallet frame is up or coming up. */
  readonly walletFrameUp: boolean;
}

/** Where a road leads: to a screen or out, at once or after a while; and what the walk achieved or failed at. */
export type Step = ({ to: Entry } | { close: CloseReason }) & {
  afterMs?: number;
  result?: ModalResult;
  failure?: ServiceError;
};

interface Place<N extends ScreenName> {
  readonly entry: EntryOf<N>;
  readonly request: ModalRequest;
}

type Roads = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: (payload: ExitsOf<N>[X], facts: Facts, place: Place<N>) => Step;
  };
};

/** The map of the modal: one line for every exit of every screen. An exit without a line does not compile. @internal */
export const roads: Roads = {
  LANDING: {
    'code-sent': (sent) => ({ to: { name: 'AWAITING_PASSWORDLESS_CODE', props: sent } }),
    failed: ({ error, typed }) => errorFrom({ name: 'LANDING', props: { typed } }, error),
    more: ({ part }) => ({ to: { name: 'LANDING', props: { part } } }),
    back: () => ({ to: { name: 'LANDING', props: {} } }),
  },
  AWAITING_PASSWORDLESS_CODE: {
    verified: (result, facts) => ({ ...afterLogin(facts), result }),
    back: (_, _facts, { entry }) => ({ to: { name: 'LANDING', props: { typed: entry.props } } }),
  },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    created: ({ address }, _facts, { request }) => ({
      to: { name: 'EMBEDDED_WALLET_CREATED_SCREEN', props: { address } },
      ...(request.intent === 'create-wallet' ? { result: { address } } : {}),
    }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    done: () => ({ close: 'finished', afterMs: timings.walletCreatedMs }),
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: (_, _facts, { entry }) => ({ to: signScreen(entry.props.request) }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
  },
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    signed: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    rejected: () => ({ close: 'given-up' }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
  },
  ERROR_SCREEN: {
    back: (_, _facts, { entry, request }) => ({ to: entry.props.previous ?? firstEntry(request) }),
    closed: () => ({ close: 'given-up' }),
  },
};

/** The screen that a request begins at. */
export function firstEntry(
  request: ModalRequest,
  facts: Facts = { walletDue: false, walletFrameUp: true },
): Entry {
  switch (request.intent) {
    case 'login':
      return { name: 'LANDING', props: {} };
    case 'create-wallet':
      return { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: {} };
    case 'sign':
      // With the frame up the request can be read at once; only its confirm button waits (SIGN-03).
      return facts.walletFrameUp
        ? signScreen(request.input)
        : { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { request: request.input } };
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

function signScreen(request: EntryOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>['props']['request']): Entry {
  return { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', props: { request } };
}

function errorFrom(previous: Entry, error: ServiceError): Step {
  return { to: { name: 'ERROR_SCREEN', props: { error, previous } }, failure: error };
}
