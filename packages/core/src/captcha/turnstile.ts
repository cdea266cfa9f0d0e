import type { Environment } from '../environment.ts';

/** `window.turnstile`, as far as it is used. */
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
  /** What the token is for: the service compares it. */
  readonly action: string;
  readonly place: HTMLElement | null;
  readonly theme: 'light' | 'dark' | 'system';
  readonly locale: string;
  readonly signal: AbortSignal;
  onAsking(isAsking: boolean): void;
}

const scripts = new WeakMap<Document, Promise<TurnstileApi>>();

/**
 * Has Turnstile check whether a person is there, and gives its token. The widget is made for one check and taken away
 * after it; it is seen only when the person has something to do.
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 *
 * @throws Error when the check fails or its script cannot be loaded (blocked, no network): plain ones, which the captcha
 *   makes a `captcha_failure`, so that this file needs nothing that a page loads at start and splits none of it off
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
        // What becomes of a failure or an expiry is decided here, not by the widget.
        retry: 'never',
        'refresh-expired': 'never',
        'response-field': false,
        callback: resolve,
        'error-callback': (code: unknown) => {
          refuse(code);
          return true; // or it would be written to the page's console
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

/** Loads the script once a page. A script that our own one adds needs no nonce where the policy has `strict-dynamic`. */
function loadScript(page: Page, url: string): Promise<TurnstileApi> {
  const { document } = page;
  const loaded =
    scripts.get(document) ??
    new Promise<TurnstileApi>((resolve, reject) => {
      if (page.turnstile) return resolve(page.turnstile); // the host's own pages use it
      const script = document.createElement('script');
      const refuse = () => {
        scripts.delete(document); // the next try loads it again
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

/** A place above all of the page, for hosts that gave none; styled by properties, which every policy allows. */
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
