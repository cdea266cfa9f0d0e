import { type ErrorCode, type RecoveryMethod, ServiceError } from '@latchkey/wire';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalRequest } from '../request.ts';
import { screens } from '../screens/index.ts';
import { exitCodes, outcomeOf } from './close.ts';
import { calm } from './facts.testkit.ts';
import { firstEntry } from './firstEntries.ts';
import { beginJourney } from './journeys/journey.testkit.ts';
import { loadLateTransitions } from './journeys/loadLateTransitions.testkit.ts';
import {
  createTask,
  creating,
  embeddedWallet,
  recovering,
  recoverTask,
  selection,
  setTask,
  setting,
  type Wizard,
  wizardAt,
} from './recoveryTransitions.testkit.ts';
import type { Entry, ScreenExit } from './state.ts';
import type { FlowFacts } from './transition.ts';
import { follow } from './transitions.ts';

const error = new ServiceError('network_error');
const all = ['google-drive', 'icloud', 'user-passcode'] as const;
const wants = (recovery: Partial<FlowFacts['recovery']>): FlowFacts => ({
  ...calm,
  recovery: { ...calm.recovery, ...recovery },
});
const connecting: Entry = {
  name: 'EMBEDDED_WALLET_CONNECTING_SCREEN',
  props: { address: undefined },
};

