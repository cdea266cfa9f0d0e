import {
  type ConfirmationAct,
  type FarcasterChannel,
  type FarcasterStatus,
  fail,
  farcasterChannelHeader,
  farcasterRoutes,
  isCode,
  limits,
  ServiceError,
} from '@latchkey/wire';
import { heldToken, passCaptcha } from '../../captcha/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { poll } from '../../poll.ts';
import type { LoginResult } from '../../session/index.ts';
import { createStore } from '../../store.ts';
import {
  type AccountChange,
  type Confirmation,
  changeAccounts,
  checkFree,
  confirmWith,
  guardLink,
  postAsUser,
} from '../changes/index.ts';
import { rememberLogin } from '../recentLogin.ts';

export interface FarcasterState {
  readonly status: 'initial' | 'opening' | 'awaiting-approval' | 'submitting' | 'done' | 'error';
  /** Address for a QR code, or for a link on a phone, while the approval is awaited. */
  readonly connectUri: string | null;
  /** Error if `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

/** Polling interval and limits while waiting for the approval. */
export interface FarcasterWait {
  readonly everyMs: number;
  readonly times?: number;
  readonly withinMs?: number;
}

/** Polling of the modal, and of a host with its own screens (FARC-03, FARC-04). */
export const modalWait: FarcasterWait = { everyMs: limits.farcasterPollMs, withinMs: limits.farcasterWaitMs };
const headlessWait: FarcasterWait = {
  everyMs: limits.farcasterHeadlessPollMs,
  times: limits.farcasterHeadlessPolls,
};

/** Flow that a user approves in the Farcaster app. */
export interface FarcasterFlow<Input, Result> {
  getState(): FarcasterState;
  subscribe(listener: () => void): () => void;
  /**
   * Opens a channel to the Farcaster app. Discards an earlier channel.
   * @throws ServiceError the codes of the route, those of the captcha, and `exited_auth_flow` after a reset or another
   *   `open`
   */
  open(): Promise<{ connectUri: string }>;
  /**
   * Waits until the user has approved in the Farcaster app, and completes the flow.
   * @param wait polling interval and limits; by default every 150 ms, 270 times
   * @throws ServiceError `no_auth_flow` without a channel, or for a login while a user who is not a guest is signed in,
   *   `client_request_timeout` without an approval in time, `exited_auth_flow` after a reset or another `open`, and the
   *   codes of the routes
   */
  finish(input?: Input, wait?: FarcasterWait): Promise<Result>;
  /** Returns to `initial` and stops polling. Call it when the user leaves. */
  reset(): void;
}

export interface FarcasterLoginInput {
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
}

export type FarcasterLogin = FarcasterFlow<FarcasterLoginInput, LoginResult>;

type Approved = Extract<FarcasterStatus, { state: 'completed' }>;
type Proof = { channel_token: string } & Pick<Approved, 'message' | 'signature' | 'fid'>;

interface Steps<Input, Result> {
  open(): Promise<FarcasterChannel>;
  submit(proof: Proof, input: Input | undefined): Promise<Result>;
}

export const initialFarcaster: FarcasterState = { status: 'initial', connectUri: null, error: null };

/**
 * Creates a login with Farcaster.
 *
 * @example
 * const login = createFarcasterLogin(client);
 * const { connectUri } = await login.open(); // as a QR code, or a link on a phone
 * const { user } = await login.finish();
 */
export function createFarcasterLogin(client: LatchkeyClient): FarcasterLogin {
  const {
    page: { call },
    session,
  } = contextsOf(client);
  return createFlow<FarcasterLoginInput, LoginResult>(client, {
    open: () => passCaptcha(client, (token) => call()(farcasterRoutes.init, { body: token })),
    async submit(proof, input) {
      const mode = input?.disableSignup ? 'no-signup' : 'login-or-sign-up';
      const result = await session.authenticate((post) =>
        post(farcasterRoutes.authenticate, { body: { ...proof, mode } }),
      );
      rememberLogin(client, { method: 'farcaster' });
      return result;
    },
  });
}

/**
 * Creates a flow that links a Farcaster account to the signed-in user. It also fails with `must_be_authenticated` and
 * `cannot_link_more_of_type` before any request, `linked_to_another_user`, `recent_login_required`, and
 * `failed_to_link_account` if no other reason is known.
 */
export function createFarcasterLink(client: LatchkeyClient): FarcasterFlow<undefined, AccountChange> {
  const guarded = <T>(act: () => Promise<T>) => guardLink(() => checkFree(client, 'farcaster'), act);
  return createFlow<undefined, AccountChange>(client, {
    open: () => guarded(() => postAsUser(client, farcasterRoutes.init, heldToken(client))),
    submit: (proof) =>
      guarded(async () => {
        const user = await changeAccounts(client, farcasterRoutes.link, proof);
        const account = user.linkedAccounts.find((one) => one.type === 'farcaster' && one.fid === proof.fid);
        return { user, account: account ?? fail('failed_to_link_account') };
      }),
  });
}

/**
 * Creates a flow that confirms the login with the signed-in user's Farcaster account. Afterwards, repeat the action
 * that was refused with `recent_login_required`. The session stays the same. The flow also fails with
 * `must_be_authenticated`, and with `invalid_credentials` for an account that is not theirs. `finish` takes the action
 * to confirm, which `toConfirmationAct` reads from the refusal.
 */
export function createFarcasterConfirmation(
  client: LatchkeyClient,
): FarcasterFlow<ConfirmationAct | undefined, Confirmation> {
  return createFlow<ConfirmationAct | undefined, Confirmation>(client, {
    open: () => postAsUser(client, farcasterRoutes.init, {}),
    submit: (proof, act) => confirmWith(client, { method: 'farcaster', ...proof }, act),
  });
}

function createFlow<Input, Result>(
  client: LatchkeyClient,
  steps: Steps<Input, Result>,
): FarcasterFlow<Input, Result> {
  const { call, environment } = contextsOf(client).page;
  const state = createStore<FarcasterState>(initialFarcaster);
  let channel: FarcasterChannel | null = null;
  /** Replaced at each `open` and reset, so an earlier run cannot change the state. */
  let flow = new AbortController();

  function begin(): AbortController {
    flow.abort(new ServiceError('exited_auth_flow'));
    flow = new AbortController();
    channel = null;
    return flow;
  }

  async function run<T>(ours: AbortController, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
      if (ours === flow) state.set({ status: 'error', connectUri: null, error });
      throw error;
    }
  }

  async function request(token: string): Promise<Approved | null> {
    const headers = { [farcasterChannelHeader]: token };
    const answer = await call()(farcasterRoutes.status, { headers });
    return answer.state === 'completed' ? answer : null;
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    open() {
      const ours = begin();
      state.set({ ...initialFarcaster, status: 'opening' });
      return run(ours, async () => {
        const opened = await steps.open();
        if (ours !== flow) throw ours.signal.reason;
        channel = opened;
        state.set({ status: 'awaiting-approval', connectUri: opened.connect_uri });
        return { connectUri: opened.connect_uri };
      });
    },
    async finish(input, wait = headlessWait) {
      const ours = flow;
      const { channel_token } = channel ?? fail('no_auth_flow');
      return run(ours, async () => {
        const { signal } = ours;
        const approved = await poll(environment.clock, { ...wait, signal }, () => request(channel_token));
        const { message, signature, fid } = approved;
        state.set({ status: 'submitting', connectUri: null });
        const result = await steps.submit({ channel_token, message, signature, fid }, input);
        if (ours === flow) state.set({ status: 'done' });
        return result;
      });
    },
    reset() {
      begin();
      state.set(initialFarcaster);
    },
  };
}
