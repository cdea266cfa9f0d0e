import { join } from 'node:path';
import type { HostConfig } from '@latchkey/react';
import { later } from '@latchkey/testkit';
import { type AppInput, adminRoutes } from '@latchkey/wire';
import type { Plugin } from 'esbuild';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  buildHost,
  type Harness,
  type HarnessOptions,
  type Profile,
  type ShareOptions,
  type Sight,
  screenOf,
  shareBrowser,
  startHarness,
  stopClock,
  strictPolicy,
  waitInPage,
} from '../harness/index.ts';
import type {} from './app.tsx';

export interface ModalFixture {
  readonly harness: Harness;
  /** Opens the host app for a new visitor, on a page with its own settings. */
  open(options?: FixtureOptions): Promise<Act>;
  close(): Promise<void>;
}

export interface HostAppOptions {
  config?: HostConfig;
  strictMode?: boolean;
  /** Serves the host app under a policy without `unsafe-*`. */
  strictPolicy?: boolean;
  headers?: Record<string, string>;
  /** Origin under which the host is visited. @default the host's origin on the service's site */
  origin?: string;
  /** Adds hooks for the host's own social, Farcaster and Telegram logins (`window.logins`). */
  logins?: boolean;
  /** Makes the host follow the state of fundings. @default true */
  followsFundings?: boolean;
  /** Address of an image that the host app shows. */
  image?: string;
  /** Markup and styles around the host app. */
  body?: string;
  appId?: string;
  /** @default the address of the harness's service */
  apiUrl?: string;
  clientId?: string;
}

export interface FixtureOptions extends HostAppOptions, Sight {
  clock?: boolean;
  /** Runs before the page loads. */
  prepare?(page: Page): Promise<unknown>;
}

/** A page with the host app, and a user's actions in it. */
export interface Act {
  readonly page: Page;
  readonly dialog: Locator;
  /** Locates the modal while it shows the screen of this name. */
  screen(name: string): Locator;
  /** Clicks 'Log in' and waits for the landing. */
  openLanding(): Promise<void>;
  /** Goes from the landing to the code screen. */
  sendCode(email: string): Promise<void>;
  /** Logs in through the modal, up to the accepted code. */
  logIn(email: string): Promise<void>;
  /** Logs in without the modal, which is faster. */
  enterByCode(email: string): Promise<void>;
  /**
   * Runs a step after which the modal shows 'Success!'. The text shows only briefly, so the watch begins before the
   * step.
   */
  succeed(step: () => Promise<unknown>): Promise<void>;
  /** Logs in through the modal on a page with its own clock, which is stopped before the last digit is typed. */
  logInWithStoppedClock(email: string): Promise<void>;
  /** Waits for a wallet that a login or the host creates, and closes the modal. */
  leaveWithWallet(): Promise<void>;
  /** Returns the callbacks that the host has received so far. */
  told(): Promise<string[]>;
  /** Loads the host app again for the same user, with other settings. */
  visit(options?: HostAppOptions): Promise<void>;
  close(): Promise<void>;
}

const noWallets: EmbeddedWalletConfig = {
  create_on_login: 'off',
  user_owned_recovery_options: [],
  require_user_owned_recovery_on_create: false,
  require_user_password_on_create: false,
};
export const walletsOnLogin: EmbeddedWalletConfig = {
  ...noWallets,
  create_on_login: 'users-without-wallets',
};

type EmbeddedWalletConfig = NonNullable<AppInput['embedded_wallet_config']>;

const entry = join(import.meta.dirname, 'app.tsx');

interface FixtureSettings
  extends Pick<HarnessOptions, 'database' | 'env' | 'hosted' | 'moreApps' | 'originsOf' | 'program'>,
    Pick<ShareOptions, 'resolve' | 'isWhole'> {
  app?: Partial<AppInput>;
  plugins?: Plugin[];
  /** Builds the host app for development. @default false */
  development?: boolean;
}

