import { type ErrorCode, ServiceError, type WalletAccount } from '@latchkey/wire';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import type { ScreenName } from '../../screens/index.ts';
import type { Departure, Entry, Visit } from '../state.ts';
import { bringLateRoads } from '../walks/bringLateRoads.testkit.ts';
import { beginWalk } from '../walks/walk.testkit.ts';
import { type Course, course } from './course.ts';

beforeAll(bringLateRoads);
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
  it('is confirmed for the act that the refusal names, and the step is tried again as it failed', () => {
    const walk = beginWalk(toLink);
    walk.leave('LINK_EMAIL_SCREEN', 'failed', { error: tooOld, again: { typed: 'ada@host.example' } });
    walk.at('CONFIRM_LOGIN_SCREEN', { confirms: { purpose: 'account_change' } });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.at('LINK_EMAIL_SCREEN', { typed: 'ada@host.example' });
    expect([walk.waiting(), (walk.flow.getState() as Visit).result]).toEqual([[], null]);
  });

  it('is confirmed by a code that is on for 0.9 s more, or at Farcaster, from where there is a way back', () => {
    const walk = beginWalk(toExport);
    walk.leave('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', 'failed', {
      error: toBeReleased,
      again: { isWarned: true },
    });
    const confirms = { purpose: 'release', key } as const;
    walk.leave('CONFIRM_LOGIN_SCREEN', 'elsewhere', { method: 'farcaster' });
    walk.at('AWAITING_FARCASTER_CONNECTION', { act: 'confirm', confirms });
    walk.leave('AWAITING_FARCASTER_CONNECTION', 'back');
    walk.at('CONFIRM_LOGIN_SCREEN', { confirms });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'code-sent', { method: 'email', recipient: 'ada@host.example' });
    walk.at('AWAITING_ACCOUNT_CODE', { act: 'confirm', confirms });
    walk.leave('AWAITING_ACCOUNT_CODE', 'back');
    walk.leave('CONFIRM_LOGIN_SCREEN', 'code-sent', { method: 'email', recipient: 'ada@host.example' });
    walk.leave('AWAITING_ACCOUNT_CODE', 'confirmed', confirmation);
    walk.after(900);
    // The warning was read before.
    walk.at('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', { address, isWarned: true });
  });

  it('is one detour on another: the step that was interrupted last goes on first', () => {
    const walk = beginWalk(toSign, { walletFrameUp: false });
    walk.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', { error: toBeReleased });
    expect(walk.waiting()).toEqual([
      'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
    ]);
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'connected', { wallet: {} as WalletAccount });
    walk.at('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN');
    expect(walk.waiting()).toEqual([]);
  });

  it('is confirmed once in a row: the refusal that comes again is a failure, until something else happens', () => {
    const walk = beginWalk(toLink);
    const fail = () =>
      walk.leave('LINK_EMAIL_SCREEN', 'failed', { error: tooOld, again: { typed: 'ada@host.example' } });
    fail();
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    fail();
    walk.at('ERROR_SCREEN', { error: tooOld });
    walk.leave('ERROR_SCREEN', 'back');
    walk.at('LINK_EMAIL_SCREEN', { typed: 'ada@host.example' });
    fail();
    walk.at('CONFIRM_LOGIN_SCREEN');
  });

  it('comes to the error screen, too, where the screen would have told by itself what failed', () => {
    const walk = beginWalk({ intent: 'sessions', input: undefined });
    const refuse = () => walk.leave('SESSIONS_SCREEN', 'not-ended', { error: tooOld });
    const confirm = () => walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    refuse();
    confirm();
    refuse();
    walk.at('ERROR_SCREEN', { error: tooOld });
    walk.leave('ERROR_SCREEN', 'back');
    refuse();
    confirm();
    // What was done in between began another step.
    walk.leave('SESSIONS_SCREEN', 'ended');
    refuse();
    walk.at('CONFIRM_LOGIN_SCREEN');
  });

  it('is one step with the parts of its screen: the password wizard is not sent round either', () => {
    const walk = beginWalk(
      { intent: 'create-wallet', input: undefined },
      { recovery: { options: ['user-passcode'], isRequired: true, isPasswordRequired: false } },
    );
    const wizard = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN';
    const again = { isBusy: false, isConfirmed: true };
    walk.leave(wizard, 'chosen', { password: 'abcdef' });
    walk.leave(wizard, 'saved');
    walk.leave(wizard, 'confirmed');
    walk.leave(wizard, 'submitted');
    walk.leave(wizard, 'failed', { error: toBeReleased, again });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.at(wizard, { password: 'abcdef', isBusy: false, isConfirmed: true });
    walk.leave(wizard, 'submitted');
    walk.leave(wizard, 'failed', { error: toBeReleased, again });
    walk.at(wizard, { error: toBeReleased });
  });

  it('ends the visit as its request has it, where the person does not confirm', async () => {
    const walk = beginWalk(toLink);
    walk.leave('LINK_EMAIL_SCREEN', 'failed', { error: tooOld });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'closed');
    expect(await walk.outcome).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } });
  });
});

describe('a detour', () => {
  it('is one row and its screens: the flow and its screens take one that they do not know', async () => {
    const screen = 'MADE_UP_SCREEN' as ScreenName;
    const entry = { name: screen, props: {} } as Entry;
    const refused = Object.assign(new ServiceError('internal_error'), { code: 'made_up' as ErrorCode });
    const extended: Course = {
      roads: { ...course.roads, [screen]: { done: () => ({ done: { close: 'finished' } }) } },
      detours: {
        ...course.detours,
        ['made-up' as 'confirm-login']: { enter: () => entry, has: () => false },
      },
      findDetour: (refusal) =>
        refusal === refused ? ('made-up' as 'confirm-login') : course.findDetour(refusal),
    };
    const walk = beginWalk(toSign, {}, extended);
    const leave = () =>
      walk.flow.depart((walk.flow.getState() as Visit).entry, {
        screen,
        exit: 'done',
        payload: undefined,
      } as unknown as Departure);
    walk.leave('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', 'failed', {
      error: refused,
      again: { isApproved: true },
    });
    walk.at(screen);
    leave();
    walk.at('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { isApproved: true });
    walk.leave('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', 'signed', { signature: '0x5197' });
    walk.after(1400);
    expect(await walk.outcome).toEqual({ ok: true, result: { signature: '0x5197' } });
  });
});
