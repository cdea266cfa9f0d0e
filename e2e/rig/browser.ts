import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium where it is installed; elsewhere the one that Playwright brought. */
const systemChromium = '/usr/bin/chromium';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
export type Screen = keyof typeof screens;

export interface ProfileOptions {
  /** @default 'desktop' */
  screen?: Screen;
  /** @default 'light' */
  colorScheme?: 'light' | 'dark';
  /** Whether frames of another site may store anything. @default 'blocked', as in most people's browsers */
  thirdPartyStorage?: 'allowed' | 'blocked';
  /** Names that lead to this machine, for origins that are not loopback to the browser. */
  resolve?: readonly string[];
}

/** One person's browser: a fresh profile on disk, so that storage survives pages but nothing survives `close`. */
export interface Profile {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Starts Chromium with a profile of its own.
 *
 * Each profile is a browser process of its own and not a context in a shared one, because contexts other than a
 * profile's default are incognito, where Chromium blocks third-party storage whatever the setting says.
 */
export async function launchBrowser(options: ProfileOptions = {}): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
  await writePreferences(folder, options.thirdPartyStorage ?? 'blocked');
  const screen = options.screen ?? 'desktop';
  const context = await chromium.launchPersistentContext(folder, {
    ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
    args: [...flags, ...resolverFlags(options.resolve ?? [])],
    viewport: screens[screen],
    colorScheme: options.colorScheme ?? 'light',
    hasTouch: screen === 'phone',
    isMobile: screen === 'phone',
    deviceScaleFactor: screen === 'phone' ? 2 : 1,
  });
  context.setDefaultTimeout(20_000);
  return {
    context,
    async newPage() {
      // A profile begins with one blank page.
      const blank = context.pages().find((page) => page.url() === 'about:blank');
      return blank ?? context.newPage();
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function resolverFlags(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`--host-resolver-rules=${names.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`];
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
