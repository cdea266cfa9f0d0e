import { ServiceError, type User } from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CloseReason } from '../closeReason.ts';
import type { ModalRequest, Outcome } from '../request.ts';
import { calm } from './facts.testkit.ts';
import { createFlow, type Flow } from './flow.ts';
import { lateTransitions } from './lateTransitions.ts';
import type { ActiveFlowState, Entry, ScreenExit } from './state.ts';
import { type FlowMachine, flowMachine } from './step-up/flowMachine.ts';
import type { FlowFacts } from './transition.ts';

const login: ModalRequest = { intent: 'login', input: undefined };
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const sign: ModalRequest = { intent: 'sign', input: { method: 'personal_sign', data: 'Hello', address } };
const result = { user: { id: 'did:privy:test' } as User, isNewUser: true, loginMethod: 'email' } as const;

let facts: FlowFacts;
let flow: Flow;
let logOuts: number;
let closed: { entry: Entry; reason: CloseReason; phase: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  facts = calm;
  logOuts = 0;
  closed = [];
  flow = createFlow({
    getFacts: () => facts,
    leave: (entry, reason) => closed.push({ entry, reason, phase: flow.getState().phase }),
    logOut: () => {
      logOuts += 1;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const phase = () => flow.getState().phase;
const visit = () => flow.getState() as ActiveFlowState;
const screen = () => visit().entry.name;
const leave = (screenExit: Omit<ScreenExit, 'screen'>) =>
  flow.leave(visit().entry, { screen: screen(), ...screenExit } as ScreenExit);

/** The outcome of a visit, readable while it lasts. */
function watch(asked: Promise<Outcome>): { outcome: Outcome | null } {
  const watched: { outcome: Outcome | null } = { outcome: null };
  asked.then((outcome) => {
    watched.outcome = outcome;
  });
  return watched;
}

describe('a visit', () => {
  it('[MODAL-06] opens 15 ms after its screen is set', () => {
    flow.open(login);
    expect([phase(), screen()]).toEqual(['opening', 'LANDING']);
    vi.advanceTimersByTime(14);
    expect(phase()).toBe('opening');
    vi.advanceTimersByTime(1);
    expect(phase()).toBe('open');
  });

  it('[MODAL-07] keeps its state for 200 ms after close, then clears it', () => {
    flow.open(login);
    vi.advanceTimersByTime(15);
    flow.close('close-press');
    vi.advanceTimersByTime(199);
    expect([phase(), screen()]).toEqual(['closing', 'LANDING']);
    vi.advanceTimersByTime(1);
    expect(flow.getState()).toEqual({ phase: 'idle' });
  });

  it('[LAND-20] shows the default view of the landing again 150 ms after close', () => {
    flow.open(login);
    vi.advanceTimersByTime(15);
    leave({ exit: 'more', payload: { part: 'web2-overflow' } });
    flow.close('close-press');
    vi.advanceTimersByTime(149);
    expect(visit().entry.props).toEqual({ part: 'web2-overflow' });
    vi.advanceTimersByTime(1);
    expect([phase(), visit().entry]).toEqual(['closing', { name: 'LANDING', props: {} }]);
  });

  it("[MODAL-10] runs the screen's own close handler before it closes and before the outcome is told", async () => {
    const watched = watch(flow.open(login));
    flow.close('outside-press');
    expect(closed).toEqual([
      { entry: { name: 'LANDING', props: {} }, reason: 'outside-press', phase: 'opening' },
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(watched.outcome).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('waits for its turn while another one lasts', async () => {
    const first = watch(flow.open(sign));
    const second = watch(flow.open(sign));
    flow.close('escape-key');
    await vi.advanceTimersByTimeAsync(199);
    expect([first.outcome?.ok, phase()]).toEqual([false, 'closing']);
    await vi.advanceTimersByTimeAsync(1);
    expect([second.outcome, phase()]).toEqual([null, 'opening']);
  });

  it.each([
    ['as soon as that one has told its outcome', 0],
    ['while that one still fades', 199],
  ])('lasts until its own end when it is asked for %s', (_, laterMs) => {
    flow.open(sign);
    leave({ exit: 'signed', payload: { signature: '0x5197' } });
    vi.advanceTimersByTime(1400 + laterMs);
    expect(phase()).toBe('closing');
    flow.open({ intent: 'link', input: { method: 'email' } });
    vi.advanceTimersByTime(60_000);
    expect(flow.getState()).toMatchObject({ phase: 'open', entry: { name: 'LINK_EMAIL_SCREEN' } });
  });
});

describe('a login', () => {
  beforeEach(() => {
    flow.open(login);
    vi.advanceTimersByTime(15);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
  });

  it('[OTP-09] closes 1400 ms after the code was accepted, not after 900 + 1400 ms', () => {
    leave({ exit: 'verified', payload: result });
    vi.advanceTimersByTime(1399);
    expect([phase(), screen()]).toEqual(['open', 'AWAITING_PASSWORDLESS_CODE']);
    vi.advanceTimersByTime(1);
    expect(phase()).toBe('closing');
  });

  it('[OTP-08] goes on to the wallet that is due 900 ms after the code was accepted', () => {
    facts = { ...facts, walletDue: true };
    leave({ exit: 'verified', payload: result });
    vi.advanceTimersByTime(899);
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
    vi.advanceTimersByTime(1);
    expect(screen()).toBe('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN');
  });

  it('leaves a screen once: a second exit while the first one waits does nothing', () => {
    leave({ exit: 'verified', payload: result });
    leave({ exit: 'back', payload: undefined });
    vi.advanceTimersByTime(1000);
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
  });

  it('ignores an exit of a screen that is no longer on', () => {
    const old = visit().entry;
    leave({ exit: 'back', payload: undefined });
    flow.leave(old, { screen: 'AWAITING_PASSWORDLESS_CODE', exit: 'verified', payload: result });
    expect([screen(), visit().result]).toEqual(['LANDING', null]);
  });
});

describe('a login whose terms are due', () => {
  let asked: Promise<Outcome>;
  beforeEach(() => {
    asked = flow.open(login);
    vi.advanceTimersByTime(15);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    facts = { ...facts, termsDue: true };
    leave({ exit: 'verified', payload: result });
  });

  it('[OTP-07] goes to the terms 900 ms after the code was accepted', () => {
    vi.advanceTimersByTime(899);
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
    vi.advanceTimersByTime(1);
    expect(screen()).toBe('AFFIRMATIVE_CONSENT_SCREEN');
  });

  it.each([
    ['declined', () => leave({ exit: 'declined', payload: undefined })],
    ['closed', () => flow.close('escape-key')],
  ])('[TERMS-02] [SDK-03] is none and ends the session when they are %s', async (_, act) => {
    vi.advanceTimersByTime(900);
    act();
    expect([phase(), logOuts]).toEqual(['closing', 1]);
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('[TERMS-02] is none either when the modal closes before they are on', async () => {
    vi.advanceTimersByTime(100);
    flow.close('escape-key');
    expect(logOuts).toBe(1);
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('[TERMS-05] is one at once when they are accepted and no wallet is due', async () => {
    vi.advanceTimersByTime(900);
    facts = { ...facts, termsDue: false };
    const user = { ...result.user, hasAcceptedTerms: true };
    leave({ exit: 'accepted', payload: { user } });
    expect([phase(), logOuts]).toEqual(['closing', 0]);
    expect(await asked).toEqual({ ok: true, result: { ...result, user } });
  });

  it('[EMBW-15] is none when the wallet that is due after them cannot be made', async () => {
    vi.advanceTimersByTime(900);
    facts = { ...facts, termsDue: false, walletDue: true };
    leave({ exit: 'accepted', payload: { user: result.user } });
    leave({ exit: 'failed', payload: { error: new ServiceError('wallet_proxy_timeout') } });
    expect([screen(), logOuts]).toEqual(['ERROR_SCREEN', 1]);
    leave({ exit: 'back', payload: undefined });
    expect(screen()).toBe('LANDING');
    flow.close('close-press');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });
});

describe('the outcome of a link', () => {
  const link: ModalRequest = { intent: 'link', input: { method: 'email' } };
  const update: ModalRequest = { intent: 'update', input: { method: 'sms' } };
  const sent = { exit: 'code-sent', payload: { recipient: 'ada@host.example' } } as const;
  const error = new ServiceError('linked_to_another_user');

  it('[LINK-19] is the account once it is linked, whatever closes the modal then', async () => {
    const asked = flow.open(link);
    leave(sent);
    const change = { user: result.user, account: { type: 'guest', latestVerifiedAt: new Date(0) } } as const;
    leave({ exit: 'changed', payload: change });
    flow.close('escape-key');
    expect(await asked).toEqual({ ok: true, result: change });
  });

  it.each([
    ['link', link, 'exited_link_flow'],
    ['update', update, 'exited_update_flow'],
  ] as const)('[LINK-19] is the exit when a person leaves (%s)', async (_, request, code) => {
    const asked = flow.open(request);
    leave(sent);
    flow.close('outside-press');
    expect(await asked).toMatchObject({ ok: false, error: { code } });
  });

  it('[LINK-19, LINK-22] is the failure that is on, and the exit once someone went back from it', async () => {
    const asked = flow.open(link);
    leave(sent);
    leave({ exit: 'failed', payload: { error } });
    flow.close('close-press');
    expect(await asked).toEqual({ ok: false, error });
    vi.advanceTimersByTime(200);

    const again = flow.open(link);
    leave(sent);
    leave({ exit: 'failed', payload: { error } });
    leave({ exit: 'back', payload: undefined });
    expect(screen()).toBe('LINK_EMAIL_SCREEN');
    flow.close('close-press');
    expect(await again).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } });
  });
});

describe('the outcome', () => {
  it('[SDK-03] of a login that is closed after its code was accepted is success', async () => {
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    flow.close('escape-key');
    expect(await asked).toEqual({ ok: true, result });
  });

  it('[SDK-03] of a login whose user is logged out again before it closes is none', async () => {
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    facts = { ...facts, authenticated: false };
    vi.advanceTimersByTime(1400);
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('of a login whose wallet could not be made is success: the person is logged in', async () => {
    facts = { ...facts, walletDue: true };
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    vi.advanceTimersByTime(900);
    leave({ exit: 'failed', payload: { error: new ServiceError('wallet_proxy_timeout') } });
    expect(screen()).toBe('ERROR_SCREEN');
    flow.close('close-press');
    expect(await asked).toEqual({ ok: true, result });
  });

  it('[SIGN-05] of a sign request that is closed without success is the user rejection', async () => {
    const asked = flow.open(sign);
    flow.close('outside-press');
    expect(await asked).toMatchObject({
      ok: false,
      error: { code: 'user_rejected_request', message: 'User rejected request' },
    });
  });

  it('of a sign request that failed is that failure', async () => {
    const asked = flow.open(sign);
    leave({ exit: 'failed', payload: { error: new ServiceError('unable_to_sign') } });
    flow.close('close-press');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'unable_to_sign' } });
  });

  it('[SIGN-04] of a signature is told when the screen closes, 1.4 s after success', async () => {
    const watched = watch(flow.open(sign));
    leave({ exit: 'signed', payload: { signature: '0x5197' } });
    await vi.advanceTimersByTimeAsync(1399);
    expect(watched.outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.outcome).toEqual({ ok: true, result: { signature: '0x5197' } });
  });
});

describe('a screen that breaks', () => {
  it('gives way to the error screen, whose way out tells the failure to the one who opened the modal', async () => {
    const asked = flow.open(sign);
    vi.advanceTimersByTime(15);
    const cause = new Error('render');
    flow.fail(cause);
    expect(visit().entry).toMatchObject({ name: 'ERROR_SCREEN', props: { isFinal: true } });
    expect(closed).toMatchObject([
      { entry: { name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN' }, reason: 'broken' },
    ]);
    leave({ exit: 'closed', payload: undefined });
    expect(await asked).toMatchObject({ ok: false, error: { code: 'internal_error', cause } });
  });

  it('leaves a login that succeeded a success, and goes nowhere by itself', async () => {
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    flow.fail(new Error('render'));
    vi.advanceTimersByTime(2000);
    expect(screen()).toBe('ERROR_SCREEN');
    flow.close('close-press');
    expect(await asked).toEqual({ ok: true, result });
  });

  it('ends the visit when it is the error screen itself', async () => {
    const asked = flow.open(login);
    flow.fail(new Error('render'));
    flow.fail(new Error('render again'));
    expect(phase()).toBe('closing');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });
});

describe('a screen whose transitions load late', () => {
  /** Opens a flow at the choice of a way to fund, whose transitions load as a test says. */
  const open = (load: () => Promise<unknown>) => {
    let loaded: typeof lateTransitions | null = null;
    const late: FlowMachine['late'] = {
      find: () => loaded,
      async load() {
        await load();
        loaded = lateTransitions;
        return loaded;
      },
    };
    flow = createFlow({
      getFacts: () => facts,
      leave: () => {},
      logOut: () => {},
      flowMachine: { ...flowMachine, late },
    });
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const watched = watch(
      flow.open({ intent: 'fund', input: { funding: { address, chainType: 'ethereum' } } }),
    );
    vi.advanceTimersByTime(15);
    return watched;
  };
  const manual = { exit: 'chosen', payload: { way: 'manual', amount: '0.1' } } as const;

  it('is left once they are loaded, by the exit that was taken first', async () => {
    let bring = () => {};
    const external = new Promise<void>((resolve) => {
      bring = resolve;
    });
    open(() => external);
    leave(manual);
    leave({ exit: 'skipped', payload: undefined });
    expect(screen()).toBe('FUNDING_METHOD_SELECTION');
    bring();
    await vi.waitFor(() => expect(screen()).toBe('FUNDING_MANUAL_TRANSFER'));
    expect(visit().phase).toBe('open');
  });

  it('loads them when it shows, so that its failure is told even if the person closes at once', async () => {
    const watched = open(async () => {});
    await vi.advanceTimersByTimeAsync(0);
    const error = new ServiceError('too_many_requests');
    leave({ exit: 'failed', payload: { error } });
    flow.close('close-press');
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.outcome).toEqual({ ok: false, error });
  });

  it('is not left any more after the person has closed the modal', async () => {
    open(async () => {});
    leave(manual);
    flow.close('close-press');
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(200);
    expect(flow.getState()).toEqual({ phase: 'idle' });
  });

  it('leads to the error screen if they do not load', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch')));
    leave(manual);
    await vi.waitFor(() => expect(screen()).toBe('ERROR_SCREEN'));
  });
});
