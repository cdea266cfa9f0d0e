import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { isTraced } from './evidence/keepEvidence.ts';

/** Browser contexts of one Chromium. One user at a time has a context. */
export interface Contexts {
  acquire(options: BrowserContextOptions): Promise<AcquiredContext>;
}

export interface AcquiredContext {
  readonly context: BrowserContext;
  openPage(): Promise<Page>;
  /** Closes the user's pages and deletes what they stored. Closes the whole context if it cannot be used again. */
  release(hasFailed: boolean): Promise<void>;
}

/** Creates a new context for each user. */
export function createFreshContexts(browser: Browser): Contexts {
  return {
    async acquire(options) {
      const context = await browser.newContext(options);
      const close = context.close.bind(context);
      return { context, openPage: () => context.newPage(), release: () => close() };
    },
  };
}

interface PooledContext {
  readonly context: BrowserContext;
  /** False once a user has changed the context in a way that cannot be undone, or its opener has crashed. */
  isReusable: boolean;
  /** Opens the windows of later users. */
  opener: Opener | null;
  close(): Promise<void>;
}

/** A blank page that stays open. The windows that it opens share its process (`--process-per-site`). */
interface Opener {
  readonly page: Page;
  readonly session: CDPSession;
}

/**
 * Creates contexts that users have one after the other. In a new context, Chromium starts a process for the first page,
 * which compiles every script again; in a pooled context the pages of all users share a process.
 */
export function createContextPool(browser: Browser): Contexts {
  /** Unused contexts by their options, at most one for each set of options, because each keeps a process. */
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

/** Address of the opener, on the site of the service and of host pages on `localhost`: a site includes no port. */
const openerUrl = 'http://localhost:1/';

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

/**
 * Marks the context as not reusable when a call changes it for all its later pages in a way that `clear` does not
 * undo.
 */
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
  // A page's clock belongs to its context.
  before(context.clock, 'install', retire);
  before(context.clock, 'pauseAt', retire);
  before(context.clock, 'setFixedTime', retire);
  before(context.clock, 'setSystemTime', retire);
}

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
    // Includes cookies.
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
  ]);
}
