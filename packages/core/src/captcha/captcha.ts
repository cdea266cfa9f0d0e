import { captchaRoutes, isCode, limits, ServiceError } from '@latchkey/wire';
import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { withStepUps } from '../step-up/index.ts';
import { createStore } from '../store.ts';

/** Where the captcha stands (CAPT-01). */
export interface CaptchaState {
  /**
   * `disabled` the app has none, or is not known yet. `ready` nothing was begun. `loading` the check runs. `success`
   * there is a token for one call. `error` the check failed.
   */
  readonly status: 'disabled' | 'ready' | 'loading' | 'success' | 'error';
  /** What the next start call carries, while `status` is `success`; else null. */
  readonly token: string | null;
  /** Why `status` is `error`; else null. */
  readonly error: ServiceError | null;
  /** Whether the person has something to do, in the place of the captcha, for the check to go on. */
  readonly isAsking: boolean;
}

export interface Captcha {
  getState(): CaptchaState;
  subscribe(listener: () => void): () => void;
  /** Begins the check from `ready` or `error`; else does nothing. */
  execute(): void;
  /** Back to `ready`: drops the token, or the check under way. */
  reset(): void;
  /**
   * Waits for the check that was begun: looks every 200 ms, for 20 s at most. Time in which the person is asked to do
   * something does not count.
   * @returns the token, or null where the app has no captcha
   * @throws ServiceError `captcha_timeout`, `captcha_failure`, or what kept the check from running
   */
  waitForResult(): Promise<string | null>;
  /** Where a widget shows itself when it needs the person; null is a place of its own at the foot of the page. */
  setPlace(place: HTMLElement | null): void;
}

/** Of an app without captcha, and before the app is known. */
export const noCaptcha: CaptchaState = { status: 'disabled', token: null, error: null, isAsking: false };

/** A token is let go this much before the service would refuse it, so that a call in flight still arrives in time. */
const expiryMarginMs = 10_000;

const captchas = new WeakMap<LatchkeyClient, Captcha>();

/** The captcha of a client: always the same one. */
export function captchaOf(client: LatchkeyClient): Captcha {
  const known = captchas.get(client);
  if (known) return known;
  const captcha = createCaptcha(client);
  captchas.set(client, captcha);
  return captcha;
}

/**
 * Makes a start call with a captcha token where the app wants one: the one that is there, or one that is got now. The
 * token is spent by the call, however it ends.
 *
 * @throws ServiceError `captcha_failure`, `captcha_timeout`, and the codes of the call
 */
export async function passCaptcha<T>(
  client: LatchkeyClient,
  post: (body: { token?: string }) => Promise<T>,
): Promise<T> {
  if (!client.getState().settings) await client.start(); // a host that asks before the app is known
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
 * Makes a call of a signed-in user, from whom the service wants a captcha only if they often do what costs money: with the token
 * that is there, and once more with a new one if the service asks for it.
 *
 * @throws ServiceError `captcha_failure`, `captcha_timeout`, and the codes of the call
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
      if (held.token) captcha.reset(); // it has been used
      isAsked = true;
      return true;
    },
  );
}

/** The captcha token for a call that carries one only if there is one: its user is signed in, which is enough (CAPT-06). */
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
      // A widget cannot move: its frame would load anew, and what the person did in it would be lost.
      if (state.get().status === 'loading' && client.getState().settings?.turnstile) reset();
    },
  };
}

/** Runs the check that the app wants, and gives its token. */
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
