import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildHost,
  type Harness,
  type Host,
  type Profile,
  type SharedBrowser,
  shareBrowser,
  startHarness,
  startHost,
} from '../harness/index.ts';
import { signIn } from '../harness/signIn.ts';

// The frame's border in a real browser: who may send it messages, which ones, and where it refuses to run.

const path = '/frames';
let harness: Harness;
let foreign: Host;
let browser: SharedBrowser;
let profile: Profile;
let page: Page;
const vaultUrl = () =>
  `${harness.url}/apps/${harness.appId}/embedded-wallets?caid=6f1c2b1e-0000-4000-8000-000000000000`;

beforeAll(async () => {
  [harness, foreign, browser] = await Promise.all([startHarness(), startHost(), shareBrowser()]);
  const script = await buildHost(join(import.meta.dirname, '../hosts/frameHost.ts'));
  harness.host.setPage(path, { script });
  foreign.setPage(path, { script });
  foreign.setPage('/around', { body: `<iframe src="${harness.host.origin}${path}"></iframe>` });
  profile = await browser.open();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([harness?.close(), foreign?.close()]);
});

async function mountIn(where: Page, origin: string): Promise<void> {
  await where.goto(`${origin}${path}`);
  await where.evaluate((url) => window.frameHost.mount('vault', url), vaultUrl());
}
const request = (event: string, data: unknown, waitMs?: number) =>
  page.evaluate(([name, body, wait]) => window.frameHost.request('vault', name, body, wait), [
    event,
    data,
    waitMs,
  ] as const);

/** Serves the frame's page without its Content-Security-Policy, so that the frame's own check is left. */
async function stripPolicy(): Promise<void> {
  await page.route(/\/embedded-wallets/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['content-security-policy'];
    await route.fulfill({ response, headers });
  });
}

