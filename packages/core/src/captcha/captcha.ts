import { captchaRoutes, isCode, limits, ServiceError } from '@latchkey/wire';
import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { withStepUps } from '../step-up/index.ts';
import { createStore } from '../store.ts';

/** State of the captcha (CAPT-01). */
export interface CaptchaState {
  /**
   * - `disabled`: the app has no captcha, or its settings are not loaded yet
   * - `ready`: no check runs, and there is no token
   * - `loading`: the check runs
   * - `success`: there is a token for one request
   * - `error`: the check failed or took too long
   */
  readonly status: 'disabled' | 'ready' | 'loading' | 'success' | 'error';
  /** Token for the next request that needs one, while `status` is `success`; null otherwise. */
  readonly token: string | null;
  /** Error while `status` is `error`; null otherwise. */
  readonly error: ServiceError | null;
  /** True if the user must interact with the captcha. */
  readonly isAsking: boolean;
}

export interface Captcha {
  getState(): CaptchaState;
  subscribe(listener: () => void): () => void;
  /** Starts the check if the status is `ready` or `error`. Does nothing otherwise. */
  execute(): void;
  /** Drops the token or the running check, and returns to `ready`. Does nothing if the captcha is disabled. */
  reset(): void;
  /**
   * Waits for the running check: looks every 200 ms, for 20 s at most. Time in which the user must interact does not
   * count.
   * @returns the token, or null if the captcha is disabled
   * @throws ServiceError `captcha_timeout`, `captcha_failure`, or the error that prevented the check
   */
  waitForResult(): Promise<string | null>;
  /**
   * Sets the element that shows the widget if the user must interact; null shows it at the foot of the page. A running
   * Turnstile check is dropped if the element changes.
   */
  setPlace(place: HTMLElement | null): void;
}

export const noCaptcha: CaptchaState = { status: 'disabled', token: null, error: null, isAsking: false };

/** Time in ms before a token's expiry at which the client drops the token, because a request needs time to arrive. */
const expiryMarginMs = 10_000;

const captchas = new WeakMap<LatchkeyClient, Captcha>();

/** Returns the captcha of a client, the same one at each call. */
export function captchaOf(client: LatchkeyClient): Captcha {
  const known = captchas.get(client);
  if (known) return known;
  const captcha = createCaptcha(client);
  captchas.set(client, captcha);
  return captcha;
}

/**
 * Makes a request with a captcha token, if the app requires one. Uses the present token or gets a new one. The
 * request uses the token up, however it ends.
 *
 * @throws ServiceError `captcha_failure`, `captcha_timeout`, another error that prevented the check, and the codes
 *   of the call
 */
export async function passCaptcha<T>(
  client: LatchkeyClient,
  post: (body: { token?: string }) => Promise<T>,
): Promise<T> {
  if (!client.getState().settings) await client.start(); // the host called before the settings were loaded
  const captcha = captchaOf(client);
  if (captcha.getState().status === 'error') captcha.reset();
  captcha.execute();
  const token = await captcha.waitForResult();
  if (token === null) return post({});
  try {
    return await post({ token });
  } finally {
    captcha.reset();
  }
}

/**
 * Makes a request of a signed-in user for which the service sometimes requires a captcha. Sends the present token, if
 * any. If the service then requires a captcha, repeats the request with a new token.
 *
 * @throws ServiceError `captcha_failure`, `captcha_timeout`, another error that prevented the check, and the codes
 *   of the call
 */
export async function passIfAsked<T>(
  client: LatchkeyClient,
  post: (body: { token?: string }) => Promise<T>,
): Promise<T> {
  const held = heldToken(client);
  let isAsked = false;
  return withStepUps(
    () => (isAsked ? passCaptcha(client, post) : post(held)),
    async (kind) => {
      const captcha = captchaOf(client);
      if (kind !== 'captcha' || captcha.getState().status === 'disabled') return false;
      if (held.token) captcha.reset(); // the service has used the token up
      isAsked = true;
      return true;
    },
  );
}

/** Returns the present captcha token, for a signed-in user's request, which needs one in some cases (CAPT-06). */
export function heldToken(client: LatchkeyClient): { token?: string } {
  const { token } = captchaOf(client).getState();
  return token === null ? {} : { token };
}

function createCaptcha(client: LatchkeyClient): Captcha {
  const { page, session } = contextsOf(client);
  const { clock } = page.environment;
  const state = createStore<CaptchaState>(noCaptcha);
  let run = new AbortController();
  let expiry: unknown = null;
  let place: HTMLElement | null = null;

  function move(change: Partial<CaptchaState>): void {
    run.abort();
    clock.clearTimeout(expiry);
    state.set({ ...noCaptcha, ...change });
  }
  const reset = () => {
    if (state.get().status !== 'disabled') move({ status: 'ready' });
  };
  const failWith = (error: ServiceError) => move({ status: 'error', error });

  function followSettings(): void {
    const isOn = client.getState().settings?.captchaEnabled === true;
    if (isOn !== (state.get().status !== 'disabled')) move({ status: isOn ? 'ready' : 'disabled' });
  }
  client.subscribe(followSettings);
  followSettings();

  async function begin({ signal }: AbortController): Promise<void> {
    try {
      const token = await check(session, {
        signal,
        place,
        onAsking: (isAsking) => signal.aborted || state.set({ isAsking }),
      });
      if (signal.aborted) return;
      move({ status: 'success', token });
      expiry = clock.setTimeout(reset, limits.captchaTokenLifeMs - expiryMarginMs);
    } catch (cause) {
      if (!signal.aborted) failWith(isCode(cause) ? cause : new ServiceError('captcha_failure', { cause }));
    }
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    reset,
    execute() {
      const { status } = state.get();
      if (status !== 'ready' && status !== 'error') return;
      move({ status: 'loading' });
      run = new AbortController();
      void begin(run);
    },
    async waitForResult() {
      for (let waitedMs = 0; ; ) {
        const { status, token, error, isAsking } = state.get();
        if (status === 'disabled') return null;
        if (status === 'success') return token;
        if (error) throw error;
        if (waitedMs >= limits.captchaWaitMs) {
          const timeout = new ServiceError('captcha_timeout');
          failWith(timeout);
          throw timeout;
        }
        const beganMs = clock.monotonicNow();
        await new Promise<void>((resolve) => {
          clock.setTimeout(() => resolve(), limits.captchaPollMs);
        });
        if (!isAsking) waitedMs += clock.monotonicNow() - beganMs;
      }
    },
    setPlace(element) {
      if (place === element) return;
      place = element;
      // A widget cannot be moved: its frame would reload and lose the user's input.
      if (state.get().status === 'loading' && client.getState().settings?.turnstile) reset();
    },
  };
}

async function check(
  session: SessionContext,
  run: { signal: AbortSignal; place: HTMLElement | null; onAsking(isAsking: boolean): void },
): Promise<string> {
  const { settings } = session.state.get();
  if (settings?.turnstile) {
    const { runTurnstile } = await import('./turnstile.ts');
    const { appearance, intl, turnstile } = settings;
    const look = { theme: appearance.palette.colorScheme, locale: intl.locale };
    return runTurnstile({
      ...run,
      ...turnstile,
      ...look,
      page: session.page.environment.window,
      action: session.page.options.appId,
    });
  }
  const [{ solveChallenge }, challenge] = await Promise.all([
    import('./proofOfWork.ts'),
    session.page.call()(captchaRoutes.challenge, { body: { action: 'login' } }),
  ]);
  return solveChallenge(challenge, run.signal);
}
