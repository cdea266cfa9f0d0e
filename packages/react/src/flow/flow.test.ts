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

/** Records the outcome of a visit, so a test can read it at any time. */
function watch(asked: Promise<Outcome>): { outcome: Outcome | null } {
  const watched: { outcome: Outcome | null } = { outcome: null };
  asked.then((outcome) => {
    watched.outcome = outcome;
  });
  return watched;
}

describe('a visit', () => {
  it('[MODAL-06] the modal opens 15 ms after a visit sets its screen', () => {
    flow.open(login);
    expect(phase()).toBe('opening');
    expect(screen()).toBe('LANDING');
    vi.advanceTimersByTime(14);
    expect(phase()).toBe('opening');
    vi.advanceTimersByTime(1);
    expect(phase()).toBe('open');
  });

  it('[MODAL-07] the modal keeps the state of a visit for 200 ms after it closes, then clears it', () => {
    flow.open(login);
    vi.advanceTimersByTime(15);
    flow.close('close-press');
    vi.advanceTimersByTime(199);
    expect(phase()).toBe('closing');
    expect(screen()).toBe('LANDING');
    vi.advanceTimersByTime(1);
    expect(flow.getState()).toEqual({ phase: 'idle' });
  });

  it('[LAND-20] the landing screen is reset to its default view 150 ms after the modal closes', () => {
    flow.open(login);
    vi.advanceTimersByTime(15);
    leave({ exit: 'more', payload: { part: 'web2-overflow' } });
    flow.close('close-press');
    vi.advanceTimersByTime(149);
    expect(visit().entry.props).toEqual({ part: 'web2-overflow' });
    vi.advanceTimersByTime(1);
    expect(phase()).toBe('closing');
    expect(visit().entry).toEqual({ name: 'LANDING', props: {} });
  });

  it("[MODAL-10] a screen's own close handler runs before the modal closes, and the visit reports its outcome", async () => {
    const watched = watch(flow.open(login));
    flow.close('outside-press');
    expect(closed).toEqual([
      { entry: { name: 'LANDING', props: {} }, reason: 'outside-press', phase: 'opening' },
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(watched.outcome).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('a visit that is requested during another visit starts once the state of the other visit is cleared', async () => {
    const first = watch(flow.open(sign));
    const second = watch(flow.open(sign));
    flow.close('escape-key');
    await vi.advanceTimersByTimeAsync(199);
    expect(first.outcome?.ok).toBe(false);
    expect(phase()).toBe('closing');
    await vi.advanceTimersByTimeAsync(1);
    expect(second.outcome).toBeNull();
    expect(phase()).toBe('opening');
  });

  it.each([
    ['as soon as the one before has reported its outcome', 0],
    ['while the one before still fades', 199],
  ])('a visit is not closed by the timers of an earlier visit if it is requested %s', (_, laterMs) => {
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

  it('[OTP-09] a login closes 1400 ms after the code was accepted, not after 900 + 1400 ms', () => {
    leave({ exit: 'verified', payload: result });
    vi.advanceTimersByTime(1399);
    expect(phase()).toBe('open');
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
    vi.advanceTimersByTime(1);
    expect(phase()).toBe('closing');
  });

  it('[OTP-08] 900 ms after the code was accepted, a login continues with the wallet that is due', () => {
    facts = { ...facts, walletDue: true };
    leave({ exit: 'verified', payload: result });
    vi.advanceTimersByTime(899);
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
    vi.advanceTimersByTime(1);
    expect(screen()).toBe('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN');
  });

  it('a screen is left only once: a second exit does nothing while the first exit waits', () => {
    leave({ exit: 'verified', payload: result });
    leave({ exit: 'back', payload: undefined });
    vi.advanceTimersByTime(1000);
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
  });

  it('an exit of a screen that is no longer shown is ignored', () => {
    const old = visit().entry;
    leave({ exit: 'back', payload: undefined });
    flow.leave(old, { screen: 'AWAITING_PASSWORDLESS_CODE', exit: 'verified', payload: result });
    expect(screen()).toBe('LANDING');
    expect(visit().result).toBeNull();
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

  it('[OTP-07] a login shows the due terms 900 ms after the code was accepted', () => {
    vi.advanceTimersByTime(899);
    expect(screen()).toBe('AWAITING_PASSWORDLESS_CODE');
    vi.advanceTimersByTime(1);
    expect(screen()).toBe('AFFIRMATIVE_CONSENT_SCREEN');
  });

  it.each([
    ['declined', () => leave({ exit: 'declined', payload: undefined })],
    ['closed', () => flow.close('escape-key')],
  ])('[TERMS-02] [SDK-03] a login is void and its session ends if its terms are %s', async (_, act) => {
    vi.advanceTimersByTime(900);
    act();
    expect(phase()).toBe('closing');
    expect(logOuts).toBe(1);
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('[TERMS-02] a login does not count if the modal closes before the due terms are shown', async () => {
    vi.advanceTimersByTime(100);
    flow.close('escape-key');
    expect(logOuts).toBe(1);
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('[TERMS-05] a login succeeds at once when the terms are accepted and no wallet is due', async () => {
    vi.advanceTimersByTime(900);
    facts = { ...facts, termsDue: false };
    const user = { ...result.user, hasAcceptedTerms: true };
    leave({ exit: 'accepted', payload: { user } });
    expect(phase()).toBe('closing');
    expect(logOuts).toBe(0);
    expect(await asked).toEqual({ ok: true, result: { ...result, user } });
  });

  it('[EMBW-15] a login does not count if the wallet that is due after the terms cannot be created', async () => {
    vi.advanceTimersByTime(900);
    facts = { ...facts, termsDue: false, walletDue: true };
    leave({ exit: 'accepted', payload: { user: result.user } });
    leave({ exit: 'failed', payload: { error: new ServiceError('wallet_proxy_timeout') } });
    expect(screen()).toBe('ERROR_SCREEN');
    expect(logOuts).toBe(1);
    leave({ exit: 'back', payload: undefined });
    expect(screen()).toBe('LANDING');
    flow.close('close-press');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });
});

describe('the outcome of linking', () => {
  const link: ModalRequest = { intent: 'link', input: { method: 'email' } };
  const update: ModalRequest = { intent: 'update', input: { method: 'sms' } };
  const sent = { exit: 'code-sent', payload: { recipient: 'ada@host.example' } } as const;
  const error = new ServiceError('linked_to_another_user');

  it('[LINK-19] the outcome of linking is the linked account, even if the user then closes the modal', async () => {
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
  ] as const)(
    '[LINK-19] the outcome of a request to %s an account is its exit code if the user leaves',
    async (_, request, code) => {
      const asked = flow.open(request);
      leave(sent);
      flow.close('outside-press');
      expect(await asked).toMatchObject({ ok: false, error: { code } });
    },
  );

  it('[LINK-19, LINK-22] the outcome of linking is the failure that is shown, or the exit code after the user went back from the failure', async () => {
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

describe('the outcome of a visit', () => {
  it('[SDK-03] a login that is closed after its code was accepted succeeds', async () => {
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    flow.close('escape-key');
    expect(await asked).toEqual({ ok: true, result });
  });

  it('[SDK-03] a login whose user is logged out before it closes ends with the exit code', async () => {
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    facts = { ...facts, authenticated: false };
    vi.advanceTimersByTime(1400);
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });

  it('a login whose wallet could not be created succeeds, because the user is logged in', async () => {
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

  it("[SIGN-05] a sign request that is closed without success ends with the user's rejection", async () => {
    const asked = flow.open(sign);
    flow.close('outside-press');
    expect(await asked).toMatchObject({
      ok: false,
      error: { code: 'user_rejected_request', message: 'User rejected request' },
    });
  });

  it('a sign request that failed ends with that failure', async () => {
    const asked = flow.open(sign);
    leave({ exit: 'failed', payload: { error: new ServiceError('unable_to_sign') } });
    flow.close('close-press');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'unable_to_sign' } });
  });

  it('[SIGN-05] a sign request that the user leaves after going back from a failure ends with the rejection', async () => {
    const asked = flow.open(sign);
    leave({ exit: 'failed', payload: { error: new ServiceError('unable_to_sign') } });
    leave({ exit: 'back', payload: undefined });
    flow.close('close-press');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'user_rejected_request' } });
  });

  it('[SIGN-04] a signature is reported when its screen closes, 1.4 s after success', async () => {
    const watched = watch(flow.open(sign));
    leave({ exit: 'signed', payload: { signature: '0x5197' } });
    await vi.advanceTimersByTimeAsync(1399);
    expect(watched.outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.outcome).toEqual({ ok: true, result: { signature: '0x5197' } });
  });
});

describe('a screen that throws while rendering', () => {
  it('a screen that throws while rendering is replaced by the error screen, which reports the failure when it is closed', async () => {
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

  it('a login that succeeded stays a success if its screen then throws, and the error screen stays', async () => {
    const asked = flow.open(login);
    leave({ exit: 'code-sent', payload: { channel: 'email', recipient: 'ada@host.example' } });
    leave({ exit: 'verified', payload: result });
    flow.fail(new Error('render'));
    vi.advanceTimersByTime(2000);
    expect(screen()).toBe('ERROR_SCREEN');
    flow.close('close-press');
    expect(await asked).toEqual({ ok: true, result });
  });

  it('a visit ends if the error screen itself throws while rendering', async () => {
    const asked = flow.open(login);
    flow.fail(new Error('render'));
    flow.fail(new Error('render again'));
    expect(phase()).toBe('closing');
    expect(await asked).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } });
  });
});

describe('a screen whose transitions load late', () => {
  /** Opens the selection of a funding method. Its transitions load when the promise of `load` resolves. */
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

  it('a screen whose transitions load late is left by the first exit that the user took, once they are loaded', async () => {
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

  it('a screen loads its late transitions when it appears, so its failure is reported even if the user closes at once', async () => {
    const watched = open(async () => {});
    await vi.advanceTimersByTimeAsync(0);
    const error = new ServiceError('too_many_requests');
    leave({ exit: 'failed', payload: { error } });
    flow.close('close-press');
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.outcome).toEqual({ ok: false, error });
  });

  it('a screen whose transitions load late is not left after the user has closed the modal', async () => {
    open(async () => {});
    leave(manual);
    flow.close('close-press');
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(200);
    expect(flow.getState()).toEqual({ phase: 'idle' });
  });

  it('a screen leads to the error screen if its late transitions do not load', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch')));
    leave(manual);
    await vi.waitFor(() => expect(screen()).toBe('ERROR_SCREEN'));
  });
});
