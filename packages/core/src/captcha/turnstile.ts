import type { Environment } from '../environment.ts';

/** The part of `window.turnstile` that is used here. */
interface TurnstileApi {
  render(place: HTMLElement, options: Record<string, unknown>): string | undefined;
  execute(widget: string): void;
  remove(widget: string): void;
}
type Page = NonNullable<Environment['window']> & { turnstile?: TurnstileApi };

export interface TurnstileRun {
  readonly page: Environment['window'];
  readonly siteKey: string;
  readonly scriptUrl: string;
  /** Id of the app, which the service expects in the token. */
  readonly action: string;
  readonly place: HTMLElement | null;
  readonly theme: 'light' | 'dark' | 'system';
  readonly locale: string;
  readonly signal: AbortSignal;
  onAsking(isAsking: boolean): void;
}

const scripts = new WeakMap<Document, Promise<TurnstileApi>>();

/**
 * Runs a Turnstile check and returns its token. The widget is created for one check and removed after it. It is
 * visible only if the user must interact.
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 *
 * @throws Error if the check fails or its script cannot be loaded (blocked, no network). The captcha converts it to
 *   `captcha_failure`. It is a plain `Error`, so that this lazy file imports no code at run time.
 */
export async function runTurnstile(run: TurnstileRun): Promise<string> {
  const { page, signal } = run;
  if (!page) throw new Error('Turnstile: there is no page');
  const api = await loadScript(page, run.scriptUrl);
  signal.throwIfAborted();
  const ground = page.document.createElement('div');
  if (run.place) run.place.append(ground);
  else putAtFoot(page, ground);
  let widget: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const refuse = (why: unknown) => reject(new Error(`Turnstile: ${why}`));
      signal.addEventListener('abort', () => refuse('no longer wanted'));
      widget = api.render(ground, {
        sitekey: run.siteKey,
        action: run.action,
        theme: run.theme === 'system' ? 'auto' : run.theme,
        language: run.locale,
        execution: 'execute',
        appearance: 'interaction-only',
        // `captcha.ts` handles failures and expiry, so the widget must not.
        retry: 'never',
        'refresh-expired': 'never',
        'response-field': false,
        callback: resolve,
        'error-callback': (code: unknown) => {
          refuse(code);
          return true; // otherwise the widget logs it to the console
        },
        'timeout-callback': () => refuse('no answer'),
        'unsupported-callback': () => refuse('this browser is not supported'),
        'before-interactive-callback': () => run.onAsking(true),
        'after-interactive-callback': () => run.onAsking(false),
      });
      if (widget === undefined) refuse('no widget');
      else api.execute(widget);
    });
  } finally {
    if (widget !== undefined) api.remove(widget);
    ground.remove();
  }
}

/**
 * Loads the script once per page, or again after a failure. A Content-Security-Policy with `strict-dynamic` allows it
 * without a nonce, because a script that the policy trusts adds it.
 */
function loadScript(page: Page, url: string): Promise<TurnstileApi> {
  const { document } = page;
  const loaded =
    scripts.get(document) ??
    new Promise<TurnstileApi>((resolve, reject) => {
      if (page.turnstile) return resolve(page.turnstile); // the host page has loaded it already
      const script = document.createElement('script');
      const refuse = () => {
        scripts.delete(document); // the next attempt loads it again
        script.remove();
        reject(new Error(`Turnstile: ${url} could not be loaded`));
      };
      script.src = `${url}?render=explicit`;
      script.async = true;
      script.onload = () => (page.turnstile ? resolve(page.turnstile) : refuse());
      script.onerror = refuse;
      document.head.append(script);
    });
  scripts.set(document, loaded);
  return loaded;
}

/**
 * Adds an element at the foot of the page, in front of its content, for hosts that set no place. Sets its styles as
 * properties, because a Content-Security-Policy can forbid inline style attributes.
 */
function putAtFoot({ document }: Page, ground: HTMLElement): void {
  Object.assign(ground.style, {
    position: 'fixed',
    insetInline: '0',
    bottom: '16px',
    width: 'fit-content',
    margin: '0 auto',
    zIndex: '2147483647',
  });
  document.body.append(ground);
}
