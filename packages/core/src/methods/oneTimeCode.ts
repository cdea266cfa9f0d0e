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

/** Where something that is done by one-time code stands, such as a login (OTP-01). */
export interface OtpState {
  readonly status: 'initial' | 'sending-code' | 'awaiting-code-input' | 'submitting-code' | 'done' | 'error';
  /** Address or number that the code went to, once one was asked for. */
  readonly recipient: string | null;
  /** From when on another code may be asked for, Unix ms by the device's clock; null before the first send. */
  readonly resendAvailableAtMs: number | null;
  /** Why `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

/** The parts of a flow by code that its method brings: the form of a recipient, and the two calls. `Given` comes with a code. */
export interface CodeSteps<Result, Given extends readonly unknown[] = []> {
  /**
   * The recipient as it is sent and compared.
   * @throws ServiceError `invalid_data` for what is none
   */
  read(recipient: string): string;
  send(recipient: string): Promise<unknown>;
  submit(claim: { recipient: string; code: string }, ...given: Given): Promise<Result>;
}

/** Something that is done by a one-time code, without any interface (OTP-11). */
export interface CodeFlow<Result, Given extends readonly unknown[] = []> {
  getState(): OtpState;
  subscribe(listener: () => void): () => void;
  /**
   * Sends a code. Within the cooldown the code sent to the same recipient before is still good, so that going back and
   * forth asks for it again without a request.
   * @throws ServiceError `invalid_data` for what is no address or number, and the codes of the route
   */
  sendCode(recipient: string): Promise<void>;
  /**
   * Does it, with the code that arrived, in digits of any script; spaces and dashes are dropped.
   * @throws ServiceError `no_auth_flow` without a code sent before, `invalid_credentials`, and the codes of the route
   */
  submitCode(code: string, ...given: Given): Promise<Result>;
  /**
   * Sends another code to the same recipient.
   * @throws ServiceError `no_auth_flow` without a code sent before, `too_many_requests` within the cooldown
   */
  resendCode(): Promise<void>;
  /** Back to `initial`, when the person leaves the flow. */
  reset(): void;
}

/** What a person gives to log in with a code. */
export interface CodeInput {
  code: string;
  /** Whether only users who have an account get in. @default false */
  disableSignup?: boolean;
}

/** What a login by code brings. */
export interface CodeLoginSteps extends Omit<CodeSteps<never>, 'submit'> {
  readonly method: MethodId;
  authenticate(call: Call, claim: { recipient: string; code: string; mode: LoginMode }): Promise<TokenReply>;
}

export interface CodeLogin extends Omit<CodeFlow<LoginResult>, 'submitCode'> {
  loginWithCode(input: CodeInput): Promise<LoginResult>;
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

/** Makes a login by code, the same for every channel. */
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

/** Makes the state machine of a flow by code: a small store with its acts, fit for `useSyncExternalStore`. */
export function createCodeFlow<Result, Given extends readonly unknown[] = []>(
  client: LatchkeyClient,
  steps: CodeSteps<Result, Given>,
): CodeFlow<Result, Given> {
  const { environment } = contextsOf(client).page;
  const state = createStore<OtpState>(initialOtp);
  let lastSend: Sent | null = null;
  /** Until when that code is asked for again without a request, by the monotonic clock. */
  let goodUntilMs = 0;
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
    const recipient = steps.read(text);
    await steps.send(recipient);
    const { clock } = environment;
    lastSend = { recipient, resendAvailableAtMs: clock.now() + limits.resendCooldownMs };
    goodUntilMs = clock.monotonicNow() + limits.resendCooldownMs;
    return lastSend;
  }

  /** The recipient of the running flow. */
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
            // The service has consumed the code, so a retry cannot succeed.
            if (isCode(error) && !errorTable[error.code].retryable) lastSend = null;
            throw error;
          }),
        () => {
          lastSend = null; // its code is used
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
