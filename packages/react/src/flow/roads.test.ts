import { ServiceError, type User } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import type { ExitsOf, ScreenName } from '../screens/index.ts';
import type { ModalRequest } from './request.ts';
import { type Facts, firstEntry, follow, roads, type Step } from './roads.ts';
import type { Departure, Entry, EntryOf } from './state.ts';

const error = new ServiceError('internal_error');
const user = { id: 'did:privy:test' } as User;
const typed = { channel: 'email', recipient: 'ada@host.example' } as const;
const landingAgain: EntryOf<'LANDING'> = { name: 'LANDING', props: { typed } };
const login: ModalRequest = { intent: 'login', input: undefined };
const create: ModalRequest = { intent: 'create-wallet', input: undefined };
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const input = { method: 'personal_sign', data: 'Hello', address } as const;
const sign: ModalRequest = { intent: 'sign', input };
const calm: Facts = { walletDue: false, walletFrameUp: true };
const due: Facts = { walletDue: true, walletFrameUp: true };

const entries: { [N in ScreenName]: EntryOf<N> } = {
  LANDING: { name: 'LANDING', props: {} },
  AWAITING_PASSWORDLESS_CODE: { name: 'AWAITING_PASSWORDLESS_CODE', props: typed },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: {} },
  EMBEDDED_WALLET_CREATED_SCREEN: { name: 'EMBEDDED_WALLET_CREATED_SCREEN', props: { address } },
  EMBEDDED_WALLET_CONNECTING_SCREEN: { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { request: input } },
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
    props: { request: input },
  },
  ERROR_SCREEN: { name: 'ERROR_SCREEN', props: { error, previous: null } },
};
const result = { user, isNewUser: true, loginMethod: 'email' } as const;
const signed = { signature: '0x5197' } as const;

/** Every exit of every screen with a payload, and what its road must be. Typed: a new exit needs a row. */
const table: {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: [payload: ExitsOf<N>[X], request: ModalRequest, facts: Facts, step: Step];
  };
} = {
  LANDING: {
    'code-sent': [typed, login, calm, { to: entries.AWAITING_PASSWORDLESS_CODE }],
    failed: [{ error, typed }, login, calm, failedFrom(landingAgain)],
    more: [
      { part: 'web2-overflow' },
      login,
      calm,
      { to: { name: 'LANDING', props: { part: 'web2-overflow' } } },
    ],
    back: [undefined, login, calm, { to: entries.LANDING }],
  },
  AWAITING_PASSWORDLESS_CODE: {
    verified: [result, login, calm, { close: 'finished', afterMs: 1400, result }],
    back: [undefined, login, calm, { to: landingAgain }],
  },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    created: [{ address }, login, due, { to: entries.EMBEDDED_WALLET_CREATED_SCREEN }],
    failed: [{ error }, login, due, failedFrom(entries.EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN)],
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    done: [undefined, login, calm, { close: 'finished', afterMs: 2500 }],
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: [undefined, sign, calm, { to: entries.EMBEDDED_WALLET_SIGN_REQUEST_SCREEN }],
    failed: [{ error }, sign, calm, failedFrom(entries.EMBEDDED_WALLET_CONNECTING_SCREEN)],
  },
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    signed: [signed, sign, calm, { close: 'finished', afterMs: 1400, result: signed }],
    rejected: [undefined, sign, calm, { close: 'given-up' }],
    failed: [{ error }, sign, calm, failedFrom(entries.EMBEDDED_WALLET_SIGN_REQUEST_SCREEN)],
  },
  ERROR_SCREEN: {
    back: [undefined, login, calm, { to: entries.LANDING }],
    closed: [undefined, login, calm, { close: 'given-up' }],
  },
};

function failedFrom(previous: Entry): Step {
  return { to: { name: 'ERROR_SCREEN', props: { error, previous } }, failure: error };
}

const rows = Object.entries(table).flatMap(([screen, exits]) =>
  Object.entries(exits).map(([exit, row]) => ({ screen: screen as ScreenName, exit, row })),
);

describe('roads', () => {
  it.each(rows)('$screen, $exit', ({ screen, exit, row }) => {
    const [payload, request, facts, step] = row;
    const departure = { screen, exit, payload } as unknown as Departure;
    expect(follow(departure, facts, { entry: entries[screen], request })).toEqual(step);
  });

  it('have a row in the table for every exit there is', () => {
    const mapped = Object.entries(roads).flatMap(([screen, exits]) =>
      Object.keys(exits).map((exit) => `${screen} ${exit}`),
    );
    expect(rows.map(({ screen, exit }) => `${screen} ${exit}`).sort()).toEqual(mapped.sort());
  });

  it('lead to the wallet that is due 900 ms after success, before anything closes', () => {
    const departure: Departure = { screen: 'AWAITING_PASSWORDLESS_CODE', exit: 'verified', payload: result };
    expect(follow(departure, due, { entry: entries.AWAITING_PASSWORDLESS_CODE, request: login })).toEqual({
      to: entries.EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN,
      afterMs: 900,
      result,
    });
  });

  it('give the address to the one who asked for a wallet', () => {
    const departure: Departure = {
      screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      exit: 'created',
      payload: { address },
    };
    const place = { entry: entries.EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN, request: create };
    expect(follow(departure, calm, place).result).toEqual({ address });
  });

  it('lead back from an error to the screen that failed', () => {
    const entry: Entry = {
      name: 'ERROR_SCREEN',
      props: { error, previous: entries.AWAITING_PASSWORDLESS_CODE },
    };
    const departure: Departure = { screen: 'ERROR_SCREEN', exit: 'back', payload: undefined };
    expect(follow(departure, calm, { entry, request: login })).toEqual({
      to: entries.AWAITING_PASSWORDLESS_CODE,
    });
  });
});

describe('firstEntry', () => {
  it.each([
    ['login', login, calm, entries.LANDING],
    ['create-wallet', create, calm, entries.EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN],
    ['sign, frame up', sign, calm, entries.EMBEDDED_WALLET_SIGN_REQUEST_SCREEN],
    [
      'sign, frame absent',
      sign,
      { ...calm, walletFrameUp: false },
      entries.EMBEDDED_WALLET_CONNECTING_SCREEN,
    ],
  ] as const)('%s', (_, request, facts, entry) => {
    expect(firstEntry(request, facts)).toEqual(entry);
  });
});
