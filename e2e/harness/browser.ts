import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithin, temporaryFolder } from '@latchkey/testkit';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright-core';
import { type AcquiredContext, type Contexts, createContextPool, createFreshContexts } from './contexts.ts';
import { followContext } from './evidence/keepEvidence.ts';
import { retryPageClose } from './retryPageClose.ts';

/** Debian's Chromium, used if it is installed; otherwise Playwright's. */
const systemChromium = '/usr/bin/chromium';
/** Debian's Chromium without a window around its pages, which takes less CPU time. */
const systemShell = '/usr/bin/chromium-headless-shell';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Draws text independently of the machine's display settings.
  '--disable-lcd-text',
  // Pages of one site in a context share a process (`createContextPool`).
  '--process-per-site',
];

/** A page of a test lives for seconds. Compiling its scripts to fast code takes more time than that code saves. */
const withoutFastCode = '--js-flags=--no-opt --no-maglev';

/**
 * Features of Chromium to turn off. Those named `WebUIOmnibox…` load invisible pages in each new window; the last
 * starts a process in advance for a site that no test visits. Chromium applies only the last `--disable-features`, so
 * the list begins with the features that Playwright (1.65) turns off, except those for Windows and Edge.
 */
const offFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/** Timeout of a step in ms, long enough for a busy machine. */
const timeoutMs = 60_000;

const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
export type Screen = keyof typeof screens;

export interface Sight {
  /** @default 'desktop' */
  screen?: Screen;
  /** @default 'light' */
  colorScheme?: 'light' | 'dark';
  /**
   * The user's system setting for motion. Reduced motion keeps places and sizes still and saves CPU time.
   *
   * @default 'reduce'
   */
  reducedMotion?: 'no-preference' | 'reduce';
}

/** Settings for tests about motion, and for journeys that must work as most users see them. */
export const withMotion: Sight = { reducedMotion: 'no-preference' };

export interface ProfileOptions extends Sight {
  /**
   * Permission for frames of another site to store data.
   *
   * @default 'blocked'
   */
  thirdPartyStorage?: 'allowed' | 'blocked' | undefined;
  /** Host names that resolve to this machine, for origins that the browser does not regard as loopback. */
  resolve?: readonly string[] | undefined;
  /**
   * True to compile hot scripts to fast code, as users' browsers do. For benches of code that runs often.
   *
   * @default false
   */
  hasFastCode?: boolean | undefined;
}

export interface Profile {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface SharedBrowser {
  /** Opens a browser for a user, with storage of its own. */
  open(sight?: Sight): Promise<Profile>;
  close(): Promise<void>;
}

export interface ShareOptions extends Pick<ProfileOptions, 'resolve'> {
  /**
   * True for the Chromium with a window. It offers autofill and blocks the storage of frames of another site. The
   * headless shell and `launchBrowser` can allow such storage.
   *
   * @default false
   */
  isWhole?: boolean | undefined;
}

/** Returns a Chromium for several users, each in a context of their own, which costs much less than a process each. */
export async function shareBrowser(options: ShareOptions = {}): Promise<SharedBrowser> {
  const own = options.resolve?.length ? await chromium.launch(launchOptions(options)) : null;
  const contexts = own ? createFreshContexts(own) : (await keptBrowser(options)).contexts;
  const open = new Set<Profile>();
  return {
    async open(sight = {}) {
      const profile = await toProfile(await contexts.acquire(contextOptions(sight)));
      open.add(profile);
      return profile;
    },
    async close() {
      await Promise.all([...open].map((profile) => profile.close()));
      await own?.close();
    },
  };
}

/** Opens a user's browser in the Chromium that the test files of a worker share. Closing it deletes its data. */
export async function openProfile(options: Sight & Pick<ShareOptions, 'isWhole'> = {}): Promise<Profile> {
  const browser = await shareBrowser(options);
  return browser.open(options);
}

interface KeptBrowser {
  readonly browser: Browser;
  readonly contexts: Contexts;
}

const kept = new Map<boolean, Promise<KeptBrowser>>();

/** Returns the Chromium that the test files of a worker share, one after the other. It ends with the worker. */
async function keptBrowser({ isWhole = false }: ShareOptions): Promise<KeptBrowser> {
  const before = await kept.get(isWhole)?.catch(() => undefined);
  if (before?.browser.isConnected()) return before;
  const launched = chromium.launch(launchOptions({ isWhole })).then((browser) => ({
    browser,
    contexts: isWhole ? createFreshContexts(browser) : createContextPool(browser),
  }));
  kept.set(isWhole, launched);
  return launched;
}

/** Starts Chromium as a process of its own, with a fresh profile on disk. */
export async function launchBrowser(options: ProfileOptions = {}): Promise<Profile> {
  const folder = temporaryFolder('profile');
  await writePreferences(folder, options.thirdPartyStorage ?? 'blocked');
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions({ ...options, isWhole: true }),
    ...contextOptions(options),
  });
  const close = context.close.bind(context);
  return toProfile({
    context,
    async openPage() {
      // A new profile has one blank page.
      const blank = context.pages().find((page) => page.url() === 'about:blank');
      return blank ?? context.newPage();
    },
    async release() {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  });
}

