import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCoreApp, publishCoreHost } from '../rig/coreApp.ts';
import { launchBrowser, type Profile, type Rig, startRig } from '../rig/index.ts';
import { signerOfMessage } from '../rig/signer.ts';

// docs/custody.md, "Order of work": the page dies at every step of a create. Afterwards the same person creates
// again and has one wallet, which signs, here and in a new browser.

const createRequest = '**/api/v1/frame/wallets/create';
let rig: Rig;
let profile: Profile;

beforeAll(async () => {
  rig = await startRig();
  await publishCoreHost(rig);
});
afterAll(() => rig?.close());
beforeEach(async () => {
  profile = await launchBrowser();
});
afterEach(() => profile?.close());

/** Resolves when the page has come to a point of a create from which it does not go on. */
type Stop = (page: Page) => Promise<void>;

const stopAtRequest =
  (before: (route: Route) => Promise<unknown>): Stop =>
  (page) =>
    new Promise((resolve) => {
      void page.route(createRequest, async (route) => {
        await before(route);
        resolve();
      });
    });

/** Stops the frame for good when it is about to write to IndexedDB for the n-th time in a create. */
const stopAtWrite =
  (count: number): Stop =>
  async (page) => {
    const stopped = page.waitForEvent('console', (message) => message.text() === 'stopped');
    await page.frame({ url: /embedded-wallets/ })?.evaluate((allowed) => {
      let written = 0;
      for (const name of ['put', 'add'] as const) {
        const write = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (...parameters) {
          written += 1;
          if (written === allowed) {
            // biome-ignore lint/suspicious/noConsole: the one thing that leaves a thread which will never yield again
            console.log('stopped');
            for (;;);
          }
          return write.apply(this, parameters);
        };
      }
    }, count);
    await stopped;
  };

const stops: [string, Stop][] = [
  ['before anything is written', stopAtWrite(1)],
  ['with the part pending, before the request', stopAtRequest(async () => {})],
  ['after the service has committed, before the reply', stopAtRequest((route) => route.fetch())],
  ['after the reply, before the part is active', stopAtWrite(2)],
];

test.each(stops)('a wallet survives its page being killed %s', async (name, stop) => {
  const email = `page-${stops.findIndex(([title]) => title === name)}@example.com`;
  const first = await openCoreApp(rig, await profile.newPage(), rig.host.origin);
  await first.logIn(email);
  await first.page.frameLocator('iframe').locator('html').waitFor({ state: 'attached' });
  const stopped = stop(first.page);
  void first.createWallet().catch(() => {});
  await stopped;
  await first.page.close();

  const second = await openCoreApp(rig, await profile.newPage(), rig.host.origin);
  expect(await second.isAuthenticated()).toBe(true);
  const [known] = await second.listWallets();
  const address = known ?? (await second.createWallet());
  expect(await second.listWallets()).toEqual([address]);
  expect(signerOfMessage('hello', await second.signMessage('hello'))).toBe(address);

  const other = await launchBrowser();
  try {
    const elsewhere = await openCoreApp(rig, await other.newPage(), rig.host.origin);
    await rig.service.advance(31_000);
    await elsewhere.logIn(email);
    expect(signerOfMessage('hello', await elsewhere.signMessage('hello'))).toBe(address);
  } finally {
    await other.close();
  }
});
