import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { isTraced } from './evidence/keepEvidence.ts';

/** Contexts of one Chromium. A person has one at a time, and finds nothing of anyone else in it. */
export interface Contexts {
  take(options: BrowserContextOptions): Promise<Turn>;
}

/** A person's time in a context. */
export interface Turn {
  readonly context: BrowserContext;
  openPage(): Promise<Page>;
  /**
   * Closes the person's pages and deletes what they stored.
   *
   * @param hasFailed - Whether a test failed in the context, of which nothing is used again.
   */
  end(hasFailed: boolean): Promise<void>;
}

/** A new context for each person. */
export function createContexts(browser: Browser): Contexts {
  return {
    async take(options) {
      const context = await browser.newContext(options);
      const close = context.close.bind(context);
      return { context, openPage: () => context.newPage(), end: () => close() };
    },
  };
}

/** A context that waits for its next person. */
interface KeptContext {
  readonly context: BrowserContext;
  /** Whether a person changed it in a way that cannot be taken back. */
  isSpent: boolean;
  /** Opens the windows of later persons. */
  opener: Opener | null;
  close(): Promise<void>;
}

/** A blank page that stays. The windows that it opens share its process (`--process-per-site`). */
interface Opener {
  readonly page: Page;
  readonly session: CDPSession;
}

/**
 * Contexts that persons have one after the other.
 *
 * In a new context, Chromium starts a process for the first page, which compiles every script anew. That is as much work again as
 * loading the page. In a kept one the pages of all persons share a process. Each page is still a window of its own, with its own
 * history and `sessionStorage`.
 */
export function keepContexts(browser: Browser): Contexts {
  /** By their options. One of a kind is enough, and each holds a process. */
  const waiting = new Map<string, KeptContext>();
  return {
    async take(options) {
      const kind = JSON.stringify(options);
      const before = waiting.get(kind);
      waiting.delete(kind);
      const kept = before ?? makeKept(await browser.newContext(options));
      const { context, opener } = kept;
      return {
        context,
        async openPage() {
          if (!opener) return context.newPage();
          const opened = context.waitForEvent('page');
          await opener.page.evaluate(() => void window.open('', '_blank', 'noopener'));
          return opened;
        },
        async end(hasFailed) {
          if (hasFailed || kept.isSpent || isTraced || waiting.has(kind)) return kept.close();
          await clear(kept);
          waiting.set(kind, kept);
        },
      };
    },
  };
}

function makeKept(context: BrowserContext): KeptContext {
  const pages = context.pages.bind(context);
  const kept: KeptContext = { context, isSpent: false, opener: null, close: context.close.bind(context) };
  context.pages = () => pages().filter((page) => page !== kept.opener?.page);
  spendWhenChanged(kept);
  return kept;
}

/** Pages of the host and the service are of the same site: a port is no part of one. */
const openerUrl = 'http://localhost:1/';

/** Opens the page that stays. It shares the process of the pages that are still open. */
async function openOpener(kept: KeptContext): Promise<Opener> {
  const page = await kept.context.newPage();
  page.once('crash', () => {
    kept.isSpent = true;
  });
  await page.route(openerUrl, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Kept</title>' }),
  );
  await page.goto(openerUrl);
  return { page, session: await kept.context.newCDPSession(page) };
}

/** Notes calls that change a context for all its pages to come, and that no other call takes back. */
function spendWhenChanged(kept: KeptContext): void {
  const { context } = kept;
  const spend = () => {
    kept.isSpent = true;
  };
  before(context, 'addInitScript', spend);
  before(context, 'exposeBinding', spend);
  before(context, 'exposeFunction', spend);
  before(context, 'routeWebSocket', spend);
  before(context, 'setExtraHTTPHeaders', spend);
  before(context, 'setGeolocation', spend);
  before(context, 'setOffline', spend);
  // A page's clock is that of its context.
  before(context.clock, 'install', spend);
  before(context.clock, 'pauseAt', spend);
  before(context.clock, 'setFixedTime', spend);
  before(context.clock, 'setSystemTime', spend);
}

/** Has something done before each call of a method. */
function before<Owner extends object>(owner: Owner, name: keyof Owner, act: () => void): void {
  const call = owner[name] as (...args: unknown[]) => unknown;
  Reflect.set(owner, name, (...args: unknown[]) => {
    act();
    return call.apply(owner, args);
  });
}

async function clear(kept: KeptContext): Promise<void> {
  const { context } = kept;
  kept.opener ??= await openOpener(kept);
  const { session } = kept.opener;
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
    // Cookies as well.
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
  ]);
}
