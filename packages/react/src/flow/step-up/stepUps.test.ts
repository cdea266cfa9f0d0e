import { type ErrorCode, ServiceError, type WalletAccount } from '@latchkey/wire';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import type { ScreenName } from '../../screens/index.ts';
import { beginJourney } from '../journeys/journey.testkit.ts';
import { loadLateTransitions } from '../journeys/loadLateTransitions.testkit.ts';
import type { ActiveFlowState, Entry, ScreenExit } from '../state.ts';
import { type FlowMachine, flowMachine } from './flowMachine.ts';

beforeAll(loadLateTransitions);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const confirmation = { confirmed: true } as const;
const tooOld = new ServiceError('recent_login_required', { details: { purpose: 'account_change' } });
const key = 'k'.repeat(43);
const toBeReleased = new ServiceError('recent_login_required', { details: { key } });
const toLink: ModalRequest = { intent: 'link', input: { method: 'email' } };
const toExport: ModalRequest = { intent: 'export-wallet', input: { address } };
const toSign: ModalRequest = {
  intent: 'sign',
  input: { method: 'personal_sign', data: 'Hello', address },
};

describe('a login that is too old', () => {
  it('an old login is confirmed for the action that the error names, and the refused step is tried again with its props', () => {
    const journey = beginJourney(toLink);
    journey.leave('LINK_EMAIL_SCREEN', 'failed', { error: tooOld, again: { typed: 'ada@host.example' } });
    journey.at('CONFIRM_LOGIN_SCREEN', { confirms: { purpose: 'account_change' } });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.at('LINK_EMAIL_SCREEN', { typed: 'ada@host.example' });
    expect(journey.waiting()).toEqual([]);
    expect((journey.flow.getState() as ActiveFlowState).result).toBeNull();
  });

  it('a user can go back from Farcaster and from the code while confirming an old login; the step continues 0.9 s after the code', () => {
    const journey = beginJourney(toExport);
    journey.leave('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', 'failed', {
      error: toBeReleased,
      again: { isWarned: true },
    });
    const confirms = { purpose: 'release', key } as const;
    journey.leave('CONFIRM_LOGIN_SCREEN', 'elsewhere', { method: 'farcaster' });
    journey.at('AWAITING_FARCASTER_CONNECTION', { act: 'confirm', confirms });
    journey.leave('AWAITING_FARCASTER_CONNECTION', 'back');
    journey.at('CONFIRM_LOGIN_SCREEN', { confirms });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'code-sent', { method: 'email', recipient: 'ada@host.example' });
    journey.at('AWAITING_ACCOUNT_CODE', { act: 'confirm', confirms });
    journey.leave('AWAITING_ACCOUNT_CODE', 'back');
    journey.leave('CONFIRM_LOGIN_SCREEN', 'code-sent', { method: 'email', recipient: 'ada@host.example' });
    journey.leave('AWAITING_ACCOUNT_CODE', 'confirmed', confirmation);
    journey.after(900);
    // The warning was read before.
    journey.at('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', { address, isWarned: true });
  });

  it('the confirmation of an old login can interrupt another step-up: the step that was interrupted last continues first', () => {
    const journey = beginJourney(toSign, { walletFrameUp: false });
    journey.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', { error: toBeReleased });
    expect(journey.waiting()).toEqual([
      'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
    ]);
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'connected', { wallet: {} as WalletAccount });
    journey.at('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN');
    expect(journey.waiting()).toEqual([]);
  });

  it('an old login is confirmed only once in a row: the same error again is a failure until something else happens', () => {
    const journey = beginJourney(toLink);
    const fail = () =>
      journey.leave('LINK_EMAIL_SCREEN', 'failed', { error: tooOld, again: { typed: 'ada@host.example' } });
    fail();
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    fail();
    journey.at('ERROR_SCREEN', { error: tooOld });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('LINK_EMAIL_SCREEN', { typed: 'ada@host.example' });
    fail();
    journey.at('CONFIRM_LOGIN_SCREEN');
  });

  it('a repeated refusal of an old login leads to the error screen, even if the screen itself would have shown the failure', () => {
    const journey = beginJourney({ intent: 'sessions', input: undefined });
    const refuse = () => journey.leave('SESSIONS_SCREEN', 'not-ended', { error: tooOld });
    const confirm = () => journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    refuse();
    confirm();
    refuse();
    journey.at('ERROR_SCREEN', { error: tooOld });
    journey.leave('ERROR_SCREEN', 'back');
    refuse();
    confirm();
    // The user ended a session in between, which started another step.
    journey.leave('SESSIONS_SCREEN', 'ended');
    refuse();
    journey.at('CONFIRM_LOGIN_SCREEN');
  });

  it('the parts of a screen count as one step for step-ups, so the password wizard does not repeat the confirmation', () => {
    const journey = beginJourney(
      { intent: 'create-wallet', input: undefined },
      { recovery: { options: ['user-passcode'], isRequired: true, isPasswordRequired: false } },
    );
    const wizard = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN';
    const again = { isBusy: false, isConfirmed: true };
    journey.leave(wizard, 'chosen', { password: 'abcdef' });
    journey.leave(wizard, 'saved');
    journey.leave(wizard, 'confirmed');
    journey.leave(wizard, 'submitted');
    journey.leave(wizard, 'failed', { error: toBeReleased, again });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.at(wizard, { password: 'abcdef', isBusy: false, isConfirmed: true });
    journey.leave(wizard, 'submitted');
    journey.leave(wizard, 'failed', { error: toBeReleased, again });
    journey.at(wizard, { error: toBeReleased });
  });

  it("a visit ends with its request's exit code if the user does not confirm an old login", async () => {
    const journey = beginJourney(toLink);
    journey.leave('LINK_EMAIL_SCREEN', 'failed', { error: tooOld });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'closed');
    expect(await journey.outcome).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } });
  });
});

describe('a step-up', () => {
  it('the flow follows a step-up that is added to its tables, and then continues the interrupted step', async () => {
    const screen = 'MADE_UP_SCREEN' as ScreenName;
    const entry = { name: screen, props: {} } as Entry;
    const refused = Object.assign(new ServiceError('internal_error'), { code: 'made_up' as ErrorCode });
    const extended: FlowMachine = {
      ...flowMachine,
      transitions: {
        ...flowMachine.transitions,
        [screen]: { done: () => ({ done: { close: 'finished' } }) },
      },
      stepUps: {
        ...flowMachine.stepUps,
        ['made-up' as 'confirm-login']: { enter: () => entry, has: () => false },
      },
      findStepUp: (refusal) =>
        refusal === refused ? ('made-up' as 'confirm-login') : flowMachine.findStepUp(refusal),
    };
    const journey = beginJourney(toSign, {}, extended);
    const leave = () =>
      journey.flow.leave((journey.flow.getState() as ActiveFlowState).entry, {
        screen,
        exit: 'done',
        payload: undefined,
      } as unknown as ScreenExit);
    journey.leave('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', 'failed', {
      error: refused,
      again: { isApproved: true },
    });
    journey.at(screen);
    leave();
    journey.at('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { isApproved: true });
    journey.leave('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', 'signed', { signature: '0x5197' });
    journey.after(1400);
    expect(await journey.outcome).toEqual({ ok: true, result: { signature: '0x5197' } });
  });
});
