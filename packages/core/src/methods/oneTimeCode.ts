import { fail, isCode, limits, type MethodId, ServiceError, type TokenReply } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import type { Call } from '../http/index.ts';
import { internalsOf } from '../internals.ts';
import type { LoginResult } from '../session/index.ts';
import { createStore } from '../store.ts';
import { rememberLogin } from './recentLogin.ts';

/** Where a login by one-time code stands (OTP-01). */
export interface OtpState {
  readonly status: 'initial' | 'sending-code' | 'awaiting-code-input' | 'submitting-code' | 'done' | 'error';
  /** Address or number that the code went to, once one was asked for. */
  readonly recipient: string | null;
  /** From when on another code may be asked for, Unix ms; null before the first send. */
  readonly resendAvailableAtMs: number | null;
  /** Why `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

/** What a channel brings: its routes, and what counts as a recipient. */
export interface CodeChannel {
  readonly method: MethodId;
  /**
   * The recipient as it is sent and compared.
   * @throws ServiceError `invalid_data` for what is none
   */
  read(recipient: string): string;
  send(recipient: string): Promise<unknown>;
  authenticate(call: Call, claim: { recipient: string; code: string }): Promise<TokenReply>;
}

export interface CodeLogin {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  sendCode(recipient: string): Promise<void>;
  loginWithCode(code: string): Promise<LoginResult>;
  resendCode(): Promise<void>;
  reset(): void;
}

/** A code that was sent. */
type Sent = { recipient: string; resendAvailableAtMs: number };

/** Before anything was asked for. */
export const initialOtp: OtpState = {
  status: 'initial',
  recipient: null,
  resendAvailableAtMs: null,
  error: null,
};

/**
 * Makes the state machine of a login by code, the same for every channel: a small store with its acts, fit for
 * `useSyncExternalStore` and for use without any interface (OTP-11).
 */
export function createCodeLogin(client: LatchkeyClient, channel: CodeChannel): CodeLogin {
  const { session, environment } = internalsOf(client);
  const state = createStore<OtpState>(initialOtp);
  let lastSend: Sent | null = null;
  /** Changes with every recipient and reset: what was asked for before must not move the state after it. */
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

  async function send(text: string): Promise<Sent> {
    const recipient = channel.read(text);
    await channel.send(recipient);
    lastSend = { recipient, resendAvailableAtMs: environment.clock.now() + limits.resendCooldownMs };
    return lastSend;
  }

  /** The recipient of the running flow. */
  const getRecipient = () => state.get().recipient ?? fail('no_auth_flow');
  const awaitingCode = (sent: Sent) => ({ status: 'awaiting-code-input' as const, ...sent });
  const isStillGood = (text: string) => {
    if (!lastSend || environment.clock.now() >= lastSend.resendAvailableAtMs) return false;
    try {
      return channel.read(text) === lastSend.recipient;
    } catch {
      return false;
    }
  };

  return {
    getState: state.get,
    subscribe: state.subscribe,
    async sendCode(text) {
      flow = {};
      if (lastSend && isStillGood(text)) return state.set({ ...awaitingCode(lastSend), error: null });
      await run({ ...initialOtp, status: 'sending-code' }, () => send(text), awaitingCode);
    },
    async loginWithCode(code) {
      const claim = { recipient: getRecipient(), code: code.trim() };
      return run(
        { status: 'submitting-code' },
        () => session.authenticate((post) => channel.authenticate(post, claim)),
        () => {
          lastSend = null; // its code is used
          rememberLogin(client, { method: channel.method });
          return { status: 'done' };
        },
      );
    },
    async resendCode() {
      const recipient = getRecipient();
      await run({ status: 'sending-code' }, () => send(recipient), awaitingCode);
    },
    reset() {
      flow = {};
      state.set(initialOtp);
    },
  };
}
