import { ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import type { ExitsOf, ScreenName } from '../screens/index.ts';
import { conflictRows } from './account/accountRoads.testkit.ts';
import { farcasterAt, farcasterFromLanding, farcasterRows, start } from './farcasterRoads.testkit.ts';
import { oauthAt, oauthRows } from './oauthRoads.testkit.ts';
import { passkeyRows, passkeyStartRows } from './passkey/passkeyRoads.testkit.ts';
import { recovering, recoveryRows, wallet } from './recoveryRoads.testkit.ts';
import type { ModalRequest } from './request.ts';
import {
  accepted,
  address,
  calm,
  change,
  codeFor,
  confirmation,
  confirming,
  create,
  due,
  entries,
  error,
  exporting,
  landingAgain,
  linking,
  login,
  recipient,
  result,
  sign,
  termsDue,
  typed,
  updating,
} from './roads.testkit.ts';
import { type Facts, firstEntry, follow, roads, type Step } from './roads.ts';
import type { Departure, Entry } from './state.ts';
import { telegramFromLanding, telegramRows } from './telegram/telegramRoads.testkit.ts';

const signed = { signature: '0x5197' } as const;

const lookingAt: ModalRequest = { intent: 'sessions', input: undefined };
const undoing: ModalRequest = { intent: 'undo', input: { reference: 'r' } };
const undone = { holdUntil: new Date(0) };

/** Every exit of every screen with a payload, and what its road must be. Typed: a new exit needs a row. */
const table: {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: [payload: ExitsOf<N>[X], request: ModalRequest, facts: Facts, step: Step];
  };
} = {
  ACCOUNT_NOT_FOUND_SCREEN: { back: [undefined, login, calm, { to: entries.LANDING }] },
  AFFIRMATIVE_CONSENT_SCREEN: {
    accepted: [{ user: accepted }, login, calm, { close: 'finished', result: { ...result, user: accepted } }],
    declined: [undefined, login, termsDue, { close: 'given-up' }],
  },
  ALLOWLIST_REJECTION_SCREEN: { back: [undefined, login, calm, { to: entries.LANDING }] },
  CAPTCHA_SCREEN: {
    passed: [undefined, login, calm, { to: entries.AWAITING_PASSWORDLESS_CODE }],
    failed: [{ error }, login, calm, failedFrom(landingAgain)],
    back: [undefined, login, calm, { to: landingAgain }],
  },
  LANDING: {
    ...passkeyStartRows,
    ...telegramFromLanding,
    captcha: [{ start, typed }, login, calm, { to: entries.CAPTCHA_SCREEN }],
    'social-captcha': [
      { start, provider: 'google' },
      login,
      calm,
      {
        to: {
          name: 'CAPTCHA_SCREEN',
          props: { start, success: oauthAt('login', 'gone'), failure: entries.LANDING },
        },
      },
    ],
    'code-sent': [typed, login, calm, { to: entries.AWAITING_PASSWORDLESS_CODE }],
    ...farcasterFromLanding(entries.LANDING),
    failed: [{ error, typed }, login, calm, failedFrom(landingAgain)],
    more: [
      { part: 'web2-overflow' },
      login,
      calm,
      { to: { name: 'LANDING', props: { part: 'web2-overflow' } } },
    ],
    back: [undefined, login, calm, { to: entries.LANDING }],
  },
  AWAITING_FARCASTER_CONNECTION: farcasterRows({
    change,
    landing: entries.LANDING,
    result,
  }),
  AWAITING_PASSWORDLESS_CODE: {
    verified: [result, login, calm, { close: 'finished', afterMs: 1400, result }],
    failed: [{ error }, login, calm, failedFrom(landingAgain)],
    back: [undefined, login, calm, { to: landingAgain }],
  },
  AWAITING_ACCOUNT_CODE: {
    changed: [change, linking, calm, { close: 'finished', afterMs: 1400, result: change }],
    confirmed: [
      confirmation,
      confirming,
      calm,
      { done: { close: 'finished', afterMs: 1400, result: confirmation }, afterMs: 900 },
    ],
    failed: [{ error }, linking, calm, failedFrom(typedAt('LINK_EMAIL_SCREEN'))],
    back: [undefined, linking, calm, { to: typedAt('LINK_EMAIL_SCREEN') }],
  },
  CONFIRM_LOGIN_SCREEN: {
    'code-sent': [{ method: 'sms', recipient }, confirming, calm, { to: codeFor('confirm', 'sms') }],
    confirmed: [confirmation, confirming, calm, { done: { close: 'finished', result: confirmation } }],
    farcaster: [undefined, confirming, calm, { to: farcasterAt('confirm') }],
    'must-reopen': [
      undefined,
      confirming,
      calm,
      { to: { name: 'CONFIRM_LOGIN_SCREEN', props: { mustReopen: true } } },
    ],
    failed: [{ error }, confirming, calm, failedFrom(entries.CONFIRM_LOGIN_SCREEN)],
    closed: [undefined, confirming, calm, { close: 'given-up' }],
  },
  LINK_CONFLICT_SCREEN: conflictRows,
  SESSIONS_SCREEN: {
    ended: [undefined, lookingAt, calm, { stay: true }],
    'not-ended': [{ error }, lookingAt, calm, { stay: true }],
    failed: [{ error }, lookingAt, calm, failedFrom(entries.SESSIONS_SCREEN)],
  },
  UNDO_CHANGE_SCREEN: {
    undone: [undone, undoing, calm, { to: entries.UNDO_DONE_SCREEN, result: undone }],
    failed: [{ error }, undoing, calm, failedFrom(entries.UNDO_CHANGE_SCREEN)],
    closed: [undefined, undoing, calm, { close: 'given-up' }],
  },
  UNDO_DONE_SCREEN: { done: [undefined, undoing, calm, { close: 'finished' }] },
  LINK_EMAIL_SCREEN: accountRows('LINK_EMAIL_SCREEN', linking, codeFor('link')),
  LINK_PHONE_SCREEN: accountRows('LINK_PHONE_SCREEN', linking, codeFor('link', 'sms')),
  UPDATE_EMAIL_SCREEN: accountRows('UPDATE_EMAIL_SCREEN', updating, codeFor('update')),
  UPDATE_PHONE_SCREEN: accountRows('UPDATE_PHONE_SCREEN', updating, codeFor('update', 'sms')),
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    created: [{ address }, login, due, { to: entries.EMBEDDED_WALLET_CREATED_SCREEN }],
    failed: [{ error }, login, due, failedFrom(entries.EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN)],
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    done: [undefined, login, calm, { close: 'finished', afterMs: 2500 }],
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: [{ wallet }, recovering, calm, { done: { close: 'finished', result: { wallet } } }],
    failed: [{ error }, sign, calm, failedFrom(entries.EMBEDDED_WALLET_CONNECTING_SCREEN)],
  },
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: {
    done: [undefined, exporting, calm, { close: 'finished', result: {} }],
    failed: [{ error }, exporting, calm, failedFrom(entries.EMBEDDED_WALLET_KEY_EXPORT_SCREEN)],
  },
  ...oauthRows,
  ...passkeyRows,
  TELEGRAM_AUTH_SCREEN: telegramRows,
  ...recoveryRows,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    signed: [signed, sign, calm, { close: 'finished', afterMs: 1400, result: signed }],
    rejected: [undefined, sign, calm, { close: 'given-up' }],
    failed: [{ error }, sign, calm, failedFrom(entries.EMBEDDED_WALLET_SIGN_REQUEST_SCREEN)],
  },
  ERROR_SCREEN: {
    back: [undefined, login, calm, { restart: true }],
    closed: [undefined, login, calm, { close: 'given-up' }],
  },
  LOGIN_FAILED_SCREEN: {
    'try-again': [undefined, login, calm, { to: entries.LANDING }],
    cancelled: [undefined, login, calm, { close: 'given-up' }],
  },
  USER_LIMIT_REACHED_SCREEN: { back: [undefined, login, calm, { to: entries.LANDING }] },
};