/** Creates a user's browser. It closes when the test file ends, at the latest. */
async function toProfile({ context, openPage, release }: AcquiredContext): Promise<Profile> {
  context.setDefaultTimeout(timeoutMs);
  const unfollow = await followContext(context);
  const leaveClosing = retryPageClose(context);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      forget();
      leaveClosing();
      await release(await unfollow());
    })();
    return closing;
  };
  const forget = endWithin(close, 'file');
  // Some tests close their browser through the page's context.
  context.close = close;
  return { context, newPage: openPage, close };
}

function launchOptions({
  resolve = [],
  isWhole = false,
  hasFastCode = false,
}: ShareOptions & Pick<ProfileOptions, 'hasFastCode'>) {
  const systems = isWhole ? [systemChromium] : [systemShell, systemChromium];
  const executablePath = systems.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : isWhole ? { channel: 'chromium' } : {}),
    args: [
      ...flags,
      ...(hasFastCode ? [] : [withoutFastCode]),
      `--disable-features=${offFeatures.join(',')}`,
      ...resolverFlags(resolve),
    ],
  };
}

function contextOptions(sight: Sight): BrowserContextOptions {
  const { screen = 'desktop', colorScheme = 'light', reducedMotion = 'reduce' } = sight;
  return {
    // Sites with TLS present a certificate that the tests made (secureSites.ts).
    ignoreHTTPSErrors: true,
    viewport: screens[screen],
    colorScheme,
    reducedMotion,
    hasTouch: screen === 'phone',
    isMobile: screen === 'phone',
    deviceScaleFactor: screen === 'phone' ? 2 : 1,
  };
}

const loopback = ['localhost', '*.localhost', '127.0.0.1', '[::1]'];

/** Returns flags that make all other names fail to resolve, so that pages call no third parties by name. */
function resolverFlags(names: readonly string[]): string[] {
  const rules = [
    ...names.map((name) => `MAP ${name} 127.0.0.1`),
    'MAP * ~NOTFOUND',
    ...loopback.map((name) => `EXCLUDE ${name}`),
  ];
  return [`--host-resolver-rules=${rules.join(',')}`];
}

/** Writes Chromium's setting for third-party cookies, which also governs the storage of third-party frames. */
async function writePreferences(folder: string, thirdPartyStorage: 'allowed' | 'blocked'): Promise<void> {
  await mkdir(join(folder, 'Default'));
  const preferences = { profile: { cookie_controls_mode: thirdPartyStorage === 'blocked' ? 1 : 0 } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
}

/** Checks whether the iframe in the page may use IndexedDB. */
export async function probeStorage(page: Page): Promise<'open' | 'refused'> {
  const html = page.frameLocator('iframe').locator('html');
  await html.waitFor({ state: 'attached' });
  return html.evaluate(
    () =>
      new Promise<'open' | 'refused'>((resolve) => {
        const request = indexedDB.open('probe');
        request.onsuccess = () => resolve('open');
        request.onerror = () => resolve('refused');
      }),
  );
}

/** Saves a screenshot of a page under `artifacts/`, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../artifacts');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Stops the page's clock. The test then moves it with `page.clock`. */
export async function stopClock(page: Page): Promise<void> {
  // The time must still be in the future when the browser receives it, however busy the machine is.
  for (let aheadMs = 50; ; aheadMs *= 2) {
    const at = (await page.evaluate(() => Date.now())) + aheadMs;
    try {
      return await page.clock.pauseAt(at);
    } catch (error) {
      if (aheadMs > 500 || !/past/.test(String(error))) throw error;
    }
  }
}

/** Presses a button that closes its own page. An ordinary click would fail when the page closes. */
export async function pressAndClose(button: Locator): Promise<void> {
  const closed = button.page().waitForEvent('close');
  await button.evaluate((element: HTMLElement) => void setTimeout(() => element.click()));
  await closed;
}

/**
 * Presses a button of the export page twice, as a user must: the second time when the button shows its warning and is
 * ready.
 */
export async function pressTwice(frame: Frame | FrameLocator, name: string): Promise<void> {
  await frame.getByRole('button', { name, exact: true }).click();
  await frame.locator('button.warned.ready').click();
}
