import { join } from 'node:path';
import type { HostConfig } from '@latchkey/react';
import { type DatabaseKind, later } from '@latchkey/testkit';
import { type AppInput, adminRoutes } from '@latchkey/wire';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { buildHost, type Harness, openProfile, type Profile, startHarness } from '../harness/index.ts';
import type {} from './app.tsx';

/* Two apps of one service on two origins, and the hosted pages. 'Harbour' holds the wallets, 'Market' uses them. */

/** Sites of the requester and the hosted pages. The service is on `localhost`. */
export interface Places {
  readonly requester: 'localhost' | '127.0.0.1';
  readonly hosted: 'same-site' | 'cross-site';
  /** Permission for frames of another site to store data. */
  readonly storage: 'allowed' | 'blocked';
}

export const usual: Places = { requester: '127.0.0.1', hosted: 'same-site', storage: 'allowed' };
/**
 * Hosted pages on another site than the service and the requester, in a browser that blocks storage of frames of
 * other sites.
 */
export const strangers: Places = { requester: 'localhost', hosted: 'cross-site', storage: 'blocked' };

export interface CrossAppFixtureOptions {
  readonly places?: Places;
  readonly provider?: AppInput;
  readonly requester?: AppInput;
  readonly readOnly?: boolean;
  readonly database?: DatabaseKind;
}

export interface CrossAppFixture {
  readonly harness: Harness;
  readonly hostedUrl: string;
  readonly providerId: string;
  readonly requesterId: string;
  readonly origin: string;
  open(config?: HostConfig): Promise<RequesterVisit>;
  openProvider(profile: Profile): Promise<Page>;
  change(appId: string, settings: AppInput): Promise<void>;
  close(): Promise<void>;
}

/** A user on the requester's page, and in the popups that it opens. */
export interface RequesterVisit {
  readonly page: Page;
  readonly profile: Profile;
  press(name: string): Promise<void>;
  openPopup(name: string): Promise<Page>;
  outcome(): Promise<string>;
  address(): Promise<string>;
  told(): Promise<string[]>;
  /** Logs in to the provider by email in a hosted page. This creates a wallet unless a test has turned that off. */
  enter(popup: Page, email: string): Promise<void>;
  /** Presses a button that closes a hosted page, once it is enabled. */
  answer(popup: Page, name: string): Promise<void>;
  connect(email: string): Promise<void>;
  /** Opens a popup with a button, looks at it, and presses a button that closes it. Returns the outcome. */
  request(name: string, button: string, look?: (popup: Page) => Promise<void>): Promise<string>;
  logIn(page: Page, email: string): Promise<void>;
  close(): Promise<void>;
}

const wallets = {
  create_on_login: 'users-without-wallets' as const,
  user_owned_recovery_options: [],
  require_user_owned_recovery_on_create: false,
  require_user_password_on_create: false,
};

