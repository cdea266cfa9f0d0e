import { type ErrorCode, type RecoveryMethod, ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { screens } from '../screens/index.ts';
import { exitCodes, outcomeOf } from './close.ts';
import {
  calm,
  createTask,
  creating,
  recoverTask,
  recoveryEntries,
  setTask,
  setting,
  tooOld,
  type Wizard,
  wallet,
  wizardAt,
} from './recoveryRoads.testkit.ts';
import type { ModalRequest } from './request.ts';
import { type Facts, firstEntry, follow } from './roads.ts';
import type { Departure, Entry } from './state.ts';

const all = ['google-drive', 'icloud', 'user-passcode'] as const;
const wants = (recovery: Partial<Facts['recovery']>): Facts => ({
  ...calm,
  recovery: { ...calm.recovery, ...recovery },
});
const connecting: Entry = {
  name: 'EMBEDDED_WALLET_CONNECTING_SCREEN',
  props: { address: undefined, next: null },
};

/** The screen that a wallet's new backup begins at, once the wallet is unlocked. */
function backup(
  facts: Facts,
  current: RecoveryMethod,
  input: Extract<ModalRequest, { intent: 'set-recovery' }>['input'] = {},
): string | undefined {
  const request: ModalRequest = { intent: 'set-recovery', input };
  const payload = { wallet: { ...wallet, recoveryMethod: current } };
  const departure: Departure = { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', exit: 'connected', payload };
  const step = follow(departure, facts, { entry: connecting, request });
  return 'to' in step ? step.to.name.replace('EMBEDDED_WALLET_', '') : undefined;
}

describe('the screen that a backup begins at', () => {
  it('[RECO-01] is that of automatic recovery where it is asked for', () => {
    for (const options of [[], ['user-passcode'], all] as const)
      expect(backup(wants({ options }), 'user-passcode', { method: 'privy' })).toBe(
        'SET_AUTOMATIC_RECOVERY_SCREEN',
      );
  });

  it('[RECO-02] is a password screen in the legacy flow and where there is nothing else, else the selection', () => {
    expect(backup(wants({ options: ['user-passcode'] }), 'privy')).toBe('PASSWORD_UPDATE_SPLASH_SCREEN');
    expect(backup(wants({ options: all, isPasswordRequired: true }), 'privy')).toBe(
      'PASSWORD_UPDATE_SPLASH_SCREEN',
    );
    expect(backup(wants({ options: ['google-drive'] }), 'privy')).toBe('RECOVERY_OAUTH_SCREEN');
    expect(backup(wants({ options: ['icloud'] }), 'privy')).toBe('RECOVERY_OAUTH_SCREEN');
    expect(backup(wants({ options: all }), 'privy')).toBe('RECOVERY_SELECTION_SCREEN');
    expect(backup(wants({ options: ['google-drive', 'user-passcode'] }), 'privy')).toBe(
      'RECOVERY_SELECTION_SCREEN',
    );
  });

  it('[RECO-03] is of the password screens the one to create, to update, or the splash', () => {
    const facts = wants({ options: ['user-passcode'], isRequired: true });
    expect(firstEntry(creating, facts)).toEqual(
      wizardAt('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', createTask),
    );
    expect(backup(facts, 'user-passcode')).toBe('PASSWORD_UPDATE_SCREEN');
    expect(backup(facts, 'privy')).toBe('PASSWORD_UPDATE_SPLASH_SCREEN');
    expect(backup(wants({ options: all }), 'user-passcode', { method: 'user-passcode' })).toBe(
      'PASSWORD_UPDATE_SCREEN',
    );
  });

  it.each([
    ['requireUserOwnedRecoveryOnCreate', { isRequired: true, options: all }, 'RECOVERY_SELECTION'],
    ['a single option', { isRequired: true, options: ['user-passcode'] }, 'PASSWORD_CREATE'],
    ['one cloud', { isRequired: true, options: ['icloud'] }, 'RECOVERY_OAUTH'],
    ['the legacy flag', { isPasswordRequired: true, options: [] }, 'PASSWORD_CREATE'],
    ['neither', { options: all }, 'ON_ACCOUNT_CREATE'],
  ] as const)('[EMBW-21] is on creation with %s, by call and after a login', (_, recovery, screen) => {
    const facts = { ...wants(recovery), walletDue: true };
    expect(firstEntry(creating, facts).name).toBe(`EMBEDDED_WALLET_${screen}_SCREEN`);
    const login = { user: { id: 'did:privy:test' }, isNewUser: true, loginMethod: 'email' } as never;
    const verified: Departure = { screen: 'AWAITING_PASSWORDLESS_CODE', exit: 'verified', payload: login };
    const entry = { name: 'AWAITING_PASSWORDLESS_CODE', props: {} } as Entry;
    const step = follow(verified, facts, { entry, request: { intent: 'login', input: undefined } });
    const task = { act: 'create', initiator: 'automatic' };
    expect(step).toMatchObject({
      to: { name: `EMBEDDED_WALLET_${screen}_SCREEN`, props: screen === 'ON_ACCOUNT_CREATE' ? {} : { task } },
    });
  });
});

describe('a wallet that is not on this device', () => {
  it.each([
    ['user-passcode', 'PASSWORD_RECOVERY'],
    ['google-drive', 'RECOVERY_OAUTH'],
    ['icloud', 'RECOVERY_OAUTH'],
  ] as const)(
    '[RECO-04] [EMBW-14] is recovered by %s on %s, and goes on to what it was wanted for',
    (method, screen) => {
      const next: Entry = {
        name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
        props: { request: { method: 'personal_sign', data: 'Hello', address: wallet.address } },
      };
      const sign: ModalRequest = { intent: 'sign', input: next.props.request };
      // A request that is read already comes here when its signature finds no wallet.
      const lost = new ServiceError('wallet_not_on_device');
      const failed: Departure = { screen: next.name, exit: 'failed', payload: { error: lost } };
      const reconnecting = follow(failed, calm, { entry: next, request: sign });
      expect(reconnecting).toEqual({
        to: { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { address: wallet.address, next } },
      });
      const entry = (reconnecting as { to: Entry }).to;
      const locked: Departure = {
        screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN',
        exit: 'locked',
        payload: { address: wallet.address, method },
      };
      const step = follow(locked, calm, { entry, request: sign });
      const task = { ...recoverTask, next };
      expect(step).toMatchObject({ to: { name: `EMBEDDED_WALLET_${screen}_SCREEN`, props: { task } } });
      const exit = screen === 'RECOVERY_OAUTH' ? 'done' : 'recovered';
      const there = (step as { to: Entry }).to;
      const recovered = { screen: there.name, exit, payload: { wallet } } as Departure;
      expect(follow(recovered, calm, { entry: there, request: sign })).toEqual({ to: next });
    },
  );

  it('goes on to sign what was pressed, once, and asks anew after an error', () => {
    const request = { method: 'personal_sign', data: 'Hello', address: wallet.address } as const;
    const sign: ModalRequest = { intent: 'sign', input: request };
    const name = 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN';
    const asked: Entry = { name, props: { request } };
    const approved: Entry = { name, props: { request, isApproved: true } };
    const after = (entry: Entry, code: ErrorCode, isPressed: boolean) => {
      const payload = { error: new ServiceError(code), isPressed };
      return follow({ screen: name, exit: 'failed', payload } as Departure, calm, { entry, request: sign });
    };
    const connectingTo = (next: Entry) => ({
      to: { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { address: wallet.address, next } },
    });
    const confirming = (next: Entry) => ({ to: { name: 'CONFIRM_LOGIN_SCREEN', props: { next } } });
    expect(after(asked, 'wallet_not_on_device', true)).toEqual(connectingTo(approved));
    expect(after(asked, 'recent_login_required', true)).toEqual(confirming(approved));
    // What was signed without a press and failed again is pressed again: two screens must not send each other on for ever.
    expect(after(approved, 'wallet_not_on_device', false)).toEqual(connectingTo(asked));
    expect(after(approved, 'recent_login_required', false)).toEqual(confirming(asked));
    for (const entry of [asked, approved]) {
      expect(after(entry, 'unable_to_sign', entry === asked)).toMatchObject({
        to: { name: 'ERROR_SCREEN', props: { previous: asked } },
      });
    }
  });

  it('[RECO-04] has no screen for a method that no one knows', () => {
    const payload = { address: wallet.address, method: 'fax' as RecoveryMethod };
    const locked: Departure = { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', exit: 'locked', payload };
    const step = follow(locked, calm, { entry: connecting, request: setting });
    expect(step.failure?.message).toBe('Recovery method fax is not supported');
    expect(step).toMatchObject({ to: { name: 'ERROR_SCREEN' } });
  });
});

it('confirms a login that is too old for a wallet, and tries again from there', () => {
  const error = new ServiceError('recent_login_required');
  const request = { method: 'personal_sign', data: 'Hello', address: wallet.address } as const;
  const entries: readonly Entry[] = [
    connecting,
    { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: {} },
    { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', props: { request } },
  ];
  for (const entry of entries) {
    const failed = { screen: entry.name, exit: 'failed', payload: { error } } as Departure;
    expect(follow(failed, calm, { entry, request: creating })).toEqual({
      to: { name: 'CONFIRM_LOGIN_SCREEN', props: { next: entry } },
    });
  }
});

it('carries along which act of the wallet is confirmed, by a code, at Farcaster and back', () => {
  const { error } = tooOld;
  const failed: Departure = {
    screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN',
    exit: 'failed',
    payload: { error },
  };
  const confirms = { purpose: 'release', key: error.details?.key };
  const asked = follow(failed, calm, { entry: connecting, request: creating });
  const question = { name: 'CONFIRM_LOGIN_SCREEN', props: { next: connecting, confirms } } as Entry;
  expect(asked).toEqual({ to: question });
  const ways: readonly Departure[] = [
    {
      screen: 'CONFIRM_LOGIN_SCREEN',
      exit: 'code-sent',
      payload: { method: 'email', recipient: 'a@b.example' },
    },
    { screen: 'CONFIRM_LOGIN_SCREEN', exit: 'farcaster', payload: undefined },
  ];
  for (const way of ways) {
    const step = follow(way, calm, { entry: question, request: creating });
    if (!('to' in step)) throw new Error('it leads nowhere');
    expect(step.to.props).toMatchObject({ next: connecting, confirms });
    const back = { screen: step.to.name, exit: 'back', payload: undefined } as Departure;
    expect(follow(back, calm, { entry: step.to, request: creating })).toEqual({ to: question });
  }
  expect(firstEntry({ intent: 'confirm', input: confirms } as ModalRequest, calm)).toEqual({
    name: 'CONFIRM_LOGIN_SCREEN',
    props: { next: null, confirms },
  });
});

describe('the password wizard', () => {
  const name = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN';
  const { closeable } = screens[name].header;
  const mayClose = (change: Partial<Wizard>, initiator: 'user' | 'automatic') => {
    const { props } = wizardAt(name, { act: 'create', initiator }, change);
    return typeof closeable === 'function' ? closeable(props) : closeable;
  };

  it('[RECO-13] can be left where the user began it, never where the app did, and by no one while it works', () => {
    for (const step of ['creating', 'saving', 'confirming', 'finalizing'] as const) {
      expect(mayClose({ step }, 'user')).toBe(true);
      expect(mayClose({ step }, 'automatic')).toBe(false);
    }
    expect(mayClose({ step: 'finalizing', isBusy: true }, 'user')).toBe(false);
    // No one is locked up with a wallet that cannot be made.
    const error = new ServiceError('network_error');
    expect(mayClose({ step: 'finalizing', error }, 'automatic')).toBe(true);
  });

  it('leads back step by step, and from its beginning to what was before', () => {
    const previous = recoveryEntries.EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN;
    const steps = ['finalizing', 'confirming', 'saving', 'creating'] as const;
    let entry: Entry = wizardAt(name, createTask, { step: 'finalizing', password: 'abcdef', previous });
    for (const step of steps) {
      expect(entry).toMatchObject({ name, props: { step, password: 'abcdef' } });
      const back: Departure = { screen: name, exit: 'back', payload: undefined };
      entry = (follow(back, calm, { entry, request: creating }) as { to: Entry }).to;
    }
    expect(entry).toEqual(previous);
  });

  it('[EMBW-15] ends the session when the wallet of a person who accepted the terms for it cannot be made', () => {
    const error = new ServiceError('network_error');
    const afterTerms = { user: { id: 'did:privy:test' }, isNewUser: true, loginMethod: 'email' } as never;
    const task = { act: 'create', initiator: 'automatic', afterTerms } as const;
    const failed: Departure = { screen: name, exit: 'failed', payload: { error } };
    const place = { entry: wizardAt(name, task, { step: 'finalizing' }), request: creating };
    expect(follow(failed, calm, place)).toEqual({
      to: { name: 'ERROR_SCREEN', props: { error, previous: null } },
      failure: error,
      logOut: true,
    });
  });
});

describe('leaving what is done with a wallet', () => {
  const error = new ServiceError('network_error');
  const requests: ModalRequest[] = [
    creating,
    { intent: 'recover', input: {} },
    { intent: 'export-wallet', input: {} },
  ];

  it.each(requests)(
    'is exited_wallet_flow, also after a failure that is no longer on: $intent',
    (request) => {
      const entry = wizardAt('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', createTask);
      for (const failure of [null, error]) {
        const left = outcomeOf({ phase: 'open', request, entry, result: null, failure }, calm);
        expect(left).toMatchObject({ ok: false, error: { code: 'exited_wallet_flow' } });
      }
      const failed: Entry = { name: 'ERROR_SCREEN', props: { error, previous: entry } };
      const seen = outcomeOf({ phase: 'open', request, entry: failed, result: null, failure: error }, calm);
      expect(seen).toEqual({ ok: false, error });
    },
  );

  it('is never the code of a failure, whatever the modal was opened for', () => {
    const codes = Object.entries(exitCodes).filter(([intent]) => intent !== 'confirm');
    for (const [intent, code] of codes)
      expect(code, intent).toMatch(/^(user_)?exited_|^user_rejected_request$/);
  });
});

describe('leaving a change of recovery', () => {
  const error = new ServiceError('network_error');
  const visit = (entry: Entry) =>
    outcomeOf({ phase: 'open', request: setting, entry, result: null, failure: error }, calm);

  it('[RECO-24] reports user_exited_set_password_flow, also after a failure that is no longer on', () => {
    const entry = wizardAt('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', setTask);
    expect(visit(entry)).toMatchObject({ ok: false, error: { code: 'user_exited_set_password_flow' } });
    expect(visit({ name: 'ERROR_SCREEN', props: { error, previous: entry } })).toEqual({ ok: false, error });
  });
});