function backup(
  facts: FlowFacts,
  current: RecoveryMethod,
  input: Extract<ModalRequest, { intent: 'set-recovery' }>['input'] = {},
): string {
  const request: ModalRequest = { intent: 'set-recovery', input };
  const payload = { wallet: { ...embeddedWallet, recoveryMethod: current } };
  const screenExit: ScreenExit = { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', exit: 'connected', payload };
  const step = follow(screenExit, facts, { entry: connecting, request });
  const { to } = (step as { done: { to: Entry } }).done;
  return to.name.replace('EMBEDDED_WALLET_', '');
}

beforeAll(loadLateTransitions);

describe('the first screen of a backup', () => {
  it('[RECO-01] a backup starts with the screen of automatic recovery if that method is requested', () => {
    for (const options of [[], ['user-passcode'], all] as const)
      expect(backup(wants({ options }), 'user-passcode', { method: 'privy' })).toBe(
        'SET_AUTOMATIC_RECOVERY_SCREEN',
      );
  });

  it('[RECO-02] a backup starts with a password screen in the legacy flow, with the screen of the only option, or else with the selection', () => {
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

  it('[RECO-03] a backup by password starts with the screen that creates or updates the password, or with the splash', () => {
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
  ] as const)(
    '[EMBW-21] the creation of a wallet with %s starts with the same screen by call and after a login',
    (_, recovery, screen) => {
      const facts = { ...wants(recovery), walletDue: true };
      expect(firstEntry(creating, facts).name).toBe(`EMBEDDED_WALLET_${screen}_SCREEN`);
      const login = { user: { id: 'did:privy:test' }, isNewUser: true, loginMethod: 'email' } as never;
      const verified: ScreenExit = { screen: 'AWAITING_PASSWORDLESS_CODE', exit: 'verified', payload: login };
      const entry = { name: 'AWAITING_PASSWORDLESS_CODE', props: {} } as Entry;
      const step = follow(verified, facts, { entry, request: { intent: 'login', input: undefined } });
      const task = { act: 'create', initiator: 'automatic' };
      expect(step).toMatchObject({
        to: {
          name: `EMBEDDED_WALLET_${screen}_SCREEN`,
          props: screen === 'ON_ACCOUNT_CREATE' ? {} : { task },
        },
      });
    },
  );
});

describe('a wallet that is not on this device', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const { address } = embeddedWallet;
  const name = 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN';
  const sign: ModalRequest = {
    intent: 'sign',
    input: { method: 'personal_sign', data: 'Hello', address },
  };
  const lost = new ServiceError('wallet_not_on_device');
  const connecting = 'EMBEDDED_WALLET_CONNECTING_SCREEN';
  const recoveredBy = (recoveryMethod: RecoveryMethod) => ({
    findWallet: () => ({ ...embeddedWallet, recoveryMethod }),
  });

  it.each([
    ['user-passcode', 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN'],
    ['google-drive', 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'],
    ['icloud', 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'],
  ] as const)(
    '[RECO-04] [EMBW-14] a wallet with the recovery method %s is recovered on %s, after which the sign request continues',
    (method, screen) => {
      // A request that the user has already read leads to the recovery if the wallet is not on this device.
      const journey = beginJourney(sign, recoveredBy(method));
      journey.leave(name, 'failed', { error: lost, again: { isApproved: false } });
      journey.at(connecting, { address });
      journey.leave(connecting, 'failed', { error: lost });
      journey.at(screen, { task: recoverTask });
      if (screen === 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN')
        journey.leave(screen, 'done', { wallet: embeddedWallet });
      else journey.leave(screen, 'recovered', { wallet: embeddedWallet });
      journey.at(name, { request: sign.input });
    },
  );

  it('if the frame is not loaded yet, a wallet is connected before the sign request is shown, and recovered if that fails', async () => {
    const journey = beginJourney(sign, { ...recoveredBy('user-passcode'), walletFrameUp: false });
    journey.at(connecting, { address });
    journey.leave(connecting, 'failed', { error: lost });
    journey.leave('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', 'recovered', { wallet: embeddedWallet });
    journey.at(name, { request: sign.input });
    journey.leave(name, 'rejected');
    expect(await journey.outcome).toMatchObject({ ok: false, error: { code: 'user_rejected_request' } });
  });

  it('a wallet can be recovered without another request, and the modal closes 1.4 s after success', async () => {
    const journey = beginJourney(recovering, recoveredBy('user-passcode'));
    journey.leave(connecting, 'failed', { error: lost });
    journey.leave('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', 'failed', { error });
    journey.leave('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', 'recovered', { wallet: embeddedWallet });
    journey.after(1400);
    expect(await journey.outcome).toEqual({ ok: true, result: { wallet: embeddedWallet } });
  });

  it('a request that the user confirmed is signed once after a step-up, and shown again after an error', () => {
    const journey = beginJourney(sign, recoveredBy('user-passcode'));
    const fail = (code: ErrorCode, isPressed: boolean) =>
      journey.leave(name, 'failed', { error: new ServiceError(code), again: { isApproved: isPressed } });
    fail('wallet_not_on_device', true);
    journey.leave(connecting, 'connected', { wallet: embeddedWallet });
    expect(journey.at(name)).toEqual({ request: sign.input, isApproved: true });
    // A signature that was retried without a click and failed again is shown as an error. Two screens could otherwise
    // alternate for ever.
    fail('wallet_not_on_device', false);
    journey.at('ERROR_SCREEN');
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(name)).toEqual({ request: sign.input });
    fail('recent_login_required', true);
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', { confirmed: true });
    expect(journey.at(name)).toEqual({ request: sign.input, isApproved: true });
    fail('unable_to_sign', false);
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(name)).toEqual({ request: sign.input });
  });

  it('a wallet is unlocked before a passkey is added to it, and before its key is shown, and the user need not read the warning again', () => {
    const passkeys = beginJourney({ intent: 'recovery-passkeys', input: { address } });
    passkeys.leave('RECOVERY_PASSKEYS_SCREEN', 'failed', { error: lost });
    passkeys.at(connecting, { address });
    passkeys.leave(connecting, 'connected', { wallet: embeddedWallet });
    passkeys.at('RECOVERY_PASSKEYS_SCREEN', { address });

    const exporting = beginJourney({ intent: 'export-wallet', input: { address } });
    exporting.leave('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', 'failed', {
      error: lost,
      again: { isWarned: true },
    });
    exporting.leave(connecting, 'connected', { wallet: embeddedWallet });
    exporting.at('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', { address, isWarned: true });
  });

  it('[RECO-04] a wallet with an unknown recovery method leads to the error screen', () => {
    const journey = beginJourney(setting, recoveredBy('fax' as RecoveryMethod));
    journey.leave(connecting, 'failed', { error: lost });
    expect(journey.at('ERROR_SCREEN').error.message).toBe('Recovery method fax is not supported');
  });
});

describe('the password wizard', () => {
  const name = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN';
  const { closeable } = screens[name].header;
  const mayClose = (change: Partial<Wizard>, initiator: 'user' | 'automatic') => {
    const { props } = wizardAt(name, { act: 'create', initiator }, change);
    return typeof closeable === 'function' ? closeable(props) : closeable;
  };

  it('[RECO-13] the password wizard can be left unless it is busy; if the app started it, only after an error', () => {
    for (const step of ['creating', 'saving', 'confirming', 'finalizing'] as const) {
      expect(mayClose({ step }, 'user')).toBe(true);
      expect(mayClose({ step }, 'automatic')).toBe(false);
    }
    expect(mayClose({ step: 'finalizing', isBusy: true }, 'user')).toBe(false);
    // The user must not be locked in with a wallet that cannot be created.
    const error = new ServiceError('network_error');
    expect(mayClose({ step: 'finalizing', error }, 'automatic')).toBe(true);
  });

  it('the password wizard goes back step by step, and from its first step to the previous screen', () => {
    const previous = selection;
    const steps = ['finalizing', 'confirming', 'saving', 'creating'] as const;
    let entry: Entry = wizardAt(name, createTask, { step: 'finalizing', password: 'abcdef', previous });
    for (const step of steps) {
      expect(entry).toMatchObject({ name, props: { step, password: 'abcdef' } });
      const back: ScreenExit = { screen: name, exit: 'back', payload: undefined };
      entry = (follow(back, calm, { entry, request: creating }) as { to: Entry }).to;
    }
    expect(entry).toEqual(previous);
  });

  it('[EMBW-15] the password wizard ends the session if the wallet cannot be created after the user accepted the terms', () => {
    const error = new ServiceError('network_error');
    const afterTerms = { user: { id: 'did:privy:test' }, isNewUser: true, loginMethod: 'email' } as never;
    const task = { act: 'create', initiator: 'automatic', afterTerms } as const;
    const failed: ScreenExit = { screen: name, exit: 'failed', payload: { error } };
    const place = { entry: wizardAt(name, task, { step: 'finalizing' }), request: creating };
    expect(follow(failed, calm, place)).toEqual({
      to: { name: 'ERROR_SCREEN', props: { error, previous: null } },
      failure: error,
      logOut: true,
    });
  });
});

describe('leaving an operation with a wallet', () => {
  const error = new ServiceError('network_error');
  const requests: ModalRequest[] = [
    creating,
    { intent: 'recover', input: {} },
    { intent: 'export-wallet', input: {} },
  ];

  it.each(requests)(
    'a visit for $intent that the user leaves ends with exited_wallet_flow, unless a failure is still shown',
    (request) => {
      const entry = wizardAt('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', createTask);
      for (const failure of [null, error]) {
        const left = outcomeOf({ request, entry, result: null, failure }, calm);
        expect(left).toMatchObject({ ok: false, error: { code: 'exited_wallet_flow' } });
      }
      const failed: Entry = { name: 'ERROR_SCREEN', props: { error, previous: entry } };
      const seen = outcomeOf({ request, entry: failed, result: null, failure: error }, calm);
      expect(seen).toEqual({ ok: false, error });
    },
  );

  it('the exit code of every request except a confirmation says that the user exited or rejected', () => {
    const codes = Object.entries(exitCodes).filter(([intent]) => intent !== 'confirm');
    for (const [intent, code] of codes)
      expect(code, intent).toMatch(/^(user_)?exited_|^user_rejected_request$/);
  });
});

describe('leaving a change of recovery', () => {
  const error = new ServiceError('network_error');
  const visit = (entry: Entry) => outcomeOf({ request: setting, entry, result: null, failure: error }, calm);

  it('[RECO-24] [ERR-26] a change of recovery that the user leaves ends with user_exited_set_password_flow, unless a failure is still shown', () => {
    const entry = wizardAt('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', setTask);
    expect(visit(entry)).toMatchObject({ ok: false, error: { code: 'user_exited_set_password_flow' } });
    expect(visit({ name: 'ERROR_SCREEN', props: { error, previous: entry } })).toEqual({ ok: false, error });
  });
});

describe('a failure that lasts', () => {
  const lasting = [
    new ServiceError('not_supported', { details: { reason: 'solana_wallet' } }),
    new ServiceError('insecure_context'),
    new ServiceError('embedded_wallet_already_exists'),
  ];
  const request = creating;
  const made: Entry = { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: {} };
  const places: readonly Entry[] = [
    wizardAt('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', setTask, { step: 'finalizing' }),
    {
      name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN',
      props: { task: setTask, method: 'google-drive', previous: null },
    },
    { name: 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', props: { task: recoverTask } },
  ];
  const leave = (entry: Entry, failure: ServiceError) =>
    follow({ screen: entry.name, exit: 'failed', payload: { error: failure } } as ScreenExit, calm, {
      entry,
      request,
    });

  it('in the password wizard, at a cloud and at a recovery, a lasting failure leads to the error screen, which does not lead back to the failed screen', () => {
    for (const failure of lasting)
      for (const entry of places)
        expect(leave(entry, failure), `${entry.name} ${failure.code}`).toMatchObject({
          to: { name: 'ERROR_SCREEN', props: { error: failure, previous: null } },
          failure,
        });
  });

  it('a failed creation of a wallet offers no retry if the page is insecure or the wallet already exists', () => {
    for (const failure of lasting.slice(1))
      expect(leave(made, failure)).toMatchObject({ to: { props: { error: failure, isFinal: true } } });
    expect(leave(made, error)).not.toMatchObject({ to: { props: { isFinal: true } } });
  });
});
