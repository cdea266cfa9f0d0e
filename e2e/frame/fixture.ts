import { join } from 'node:path';
import { listen } from '@latchkey/server';
import {
  createTestService,
  freePort,
  later,
  logIn,
  type TestService,
  type TestServiceOptions,
} from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { buildAll } from '../../scripts/build.ts';
import { buildHost, type Host, openProfile, type Profile, startHost } from '../harness/index.ts';

/** A service in this process, whose stores a test can read, and a host page that may embed its frame. */
export interface FrameFixture {
  readonly service: TestService;
  readonly host: Host;
  /**
   * Opens the host page and its frame in a new tab, and waits until the frame is ready. `prepare` may change the tab
   * first.
   */
  open(profile: Profile, origin?: string, prepare?: (page: Page) => Promise<void>): Promise<FrameHostPage>;
  logIn(email?: string): Promise<Person>;
  close(): Promise<void>;
}

export interface Person {
  readonly email: string;
  readonly userId: string;
  /**
   * The session's `privy_access_token`, which our client sends in frame messages. Published clients send
   * `customerToken` in some.
   */
  readonly accessToken: string;
  readonly customerToken: string;
  readonly refreshToken: string;
}

/** A host page that sends its frame messages without our client. */
export interface FrameHostPage {
  readonly page: Page;
  request(event: string, data: object): Promise<FrameAnswer>;
}

export interface FrameAnswer {
  readonly id: string;
  readonly event: string;
  readonly data?: Record<string, unknown>;
  readonly error?: {
    readonly type: string;
    readonly message: string;
    readonly code?: string;
    readonly key?: string;
    readonly methods?: readonly string[];
  };
}

/**
 * Builds the frame and starts the service and a host on free loopback ports.
 *
 * @param settings further settings of the app
 * @param surroundings configuration and time limits of the service
 */
export async function startFrameFixture(
  settings: Partial<AppInput> = {},
  { config = {}, ...world }: Pick<TestServiceOptions, 'config' | 'signalAfter'> = {},
): Promise<FrameFixture> {
  await buildAll({ only: ['frame'] });
  const host = await startHost();
  host.setPage('/', { script: await buildHost(join(import.meta.dirname, '../hosts/frameHost.ts')) });
  const port = await freePort();
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Test app',
    email_auth: true,
    legacy_custody_token: true,
    allowed_origins: [host.origin, host.crossSiteOrigin],
    ...settings,
  };
  const url = `http://localhost:${port}`;
  const service = await createTestService({ apps: [app], config: { url, port, ...config }, ...world });
  const listener = await listen(service.service, { port, hosts: ['127.0.0.1'] });
  let people = 0;
  return {
    service,
    host,
    async open(profile, origin = host.origin, prepare) {
      const page = await profile.newPage();
      await prepare?.(page);
      await page.goto(origin);
      await page.evaluate(
        (src) => window.frameHost.mount('vault', src),
        `${url}/apps/${app.id}/embedded-wallets`,
      );
      const opened: FrameHostPage = { page, request: (event, data) => request(page, event, data) };
      await opened.request('privy:iframe:ready', {});
      return opened;
    },
    async logIn(email = `person${++people}@example.com`) {
      const reply = await logIn(service, email, { origin: host.origin });
      const { user, token, privy_access_token: accessToken, refresh_token: refreshToken } = reply;
      if (!user || !token || !accessToken || !refreshToken) throw new Error('the login gave no session');
      return { email, userId: user.id, accessToken, customerToken: token, refreshToken };
    },
    async close() {
      await listener.close();
      await service.close();
      await host.close();
    },
  };
}

export interface SharedFixture {
  readonly fixture: FrameFixture;
  readonly profile: Profile;
  readonly person: Person;
  readonly host: FrameHostPage;
  reopen(prepare?: (page: Page) => Promise<void>): Promise<void>;
}

/** Shares a fixture and a browser among the tests of a file, each of which has a new user. */
export function shareFrame(): SharedFixture {
  let fixture: FrameFixture | undefined;
  let profile: Profile | undefined;
  let person: Person | undefined;
  let host: FrameHostPage | undefined;
  const [shared, browser] = [later(() => fixture), later(() => profile)];
  beforeAll(async () => {
    [fixture, profile] = await Promise.all([startFrameFixture(), openProfile()]);
  });
  beforeEach(async () => {
    [host, person] = [await shared.open(browser), await shared.logIn()];
  });
  afterEach(() => host?.page.close());
  afterAll(async () => {
    await profile?.close();
    await fixture?.close();
  });
  return {
    fixture: shared,
    profile: browser,
    person: later(() => person),
    host: later(() => host),
    async reopen(prepare) {
      await host?.page.close();
      host = await shared.open(browser, shared.host.origin, prepare);
    },
  };
}

async function request(page: Page, event: string, data: object): Promise<FrameAnswer> {
  const answer = await page.evaluate(([name, body]) => window.frameHost.request('vault', name, body), [
    event,
    data,
  ] as const);
  if (answer === null) throw new Error(`${event} was not answered`);
  return answer;
}