export async function startFixture(settings: FixtureSettings = {}): Promise<ModalFixture> {
  const { plugins = [], development = false, resolve, isWhole, app: changes, ...harnessOptions } = settings;
  const app = { name: 'Tidewater', embedded_wallet_config: noWallets, ...changes };
  const [harness, script, browser] = await Promise.all([
    startHarness({ app, ...harnessOptions }),
    buildHost(entry, { plugins, development }),
    shareBrowser({ resolve, isWhole }),
  ]);
  let pages = 0;
  return {
    harness,
    async close() {
      await browser.close();
      await harness.close();
    },
    async open(fixture = {}) {
      const profile = await browser.open(fixture);
      const page = await profile.newPage();
      if (fixture.clock) await page.clock.install();
      await fixture.prepare?.(page);
      async function visit(seen: HostAppOptions = {}): Promise<void> {
        await page.goto(`${seen.origin ?? harness.host.origin}${setPage(seen)}`);
      }
      await visit(fixture);
      return createAct(harness, page, profile, visit);
    },
  };

  /** Serves a page of the host app. Returns its path. */
  function setPage(seen: HostAppOptions): string {
    const path = `/act-${++pages}`;
    harness.host.setPage(path, {
      script,
      config: {
        appId: seen.appId ?? harness.appId,
        apiUrl: seen.apiUrl ?? harness.url,
        ...(seen.clientId ? { clientId: seen.clientId } : {}),
        config: seen.config ?? {},
        strictMode: seen.strictMode ?? false,
        logins: seen.logins ?? false,
        followsFundings: seen.followsFundings ?? true,
        image: seen.image ?? null,
      },
      ...(seen.body ? { body: seen.body } : {}),
      headers: { ...(seen.strictPolicy ? strictPolicy(harness.url) : {}), ...seen.headers },
    });
    return path;
  }
}

export interface Play {
  readonly fixture: ModalFixture;
  /** Act of the running test. Closed after it, except that of `openWithSharedWallet`, which later tests use again. */
  readonly act: Act;
  open(options?: FixtureOptions): Promise<void>;
  /** Opens the host app with a user who is logged in and has a wallet. */
  openWithWallet(options?: FixtureOptions): Promise<void>;
  /**
   * Opens the host app as `openWithWallet` does, for the same user in all tests of the file that call it. The page is
   * reloaded if its settings change, or if a test left the modal open. After a failed test, the next one gets a new
   * user.
   */
  openWithSharedWallet(options?: HostAppOptions): Promise<void>;
}

/** Shares a fixture among the tests of a file. Each test opens an act of its own, or the shared one. */
export function shareFixture(options?: Parameters<typeof startFixture>[0]): Play {
  let set: ModalFixture | undefined;
  let current: Act | undefined;
  let shared: { readonly act: Act; settings: string } | undefined;
  beforeAll(async () => {
    set = await startFixture(options);
  });
  afterAll(() => set?.close());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await shared?.act.close();
      shared = undefined;
    }
    if (current !== shared?.act) await current?.close();
    current = undefined;
  });
  const [fixture, act] = [later(() => set), later(() => current)];
  async function open(seen?: FixtureOptions): Promise<void> {
    current = await fixture.open(seen);
  }
  async function openWithWallet(seen?: FixtureOptions): Promise<void> {
    await open(seen);
    await act.enterByCode(newEmail());
    await act.page.evaluate(() => void window.host.createWallet());
    await act.leaveWithWallet();
  }
  return {
    fixture,
    act,
    open,
    openWithWallet,
    async openWithSharedWallet(seen) {
      const settings = JSON.stringify(seen ?? {});
      if (!shared) {
        await openWithWallet(seen);
        if (current) shared = { act: current, settings };
        return;
      }
      current = shared.act;
      const isOpen = (await act.page.locator('latchkey-modal').count()) > 0;
      if (shared.settings === settings && !isOpen) return;
      await act.visit(seen);
      await waitInPage(act.page, () => window.host?.wallets.length > 0);
      shared.settings = settings;
    },
  };
}

