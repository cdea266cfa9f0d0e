import { join } from 'node:path';
import { later } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type {} from '../hosts/coreHost.ts';
import { type Profile, type Sight, shareBrowser } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';
import { buildHost } from './host.ts';
import { waitInPage } from './waitInPage.ts';

/** The host app without a modal, open in a page (`e2e/hosts/coreHost.ts`). Calls run in that page. */
export interface CoreApp {
  readonly page: Page;
  logIn(email: string): Promise<void>;
  createWallet(): Promise<string>;
  listWallets(): Promise<string[]>;
  signMessage(message: string): Promise<string>;
  logout(): Promise<void>;
  getAccessToken(): Promise<string | null>;
  isAuthenticated(): Promise<boolean>;
}

const path = '/core';

/** Serves the host app without a modal on the harness's host, with these headers on its page. */
export async function publishCoreHost(
  harness: Harness,
  { headers = {}, ...options }: { apiUrl?: string; clientId?: string; headers?: Record<string, string> } = {},
): Promise<void> {
  harness.host.setPage(path, {
    script: await buildHost(join(import.meta.dirname, '../hosts/coreHost.ts')),
    config: { apiUrl: harness.url, appId: harness.appId, ...options },
    headers,
  });
}

export interface CoreFixture {
  readonly harness: Harness;
  readonly profile: Profile;
  open(sight?: Sight): Promise<Profile>;
}

/** Shares a harness and a Chromium among the tests of a file. */
export function shareCoreFixture(): CoreFixture {
  let made: Harness | undefined;
  let browser: Awaited<ReturnType<typeof shareBrowser>> | undefined;
  let profile: Profile | undefined;
  beforeAll(async () => {
    [made, browser] = await Promise.all([startHarness(), shareBrowser()]);
    await publishCoreHost(made);
  });
  afterAll(async () => {
    await browser?.close();
    await made?.close();
  });
  const [harness, chromium] = [later(() => made), later(() => browser)];
  beforeEach(async () => {
    profile = await chromium.open();
  });
  afterEach(() => profile?.close());
  return { harness, profile: later(() => profile), open: (sight) => chromium.open(sight) };
}

/** Opens the host app without a modal and waits until its client is ready. */
export async function openCoreApp(harness: Harness, page: Page, origin: string): Promise<CoreApp> {
  await page.goto(`${origin}${path}`);
  await waitInPage(page, () => window.latchkey !== undefined);
  await page.evaluate(() => window.latchkey.start());
  return {
    page,
    async logIn(email) {
      await page.evaluate((to) => window.latchkey.sendCode(to), email);
      const code = await harness.inbox.nextCode(email);
      await page.evaluate((digits) => window.latchkey.loginWithCode(digits), code);
    },
    createWallet: () => page.evaluate(() => window.latchkey.createWallet()),
    listWallets: () => page.evaluate(() => window.latchkey.listWallets()),
    signMessage: (message) => page.evaluate((text) => window.latchkey.signMessage(text), message),
    logout: () => page.evaluate(() => window.latchkey.logout()),
    getAccessToken: () => page.evaluate(() => window.latchkey.getAccessToken()),
    isAuthenticated: () => page.evaluate(() => window.latchkey.state().authenticated),
  };
}
