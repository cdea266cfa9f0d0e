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

/** Debian's Chromium where it is installed; elsewhere the one that Playwright brought. */
const systemChromium = '/usr/bin/chromium';
/** The same Chromium without a window around its pages, which takes a quarter less of the processor. */
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
  // Letters are painted alike whatever screen the machine is set up for.
  '--disable-lcd-text',
  // Pages of one context share a process (`createContextPool`).
  '--process-per-site',
  // A page of a test lives for seconds. Compiling its scripts to fast code takes more than that code saves.
  '--js-flags=--no-opt --no-maglev',
];

/**
 * Features of Chromium that are off. Those of the address bar load pages of its own in each new window, which no one
 * sees and which take half of what a page of ours takes; the last starts a process for a next site that never comes.
 * Chromium heeds the last switch of this name alone, so the first ones are those that Playwright (1.65) turns off by it.
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

/** How long a step waits for what it needs, in ms: for a machine that does much else. */
const timeoutMs = 60_000;

const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
export type Screen = keyof typeof screens;

/** How a person looks at pages. */
export interface Sight {
  /** @default 'desktop' */
  screen?: Screen;
  /** @default 'light' */
  colorScheme?: 'light' | 'dark';
  /**
   * Whether the person has asked their system for little motion. Most tests look at what is there once nothing moves: what
   * is on its way has other places and sizes in each frame, and painting the frames takes a tenth of the processor.
   * @default 'reduce'
   */
  reducedMotion?: 'no-preference' | 'reduce';
}

/** For what is about motion, and for walks that have to work as most people see them. */
export const withMotion: Sight = { reducedMotion: 'no-preference' };

export interface ProfileOptions extends Sight {
  /** Whether frames of another site may store anything. @default 'blocked', as in most people's browsers */
  thirdPartyStorage?: 'allowed' | 'blocked' | undefined;
  /** Names that lead to this machine, for origins that are not loopback to the browser. */
  resolve?: readonly string[] | undefined;
}

/** One person's browser: storage survives pages, and nothing survives `close`. */
export interface Profile {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** One Chromium for many persons. */
export interface SharedBrowser {
  /** A person's browser in it: nothing is shared with the other ones. */
  open(sight?: Sight): Promise<Profile>;
  close(): Promise<void>;
}

/** What a shared Chromium is like. */
export interface ShareOptions extends Pick<ProfileOptions, 'resolve'> {
  /**
   * Whether it is the one with a window: it offers what it fills into fields, and blocks what frames of another site store, as
   * most people's browsers do. Where such frames may store something, take `launchBrowser`.
   * @default false
   */
  isWhole?: boolean | undefined;
}

/** Starts a Chromium for many persons, each in a context of its own: a fiftieth of what a process for each costs. */
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

/** A person's browser in the Chromium that the test files of one worker share. It forgets all when it is closed. */
export async function openProfile(options: Sight & Pick<ShareOptions, 'isWhole'> = {}): Promise<Profile> {
  const browser = await shareBrowser(options);
  return browser.open(options);
}

interface KeptBrowser {
  readonly browser: Browser;
  readonly contexts: Contexts;
}

const kept = new Map<boolean, Promise<KeptBrowser>>();

/** The Chromium that the test files of one worker share, one after the other. It ends with the worker. */
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
      // A profile begins with one blank page.
      const blank = context.pages().find((page) => page.url() === 'about:blank');
      return blank ?? context.newPage();
    },
    async release() {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  });
}

/** A person's browser. It closes with the file of tests at the latest, because the hook that does it may have timed out. */
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
  // A test may have its page alone at hand.
  context.close = close;
  return { context, newPage: openPage, close };
}

function launchOptions({ resolve = [], isWhole = false }: ShareOptions) {
  const systems = isWhole ? [systemChromium] : [systemShell, systemChromium];
  const executablePath = systems.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : isWhole ? { channel: 'chromium' } : {}),
    args: [...flags, `--disable-features=${offFeatures.join(',')}`, ...resolverFlags(resolve)],
  };
}

function contextOptions(sight: Sight): BrowserContextOptions {
  const { screen = 'desktop', colorScheme = 'light', reducedMotion = 'reduce' } = sight;
  return {
    // Sites with TLS show a certificate that the tests made (secureSites.ts).
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

/** All other names lead nowhere: pages of published clients ask third parties, and tests speak to loopback alone. */
function resolverFlags(names: readonly string[]): string[] {
  const rules = [
    ...names.map((name) => `MAP ${name} 127.0.0.1`),
    'MAP * ~NOTFOUND',
    ...loopback.map((name) => `EXCLUDE ${name}`),
  ];
  return [`--host-resolver-rules=${rules.join(',')}`];
}

/** Chromium's own switch for third-party cookies, which rules all storage of third-party frames. */
async function writePreferences(folder: string, thirdPartyStorage: 'allowed' | 'blocked'): Promise<void> {
  await mkdir(join(folder, 'Default'));
  const preferences = { profile: { cookie_controls_mode: thirdPartyStorage === 'blocked' ? 1 : 0 } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
}

/** Whether the wallet frame of a page may use IndexedDB: tried in the frame itself. */
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

/** Keeps a picture of a page under `artifacts/`, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../artifacts');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Stops the page's clock; from here on only `page.clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  // The moment has to lie ahead when the browser is told of it, however busy the machine is.
  for (let aheadMs = 50; ; aheadMs *= 2) {
    const at = (await page.evaluate(() => Date.now())) + aheadMs;
    try {
      return await page.clock.pauseAt(at);
    } catch (error) {
      if (aheadMs > 500 || !/past/.test(String(error))) throw error;
    }
  }
}

/** Presses a button that closes its own page, which a click in the ordinary way does not outlive. */
export async function pressAndClose(button: Locator): Promise<void> {
  const closed = button.page().waitForEvent('close');
  await button.evaluate((element: HTMLElement) => void setTimeout(() => element.click()));
  await closed;
}

/** Presses a button of the export page as a person does: reads what it turns into, and presses that a second later. */
export async function pressTwice(frame: Frame | FrameLocator, name: string): Promise<void> {
  await frame.getByRole('button', { name, exact: true }).click();
  await frame.locator('button.warned.ready').click();
}
