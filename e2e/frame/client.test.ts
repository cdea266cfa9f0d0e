import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCoreApp, publishCoreHost } from '../harness/coreApp.ts';
import {
  type Harness,
  type Profile,
  type SharedBrowser,
  shareBrowser,
  startHarness,
  stopClock,
  strictPolicy,
} from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';

// The client's side of the frame's border, in a real browser with the real frame.

let harness: Harness;
let browser: SharedBrowser;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  [harness, browser] = await Promise.all([startHarness(), shareBrowser({ isWhole: true })]);
  await publishCoreHost(harness, { clientId: 'client-of-the-rig' });
});
afterAll(async () => {
  await browser?.close();
  await harness?.close();
});
beforeEach(async () => {
  profile = await browser.open();
  page = await profile.newPage();
});
afterEach(() => profile?.close());

test('[FRAME-01] the client loads the frame from /apps/{appId}/embedded-wallets with caid and client_id', async () => {
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('frame-01@example.com');
  const source = new URL((await page.locator('iframe').getAttribute('src')) ?? '');
  expect(`${source.origin}${source.pathname}`).toBe(`${harness.url}/apps/${harness.appId}/embedded-wallets`);
  const caid = await page.evaluate(() => JSON.parse(localStorage.getItem('privy:caid') ?? 'null'));
  expect(caid).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.fromEntries(source.searchParams)).toEqual({ caid, client_id: 'client-of-the-rig' });
});

test('[FRAME-02] the client hides the frame: no size, not shown, not reachable by keyboard or screen reader', async () => {
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('frame-02@example.com');
  const frame = page.locator('iframe');
  await frame.waitFor({ state: 'attached' });
  expect(
    await frame.evaluate((element: HTMLIFrameElement) => ({
      width: element.offsetWidth,
      height: element.offsetHeight,
      display: getComputedStyle(element).display,
      tabIndex: element.tabIndex,
      hidden: element.getAttribute('aria-hidden'),
    })),
  ).toEqual({ width: 0, height: 0, display: 'none', tabIndex: -1, hidden: 'true' });
});

test('[FRAME-05] the client sends privy:iframe:ready every 150 ms while the frame does not answer', async () => {
  await page.clock.install();
  // A frame that loads and never answers: its script is blocked.
  await page.route(/\/frame\/vault-.*\.js/, (route) => route.abort());
  await page.addInitScript(() => {
    if (window.parent === window) return;
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener('message', ({ data }) => heard.push(data.event));
  });
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('frame-05@example.com');
  await page.locator('iframe').waitFor({ state: 'attached' });
  const vault = await (await page.locator('iframe').elementHandle())?.contentFrame();
  // A frame element that was just attached shows an empty page at first.
  await vault?.waitForURL(/embedded-wallets/);
  const heard = () => vault?.evaluate(() => Reflect.get(window, 'heard') as string[]);
  /** Sends the frame a marker. When it has arrived, all messages that were sent before it have arrived. */
  async function mark(event: string): Promise<void> {
    await page
      .locator('iframe')
      .evaluate((frame: HTMLIFrameElement, data) => frame.contentWindow?.postMessage(data, '*'), { event });
    await expect.poll(heard).toContain(event);
  }
  await stopClock(page);
  await mark('from');
  await page.clock.runFor(1_500);
  await mark('to');
  const all = (await heard()) ?? [];
  const asked = all.slice(all.indexOf('from') + 1, all.indexOf('to'));
  expect(asked).toEqual(Array(10).fill('privy:iframe:ready'));
});

test('[FRAME-04] a script of the host page that forges answers does not change the signature that the client returns', async () => {
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('frame-04@example.com');
  const address = await app.createWallet();
  // A script on the host page forges answers to the requests that the client may send next.
  await page.evaluate(() => {
    setInterval(() => {
      for (let id = 0; id < 200; id += 1) {
        const forged = {
          id: `id-${id}`,
          event: 'privy:wallets:rpc',
          data: { response: { data: '0xforged' } },
        };
        window.postMessage(forged, '*');
      }
    }, 1);
  });
  expect(signerOfMessage('hello', await app.signMessage('hello'))).toBe(address);
});

test('[EMBW-13] the client connects with automatic recovery, without a prompt, in a browser that has no device part', async () => {
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('embw-13@example.com');
  const address = await app.createWallet();
  const other = await browser.open();
  try {
    const elsewhere = await openCoreApp(harness, await other.newPage(), harness.host.origin);
    await harness.service.advance(31_000);
    await elsewhere.logIn('embw-13@example.com');
    expect(signerOfMessage('hello', await elsewhere.signMessage('hello'))).toBe(address);
    expect(await elsewhere.page.locator('dialog, latchkey-modal').count()).toBe(0);
  } finally {
    await other.close();
  }
});

test('[FRAME-12] a log-out locks the wallet frame, also for the token that it just accepted', async () => {
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('frame-12@example.com');
  const address = await app.createWallet();
  const accessToken = await page.evaluate(() => JSON.parse(localStorage.getItem('privy:pat') ?? 'null'));
  /** Requests a signature of the frame without the client, as a script that kept the token can. Returns the answer. */
  const requestSignature = () =>
    page.evaluate(
      ([token, wallet]) =>
        new Promise<{ data?: unknown; error?: { type: string; code?: string } }>((resolve) => {
          const id = crypto.randomUUID();
          addEventListener('message', ({ data }) => data.id === id && resolve(data));
          const request = { method: 'personal_sign', params: ['hello', wallet] };
          const data = { accessToken: token, address: wallet, request };
          const frame = document.querySelector('iframe')?.contentWindow;
          frame?.postMessage({ id, event: 'privy:wallet:rpc', data }, '*');
        }),
      [accessToken, address] as const,
    );
  // The wallet is open: the frame signs without a call to the service, because the service has accepted the token
  // within the last minute.
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  expect((await requestSignature()).error).toBeUndefined();
  expect(calls.filter((path) => path.endsWith('/frame/wallets/connect'))).toEqual([]);
  await app.logout();
  const refused = await requestSignature();
  expect(refused.data).toBeUndefined();
  expect(refused.error).toMatchObject({ type: 'error', code: 'missing_or_invalid_token' });
});

test('createWallet fails with an error that says that the host page’s Content-Security-Policy blocks the wallet frame', async () => {
  const policy = strictPolicy(harness.url)['content-security-policy'] ?? '';
  const headers = { 'content-security-policy': policy.replace(/frame-src [^;]+/, "frame-src 'none'") };
  await publishCoreHost(harness, { clientId: 'client-of-the-rig', headers });
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('blocked-frame@example.com');
  await expect(app.createWallet()).rejects.toThrow(
    `The page's Content-Security-Policy blocks the wallet frame. Add ${harness.url} to its frame-src.`,
  );
});

test('the client tells the host app whether the frame’s storage outlives the page', async () => {
  await publishCoreHost(harness); // The previous test left a policy on the page.
  const told = [];
  for (const origin of [harness.host.origin, harness.host.crossSiteOrigin]) {
    const app = await openCoreApp(harness, page, origin);
    await app.logIn('lasting@example.com');
    await expect
      .poll(() => page.evaluate(() => window.latchkey.frameState()))
      .toMatchObject({ status: 'ready' });
    told.push(await page.evaluate(() => window.latchkey.frameState().hasLastingStorage));
    await harness.service.advance(31_000);
  }
  expect(told).toEqual([true, false]);
});