describe('the wallet frame in an allowed host', () => {
  beforeAll(async () => {
    page = await profile.newPage();
    await mountIn(page, harness.host.origin);
  });
  afterAll(() => page?.close());
  const countAnswers = () => page.evaluate(() => window.frameHost.answers().length);

  test('[FRAME-05] the wallet frame answers privy:iframe:ready', async () => {
    const answer = await request('privy:iframe:ready', {});
    expect(answer).toEqual({
      id: expect.any(String),
      event: 'privy:iframe:ready',
      data: { lastingStorage: true },
    });
    const answers = await page.evaluate(() => window.frameHost.answers());
    expect(new Set(answers.map(({ origin }) => origin))).toEqual(new Set([harness.url]));
  });

  test('[FRAME-03] the wallet frame answers with the request’s id and either data or an error with type and message', async () => {
    const { privyAccessToken } = await signIn(harness, 'frame-03@example.com');
    const created = await request('privy:wallet:create', { accessToken: privyAccessToken });
    expect(created).toEqual({
      id: expect.any(String),
      event: 'privy:wallet:create',
      data: { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
    });
    const refused = await request('privy:wallet:create', { accessToken: 'not a token' });
    expect(refused).toEqual({
      id: expect.any(String),
      event: 'privy:wallet:create',
      error: { type: 'error', message: expect.stringMatching(/\S/), code: 'missing_or_invalid_token' },
    });
  });

  test('the wallet frame answers an unknown event with error type error, and a payload of the wrong shape with invalid_request_arguments', async () => {
    expect((await request('privy:wallet:teleport', {}))?.error?.type).toBe('error');
    for (const [what, data] of [
      ['a missing field', {}],
      ['a wrong type', { accessToken: 7 }],
      ['an unknown field', { accessToken: 'x', colour: 'red' }],
      ['no object', 'accessToken'],
    ] as const)
      expect((await request('privy:wallet:create', data))?.error?.type, what).toBe(
        'invalid_request_arguments',
      );
  });

  test('[FRAME-04] the wallet frame does not answer a message that is not a request', async () => {
    for (const [what, message] of [
      ['an event that does not begin with privy:', { id: 'a', event: 'iframe:ready', data: {} }],
      ['no event', { id: 'a', data: {} }],
      ['no id', { event: 'privy:iframe:ready', data: {} }],
      ['text', 'privy:iframe:ready'],
      ['nothing', null],
    ] as const) {
      const before = await countAnswers();
      await page.evaluate((raw) => window.frameHost.post('vault', raw), message);
      // The frame reads messages in order, so an answer to the earlier message would have come before.
      await request('privy:iframe:ready', {});
      expect(await countAnswers(), what).toBe(before + 1);
    }
  });

  test('[FRAME-04] the wallet frame does not answer a frame of another origin beside it', async () => {
    await page.evaluate((url) => window.frameHost.mount('stranger', url), `${foreign.origin}${path}`);
    const stranger = page.frame({ url: `${foreign.origin}${path}` });
    const heard = await stranger?.evaluate(async () => {
      const messages: unknown[] = [];
      window.addEventListener('message', ({ data }) => messages.push(data));
      window.parent.frames[0]?.postMessage({ id: 'stranger', event: 'privy:iframe:ready', data: {} }, '*');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return messages;
    });
    expect(heard).toEqual([]);
    expect((await request('privy:iframe:ready', {}))?.data).toEqual({ lastingStorage: true });
  });

  test('the wallet frame answers a request that arrives as JSON text, as native clients send it', async () => {
    const before = await countAnswers();
    await page.evaluate(() => {
      window.frameHost.post('vault', JSON.stringify({ id: 'text', event: 'privy:iframe:ready', data: {} }));
    });
    await expect
      .poll(() => page.evaluate(() => window.frameHost.answers().map(({ data }) => data.id)))
      .toContain('text');
    expect(await countAnswers()).toBe(before + 1);
  });
});

describe('the wallet frame in a place where it must not run', () => {
  beforeEach(async () => {
    page = await profile.newPage();
  });
  afterEach(() => page.close());

  const places: { name: string; open: () => Promise<unknown> }[] = [
    {
      name: 'in a host of another origin',
      async open() {
        await mountIn(page, foreign.origin);
        return request('privy:iframe:ready', {}, 1_500);
      },
    },
    {
      name: 'in a host of another site',
      async open() {
        await mountIn(page, foreign.crossSiteOrigin);
        return request('privy:iframe:ready', {}, 1_500);
      },
    },
    {
      name: 'in an allowed host inside a foreign page',
      async open() {
        await page.goto(`${foreign.crossSiteOrigin}/around`);
        const inner = page.frame({ url: `${harness.host.origin}${path}` });
        await inner?.evaluate((url) => window.frameHost.mount('vault', url), vaultUrl());
        return inner?.evaluate(() => window.frameHost.request('vault', 'privy:iframe:ready', {}, 1_500));
      },
    },
    {
      name: 'at top level',
      async open() {
        await page.goto(vaultUrl());
        return page.evaluate(async () => {
          const messages: { id?: string }[] = [];
          window.addEventListener('message', ({ data }) => messages.push(data));
          window.postMessage({ id: 'own', event: 'privy:iframe:ready', data: {} }, '*');
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          // The page receives its own request; an answer would be a second message.
          return messages[1] ?? null;
        });
      },
    },
    {
      name: 'in a popup',
      async open() {
        await page.goto(`${harness.host.origin}${path}`);
        const opened = page.waitForEvent('popup');
        await page.evaluate((url) => window.frameHost.popup('vault', url), vaultUrl());
        const popup = await opened;
        await popup.waitForLoadState();
        const heard = await page.evaluate(async () => {
          window.frameHost.postToPopup('vault', { id: 'own', event: 'privy:iframe:ready', data: {} });
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return window.frameHost.answers()[0] ?? null;
        });
        await popup.close();
        return heard;
      },
    },
  ];

  test('the wallet frame does not answer in a host of another origin or site, inside a foreign page, at top level, or in a popup', async () => {
    for (const { name, open } of places) expect(await open(), name).toBeNull();
  });

  test('the wallet frame does not become ready in a forbidden place even if its page has no Content-Security-Policy', async () => {
    await stripPolicy();
    for (const { name, open } of places) {
      const answer = await open();
      // The frame may answer with an error, but must not say that it is ready.
      expect(answer ?? {}, name).not.toHaveProperty('data');
    }
  });
});
