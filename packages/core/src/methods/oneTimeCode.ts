import {
  errorTable,
  fail,
  isCode,
  type LoginMode,
  limits,
  type MethodId,
  readTypedCode,
  ServiceError,
  type TokenReply,
} from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { Call } from '../http/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { createStore } from '../store.ts';
import { rememberLogin } from './recentLogin.ts';

/** State of an operation by one-time code, such as a login (OTP-01). */
export interface OtpState {
  readonly status: 'initial' | 'sending-code' | 'awaiting-code-input' | 'submitting-code' | 'done' | 'error';
  /** Address or number to which the code was sent, or the reference of a removal to undo; null before that. */
  readonly recipient: string | null;
  /** Time from which another code can be requested, Unix ms by the device's clock; null if `recipient` is null. */
  readonly resendAvailableAtMs: number | null;
  /** Error if `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

/**
 * Steps of a code flow that its method provides: the format of a recipient, and the two calls. `Given` are further
 * arguments that are passed with a code.
 */
export interface CodeSteps<Result, Given extends readonly unknown[] = []> {
  /**
   * Reads a recipient in the form that is sent and compared.
   * @throws ServiceError `invalid_data` for a malformed recipient
   */
  read(recipient: string): string;
  send(recipient: string): Promise<unknown>;
  submit(claim: { recipient: string; code: string }, ...given: Given): Promise<Result>;
}

/** Operation by one-time code, without any interface (OTP-11). */
export interface CodeFlow<Result, Given extends readonly unknown[] = []> {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  /**
   * Sends a code. Within the cooldown, a repeated call for the same recipient sends no request, unless the code may be
   * used up.
   * @throws ServiceError `invalid_data` for a malformed address or number, and the codes of the route
   */
  sendCode(recipient: string): Promise<void>;
  /**
   * Completes the operation with the code that the user received, in digits of any script; spaces and dashes are
   * removed.
   * @throws ServiceError `no_auth_flow` if no code was sent before, `invalid_credentials`, and the codes of the
   *   route
   */
  submitCode(code: string, ...given: Given): Promise<Result>;
  /**
   * Sends another code to the same recipient.
   * @throws ServiceError `no_auth_flow` if no code was sent before, `too_many_requests` within the cooldown, and the
   *   codes of the route
   */
  resendCode(): Promise<void>;
  /** Returns to `initial`. Call it when the user leaves the flow. */
  reset(): void;
}

export interface CodeInput {
  code: string;
  /** True to admit only existing users. @default false */
  disableSignup?: boolean;
}

export interface CodeLoginSteps extends Omit<CodeSteps<never>, 'submit'> {
  readonly method: MethodId;
  authenticate(call: Call, claim: { recipient: string; code: string; mode: LoginMode }): Promise<TokenReply>;
}

export interface CodeLogin extends Omit<CodeFlow<LoginResult>, 'submitCode'> {
  loginWithCode(input: CodeInput): Promise<LoginResult>;
}

type Sent = { recipient: string; resendAvailableAtMs: number };

export const initialOtp: OtpState = {
  status: 'initial',
  recipient: null,
  resendAvailableAtMs: null,
  error: null,
};

/** Creates a login by code, for any channel. */
export function createCodeLogin(client: LatchkeyClient, login: CodeLoginSteps): CodeLogin {
  const { session } = contextsOf(client);
  const { submitCode, ...flow } = createCodeFlow<LoginResult, [LoginMode]>(client, {
    ...login,
    async submit(claim, mode) {
      const result = await session.authenticate((post) => login.authenticate(post, { ...claim, mode }));
      rememberLogin(client, { method: login.method });
      return result;
    },
  });
  return {
    ...flow,
    loginWithCode: async ({ code, disableSignup = false }) =>
      submitCode(code, disableSignup ? 'no-signup' : 'login-or-sign-up'),
  };
}

/** Creates the state machine of a code flow: a small store with its operations, suitable for `useSyncExternalStore`. */
export function createCodeFlow<Result, Given extends readonly unknown[] = []>(
  client: LatchkeyClient,
  steps: CodeSteps<Result, Given>,
): CodeFlow<Result, Given> {
  const { environment } = contextsOf(client).page;
  const state = createStore<OtpState>(initialOtp);
  let lastSend: Sent | null = null;
  /** Time until which the last sent code is used again without a request, by the monotonic clock. */
  let goodUntilMs = 0;
  /** Replaced at each `sendCode` and `reset`, so an earlier run cannot change the state. */
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
    const recipient = steps.read(text);
    await steps.send(recipient);
    const { clock } = environment;
    lastSend = { recipient, resendAvailableAtMs: clock.now() + limits.resendCooldownMs };
    goodUntilMs = clock.monotonicNow() + limits.resendCooldownMs;
    return lastSend;
  }

  const getRecipient = () => state.get().recipient ?? fail('no_auth_flow');
  const awaitingCode = (sent: Sent) => ({ status: 'awaiting-code-input' as const, ...sent });
  const isStillGood = (text: string) => {
    if (!lastSend || environment.clock.monotonicNow() >= goodUntilMs) return false;
    try {
      return steps.read(text) === lastSend.recipient;
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
    async submitCode(code, ...given) {
      const claim = { recipient: getRecipient(), code: readTypedCode(code) };
      return run(
        { status: 'submitting-code' },
        () =>
          steps.submit(claim, ...given).catch((error: unknown) => {
            // After an error that is not retryable, the code may be used up, so `sendCode` requests another.
            if (isCode(error) && !errorTable[error.code].retryable) lastSend = null;
            throw error;
          }),
        () => {
          lastSend = null; // the code is used up
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
