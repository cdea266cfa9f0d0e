import { emailRoutes, fail, isCode, isEmail, limits, normalizeEmail, ServiceError } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import { internalsOf } from '../internals.ts';
import type { LoginResult } from '../session/index.ts';
import { createStore } from '../store.ts';

/** Where a login by one-time code stands (OTP-01). */
export interface OtpState {
  readonly status: 'initial' | 'sending-code' | 'awaiting-code-input' | 'submitting-code' | 'done' | 'error';
  /** Where the code went, once one was asked for. */
  readonly email: string | null;
  /** From when on another code may be asked for, Unix ms; null before the first send. */
  readonly resendAvailableAtMs: number | null;
  /** Why `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

export interface EmailLogin {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  /**
   * Sends a code to an address. Within the cooldown the code sent to it before is still good, so that going back and
   * forth asks for it again without a request.
   * @throws ServiceError `invalid_data` for what is no address, and the codes of the route
   */
  sendCode(input: { email: string }): Promise<void>;
  /**
   * Logs in with the code that arrived; white space around it is dropped.
   * @throws ServiceError `no_auth_flow` without a code sent before, `invalid_credentials`, and the codes of the route
   */
  loginWithCode(input: { code: string }): Promise<LoginResult>;
  /**
   * Sends another code to the same address.
   * @throws ServiceError `no_auth_flow` without a code sent before, `too_many_requests` within the cooldown
   */
  resendCode(): Promise<void>;
  /** Back to `initial`, when the person leaves the flow. */
  reset(): void;
}

/** A code that was sent. */
type Sent = { email: string; resendAvailableAtMs: number };

const initial: OtpState = { status: 'initial', email: null, resendAvailableAtMs: null, error: null };

/**
 * Makes a login by e-mail code: a small store with its acts, fit for `useSyncExternalStore` and for use without any
 * interface (OTP-11).
 *
 * @example
 * const login = createEmailLogin(client);
 * await login.sendCode({ email: 'you@company.example' });
 * const { user } = await login.loginWithCode({ code: '123456' });
 */
export function createEmailLogin(client: LatchkeyClient): EmailLogin {
  const { session, call, environment } = internalsOf(client);
  const state = createStore<OtpState>(initial);
  let lastSend: Sent | null = null;
  /** Changes with every address and reset: what was asked for before must not move the state after it. */
  let flow = {};

  async function run<T>(
    began: Partial<OtpState>,
    act: () => Promise<T>,
    ended: (result: T) => Partial<OtpState>,
  ): Promise<T> {
    const ours = flow;
    state.set({ ...began, error: null });
    try {
      const result = await act();
      if (ours === flow) state.set(ended(result));
      return result;
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
      if (ours === flow) state.set({ status: 'error', error });
      throw error;
    }
  }

  async function send(email: string): Promise<Sent> {
    if (!isEmail(email)) fail('invalid_data', { message: 'Invalid email address' });
    await call()(emailRoutes.sendCode, { body: { email } });
    lastSend = { email, resendAvailableAtMs: environment.clock.now() + limits.resendCooldownMs };
    return lastSend;
  }

  /** The address of the running flow. */
  const getRecipient = () => state.get().email ?? fail('no_auth_flow');
  const awaitingCode = (sent: Sent) => ({ status: 'awaiting-code-input' as const, ...sent });

  return {
    getState: state.get,
    subscribe: state.subscribe,
    async sendCode(input) {
      const email = normalizeEmail(input.email);
      flow = {};
      if (lastSend?.email === email && environment.clock.now() < lastSend.resendAvailableAtMs) {
        return state.set({ ...awaitingCode(lastSend), error: null });
      }
      await run({ ...initial, status: 'sending-code' }, () => send(email), awaitingCode);
    },
    async loginWithCode({ code }) {
      const body = { email: getRecipient(), code: code.trim(), mode: 'login-or-sign-up' as const };
      return run(
        { status: 'submitting-code' },
        () => session.authenticate((post) => post(emailRoutes.authenticate, { body })),
        () => {
          lastSend = null; // its code is used
          return { status: 'done' };
        },
      );
    },
    async resendCode() {
      const email = getRecipient();
      await run({ status: 'sending-code' }, () => send(email), awaitingCode);
    },
    reset() {
      flow = {};
      state.set(initial);
    },
  };
}