type AccountScreen =
  | 'LINK_EMAIL_SCREEN'
  | 'LINK_PHONE_SCREEN'
  | 'UPDATE_EMAIL_SCREEN'
  | 'UPDATE_PHONE_SCREEN';

function typedAt(name: AccountScreen): Entry {
  return { name, props: { typed: recipient } };
}

function accountRows(name: AccountScreen, request: ModalRequest, code: Entry): (typeof table)[AccountScreen] {
  return {
    'code-sent': [{ recipient }, request, calm, { to: code }],
    failed: [{ error, again: { typed: recipient } }, request, calm, failedFrom(typedAt(name))],
  };
}

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
      to: { ...entries.EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN, props: { isDue: true } },
      afterMs: 900,
      result,
    });
  });

  it('[OTP-07] [TERMS-04] lead to the terms that are due 900 ms after success, before any wallet and any result', () => {
    const departure: Departure = { screen: 'AWAITING_PASSWORDLESS_CODE', exit: 'verified', payload: result };
    const place = { entry: entries.AWAITING_PASSWORDLESS_CODE, request: login };
    expect(follow(departure, termsDue, place)).toEqual({
      to: entries.AFFIRMATIVE_CONSENT_SCREEN,
      afterMs: 900,
    });
  });

  it('[TERMS-05] [EMBW-15] lead from the terms to the wallet that is due, whose failure ends the session', () => {
    const afterTerms = { ...result, user: accepted };
    const props = { afterTerms, isDue: true };
    const creating: Entry = { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props };
    const accept: Departure = {
      screen: 'AFFIRMATIVE_CONSENT_SCREEN',
      exit: 'accepted',
      payload: { user: accepted },
    };
    const place = { entry: entries.AFFIRMATIVE_CONSENT_SCREEN, request: login };
    expect(follow(accept, due, place)).toEqual({ to: creating });
    const walk = (exit: object) =>
      follow({ screen: creating.name, ...exit } as Departure, due, { entry: creating, request: login });
    expect(walk({ exit: 'created', payload: { address } })).toEqual({
      to: entries.EMBEDDED_WALLET_CREATED_SCREEN,
      result: afterTerms,
    });
    expect(walk({ exit: 'failed', payload: { error } })).toEqual({
      to: { name: 'ERROR_SCREEN', props: { error, previous: null } },
      failure: error,
      logOut: true,
    });
  });

  it.each([
    ['allowlist_rejected', 'ALLOWLIST_REJECTION_SCREEN'],
    ['max_accounts_reached', 'USER_LIMIT_REACHED_SCREEN'],
    ['user_does_not_exist', 'ACCOUNT_NOT_FOUND_SCREEN'],
    ['authentication_failed', 'LOGIN_FAILED_SCREEN'],
    ['unknown_auth_error', 'LOGIN_FAILED_SCREEN'],
    ['disallowed_login_method', 'ERROR_SCREEN'],
  ] as const)('[ERR-05] [ERR-18] [ERR-19] lead from a login that failed with %s to %s', (code, screen) => {
    const failure = new ServiceError(code);
    const payload = { error: failure, typed };
    for (const name of ['LANDING', 'AWAITING_PASSWORDLESS_CODE'] as const) {
      const departure = { screen: name, exit: 'failed', payload } as Departure;
      const step = follow(departure, calm, { entry: entries[name], request: login });
      expect(step).toMatchObject({ to: { name: screen }, failure });
    }
  });

  it('ask at the code screen for an account that exists where the host wants no others', () => {
    const departure: Departure = { screen: 'LANDING', exit: 'code-sent', payload: typed };
    const request: ModalRequest = { intent: 'login', input: { disableSignup: true } };
    expect(follow(departure, calm, { entry: entries.LANDING, request })).toEqual({
      to: { name: 'AWAITING_PASSWORDLESS_CODE', props: { ...typed, disableSignup: true } },
    });
  });

  it('end where time alone helps: an account that is on hold leads nowhere but out', () => {
    const held = new ServiceError('account_on_hold');
    const departure: Departure = {
      screen: 'LINK_EMAIL_SCREEN',
      exit: 'failed',
      payload: { error: held },
    };
    const step = follow(departure, calm, { entry: entries.LINK_EMAIL_SCREEN, request: linking });
    expect(step).toMatchObject({ to: { name: 'ERROR_SCREEN', props: { isFinal: true } } });
  });

  it('[CONST-03] close a success after 1400 ms, and a created wallet after 2500 ms', () => {
    const stays = rows
      .map(({ screen, exit, row: [payload, request, facts] }) => {
        const departure = { screen, exit, payload } as unknown as Departure;
        return [`${screen} ${exit}`, follow(departure, facts, { entry: entries[screen], request })] as const;
      })
      .filter(([, step]) => 'close' in step && step.close === 'finished' && step.afterMs !== undefined)
      .map(([name, step]) => [name, step.afterMs]);
    expect(stays).toEqual([
      ['LANDING passkey-used', 1400],
      ['AWAITING_FARCASTER_CONNECTION verified', 1400],
      ['AWAITING_FARCASTER_CONNECTION linked', 1400],
      ['AWAITING_PASSWORDLESS_CODE verified', 1400],
      ['AWAITING_ACCOUNT_CODE changed', 1400],
      ['LINK_CONFLICT_SCREEN transferred', 1400],
      ['EMBEDDED_WALLET_CREATED_SCREEN done', 2500],
      ['AWAITING_OAUTH_SCREEN verified', 1400],
      ['AWAITING_OAUTH_SCREEN linked', 1400],
      ['AWAITING_PASSKEY_SYSTEM_DIALOGUE verified', 1400],
      ['LINK_PASSKEY_SCREEN linked', 1400],
      ['TELEGRAM_AUTH_SCREEN verified', 1400],
      ['TELEGRAM_AUTH_SCREEN linked', 1400],
      ['EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN finished', 1400],
      ['EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN done', 1400],
      ['EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN done', 1400],
      ['EMBEDDED_WALLET_SIGN_REQUEST_SCREEN signed', 1400],
    ]);
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
    ['link an e-mail', linking, calm, entries.LINK_EMAIL_SCREEN],
    ['update a phone', updating, calm, entries.UPDATE_PHONE_SCREEN],
    ['confirm', confirming, calm, entries.CONFIRM_LOGIN_SCREEN],
    ['sessions', lookingAt, calm, entries.SESSIONS_SCREEN],
    ['undo', undoing, calm, entries.UNDO_CHANGE_SCREEN],
    ['sign', sign, calm, entries.EMBEDDED_WALLET_SIGN_REQUEST_SCREEN],
  ] as const)('%s', (_, request, facts, entry) => {
    expect(firstEntry(request, facts)).toEqual(entry);
  });
});