function createAct(harness: Harness, page: Page, profile: Profile, visit: Act['visit']): Act {
  const screen = (name: string) => screenOf(page, name);
  async function sendCode(email: string): Promise<void> {
    await page.locator('input[type=email]').fill(email);
    await page.keyboard.press('Enter');
    await screen('AWAITING_PASSWORDLESS_CODE').waitFor();
  }
  async function succeed(step: () => Promise<unknown>): Promise<void> {
    const shown = waitInPage(page, () => {
      const modal = document.querySelector('latchkey-modal, latchkey-panel');
      return modal?.shadowRoot?.textContent?.includes('Success!');
    });
    await Promise.all([shown, step()]);
  }
  async function openLanding(): Promise<void> {
    await page.locator('html[data-ready=true]').waitFor();
    await page.locator('#login').click();
    await page.locator('dialog[open]').waitFor();
    await screen('LANDING').waitFor();
  }
  return {
    page,
    dialog: page.locator('latchkey-modal dialog'),
    screen,
    openLanding,
    sendCode,
    async logIn(email) {
      await openLanding();
      await sendCode(email);
      const code = await harness.inbox.nextCode(email);
      await succeed(() => page.keyboard.type(code));
    },
    async enterByCode(email) {
      await page.locator('html[data-ready=true]').waitFor();
      await page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
      const code = await harness.inbox.nextCode(email);
      await page.evaluate((given) => window.host.emailLogin.loginWithCode({ code: given }), code);
      await waitInPage(page, () => window.host.latchkey.authenticated);
    },
    succeed,
    async logInWithStoppedClock(email) {
      await openLanding();
      await sendCode(email);
      const code = await harness.inbox.nextCode(email);
      await page.keyboard.type(code.slice(0, 5));
      await stopClock(page);
      await page.keyboard.type(code.slice(5));
      await page.getByText('Success!').waitFor();
    },
    async leaveWithWallet() {
      // Waits for the wallet and not for the screen that announces it, because the screen closes by itself.
      await waitInPage(page, () => window.host.wallets.length > 0);
      await page
        .locator('.shell[data-screen=EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN]')
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('latchkey-modal').waitFor({ state: 'detached' });
    },
    told: () => page.evaluate(() => window.told),
    visit,
    close: profile.close,
  };
}

/** Creates another app that the host may use, as an operator does, and returns its id. */
export async function createApp(harness: Harness, settings: AppInput): Promise<string> {
  const { id } = await callAsOperator(harness, 'POST', adminRoutes.createApp.path, {
    name: 'Tidewater',
    email_auth: true,
    allowed_origins: [harness.host.origin],
    ...settings,
  });
  return id;
}

/** Changes settings of an app that `createApp` made, as an operator does. */
export async function changeApp(harness: Harness, appId: string, settings: AppInput): Promise<void> {
  await callAsOperator(harness, 'PATCH', adminRoutes.updateApp.path.replace('{id}', appId), settings);
}

async function callAsOperator(
  harness: Harness,
  method: string,
  path: string,
  settings: AppInput,
): Promise<{ id: string }> {
  const response = await fetch(`${harness.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: 'Bearer latchkey-dev-admin' },
    body: JSON.stringify(settings),
  });
  const app = (await response.json()) as { id: string };
  if (!response.ok) throw new Error(`the app was not written: ${JSON.stringify(app)}`);
  return app;
}

/** Creates a gate, which is closed until the test opens it. */
export function createGate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Returns an email address that no other test of the file uses, because the service limits codes to each address. */
export function newEmail(): string {
  return `person-${++people}@host.example`;
}
let people = 0;

/** Returns a phone number that no other test of the file uses, with its calling code. */
export function newNumber(): string {
  return `+1201555${String(++numbers).padStart(4, '0')}`;
}
let numbers = 100;
