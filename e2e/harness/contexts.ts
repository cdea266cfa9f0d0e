import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { isTraced } from './evidence/keepEvidence.ts';

/** Contexts of one Chromium. A person has one at a time, and finds nothing of anyone else in it. */
export interface Contexts {
  acquire(options: BrowserContextOptions): Promise<AcquiredContext>;
}

/** A context that one person has. */
export interface AcquiredContext {
  readonly context: BrowserContext;
  openPage(): Promise<Page>;
  /**
   * Closes the person's pages and deletes what they stored.
   *
   * @param hasFailed - Whether a test failed in the context, of which nothing is used again.
   */
  release(hasFailed: boolean): Promise<void>;
}

/** A new context for each person. */
export function createFreshContexts(browser: Browser): Contexts {
  return {
    async acquire(options) {
      const context = await browser.newContext(options);
      const close = context.close.bind(context);
      return { context, openPage: () => context.newPage(), release: () => close() };
    },
  };
}

/** A context of the pool. */
interface PooledContext {
  readonly context: BrowserContext;
  /** False once a person has changed it in a way that cannot be undone. */
  isReusable: boolean;
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
 * loading the page. In a pooled context the pages of all persons share a process. Each page is still a window of its own, with its own
 * history and `sessionStorage`.
 */
export function createContextPool(browser: Browser): Contexts {
  /** By their options. One of a kind is enough, and each holds a process. */
  const waiting = new Map<string, PooledContext>();
  return {
    async acquire(options) {
      const kind = JSON.stringify(options);
      const before = waiting.get(kind);
      waiting.delete(kind);
      const pooled = before ?? createPooled(await browser.newContext(options));
      const { context, opener } = pooled;
      return {
        context,
        async openPage() {
          if (!opener) return context.newPage();
          const opened = context.waitForEvent('page');
          await opener.page.evaluate(() => void window.open('', '_blank', 'noopener'));
          return opened;
        },
        async release(hasFailed) {
          if (hasFailed || !pooled.isReusable || isTraced) return pooled.close();
          await clear(pooled);
          if (waiting.has(kind)) return pooled.close();
          waiting.set(kind, pooled);
        },
      };
    },
  };
}

function createPooled(context: BrowserContext): PooledContext {
  const pages = context.pages.bind(context);
  const pooled: PooledContext = {
    context,
    isReusable: true,
    opener: null,
    close: context.close.bind(context),
  };
  context.pages = () => pages().filter((page) => page !== pooled.opener?.page);
  retireWhenChanged(pooled);
  return pooled;
}

/** Pages of the host and the service are of the same site: a port is no part of one. */
const openerUrl = 'http://localhost:1/';

/** Opens the page that stays. It shares the process of the pages that are still open. */
async function createOpener(pooled: PooledContext): Promise<Opener> {
  const page = await pooled.context.newPage();
  page.once('crash', () => {
    pooled.isReusable = false;
  });
  await page.route(openerUrl, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Opener</title>' }),
  );
  await page.goto(openerUrl);
  return { page, session: await pooled.context.newCDPSession(page) };
}

/** Notes calls that change a context for all its pages to come, and that no other call takes back. */
function retireWhenChanged(pooled: PooledContext): void {
  const { context } = pooled;
  const retire = () => {
    pooled.isReusable = false;
  };
  before(context, 'addInitScript', retire);
  before(context, 'exposeBinding', retire);
  before(context, 'exposeFunction', retire);
  before(context, 'routeWebSocket', retire);
  before(context, 'setExtraHTTPHeaders', retire);
  before(context, 'setGeolocation', retire);
  before(context, 'setOffline', retire);
  // A page's clock is that of its context.
  before(context.clock, 'install', retire);
  before(context.clock, 'pauseAt', retire);
  before(context.clock, 'setFixedTime', retire);
  before(context.clock, 'setSystemTime', retire);
}

/** Has something done before each call of a method. */
function before<Owner extends object>(owner: Owner, name: keyof Owner, act: () => void): void {
  const call = owner[name] as (...args: unknown[]) => unknown;
  Reflect.set(owner, name, (...args: unknown[]) => {
    act();
    return call.apply(owner, args);
  });
}

async function clear(pooled: PooledContext): Promise<void> {
  const { context } = pooled;
  pooled.opener ??= await createOpener(pooled);
  const { session } = pooled.opener;
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
    // Cookies as well.
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
  ]);
}