export async function startCrossAppFixture(options: CrossAppFixtureOptions = {}): Promise<CrossAppFixture> {
  const { places = usual, readOnly = false, database } = options;
  const [harness, script] = await Promise.all([
    startHarness({ hosted: places.hosted, ...(database ? { database } : {}) }),
    buildHost(join(import.meta.dirname, 'app.tsx')),
  ]);
  const [origin, other] =
    places.requester === 'localhost'
      ? [harness.host.origin, harness.host.crossSiteOrigin]
      : [harness.host.crossSiteOrigin, harness.host.origin];
  const callAdmin = async (method: string, path: string, body: AppInput): Promise<{ id: string }> => {
    const response = await fetch(`${harness.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: 'Bearer latchkey-dev-admin' },
      body: JSON.stringify(body),
    });
    const app = await response.json();
    if (!response.ok) throw new Error(`the app was not written: ${JSON.stringify(app)}`);
    return app;
  };
  const change = async (appId: string, settings: AppInput) => {
    await callAdmin('PATCH', adminRoutes.updateApp.path.replace('{id}', appId), settings);
  };
  const requester = await callAdmin('POST', adminRoutes.createApp.path, {
    name: 'Market',
    email_auth: true,
    cross_app_auth: true,
    allowed_origins: [origin],
    ...options.requester,
  });
  const provider = await callAdmin('POST', adminRoutes.createApp.path, {
    name: 'Harbour',
    email_auth: true,
    allowed_origins: [other],
    embedded_wallet_config: wallets,
    cross_app_requesters: [{ app_id: requester.id, read_only: readOnly }],
    ...options.provider,
  });
  let pages = 0;
  const openHost = async (profile: Profile, at: string, config: Record<string, unknown>): Promise<Page> => {
    const path = `/page-${++pages}`;
    harness.host.setPage(path, { script, config: { apiUrl: harness.url, ...config } });
    const page = await profile.newPage();
    await page.goto(`${at}${path}`);
    await page.locator('#state', { hasText: 'ready' }).waitFor();
    return page;
  };
  return {
    harness,
    hostedUrl: harness.hosted?.url ?? '',
    providerId: provider.id,
    requesterId: requester.id,
    origin,
    change,
    async open(config = {}) {
      const profile = await openProfile({ isWhole: places.storage === 'blocked' });
      const page = await openHost(profile, origin, {
        appId: requester.id,
        providerAppId: provider.id,
        config,
      });
      return createVisit(harness, profile, page);
    },
    openProvider: (profile) =>
      openHost(profile, other, { appId: provider.id, providerAppId: '', config: {} }),
    close: () => harness.close(),
  };
}

function createVisit(harness: Harness, profile: Profile, page: Page): RequesterVisit {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  async function openPopup(name: string): Promise<Page> {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press(name)]);
    return popup;
  }
  async function enter(popup: Page, email: string): Promise<void> {
    await popup.getByRole('button', { name: /^Log in to / }).click();
    await popup.locator('input[type=email]').fill(email);
    await popup.keyboard.press('Enter');
    await popup.locator('input[name=code]').fill(await harness.inbox.nextCode(email));
  }
  async function answer(popup: Page, name: string): Promise<void> {
    const button: Locator = popup.getByRole('button', { name, exact: true });
    // The click may fail, because it closes the page.
    await Promise.all([popup.waitForEvent('close'), button.click().catch(() => undefined)]);
  }
  const outcome = async () => {
    const shown = page.locator('output').filter({ hasText: /\S/ });
    await shown.waitFor();
    return (await shown.textContent()) ?? '';
  };
  async function logIn(where: Page, email: string): Promise<void> {
    await where.getByRole('button', { name: 'Log in', exact: true }).click();
    await where.locator('input[type=email]').fill(email);
    await where.keyboard.press('Enter');
    await where.locator('input[name=code]').fill(await harness.inbox.nextCode(email));
    await where.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
  }
  return {
    page,
    profile,
    press,
    logIn,
    async request(name, button, look) {
      const popup = await openPopup(name);
      await look?.(popup);
      await answer(popup, button);
      return outcome();
    },
    openPopup,
    outcome,
    enter,
    answer,
    async address() {
      const shown = page.getByTestId('address').filter({ hasText: /^0x/ });
      await shown.waitFor();
      return (await shown.textContent()) ?? '';
    },
    told: () => page.evaluate(() => window.crossAppTold),
    async connect(email) {
      const popup = await openPopup('Log in with it');
      await enter(popup, email);
      await answer(popup, 'Allow');
      await outcome();
    },
    close: () => profile.close(),
  };
}

export function shareCrossApp(options: CrossAppFixtureOptions = {}): CrossAppFixture {
  let set: CrossAppFixture | undefined;
  beforeAll(async () => {
    set = await startCrossAppFixture(options);
  });
  afterAll(() => set?.close());
  return later(() => set);
}
