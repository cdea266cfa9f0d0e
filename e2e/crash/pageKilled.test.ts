import { custodyRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openCoreApp, shareCoreFixture } from '../harness/coreApp.ts';
import { waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';

// docs/custody.md, "Order of work": the page dies at one of four points of a wallet's creation. Afterwards the same
// user has exactly one wallet, or creates it again, and it signs here and in a new browser.

const createRequest = `**${custodyRoutes.create.path}`;
const { harness, profile, open } = shareCoreFixture();

type Stop = (page: Page) => Promise<void>;

const stopAtReply: Stop = (page) =>
  new Promise((resolve) => {
    void page.route(createRequest, async (route) => {
      await route.fetch();
      resolve();
    });
  });

/**
 * Stops the frame for good just before its request. (A request that is intercepted outside the frame may still leave
 * when its page dies.)
 */
const stopAtRequest: Stop = async (page) => {
  const stopped = page.waitForEvent('console', (message) => message.text() === 'stopped');
  await page.frame({ url: /embedded-wallets/ })?.evaluate((path) => {
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (!String(input).endsWith(path)) return send(input, init);
      // biome-ignore lint/suspicious/noConsole: how the test hears of it
      console.log('stopped');
      return new Promise(() => {});
    };
  }, custodyRoutes.create.path);
  await stopped;
};

/** Stops the frame for good before it writes a device part for the n-th time in a creation. */
const stopAtWrite =
  (count: number): Stop =>
  async (page) => {
    const stopped = page.waitForEvent('console', (message) => message.text() === 'stopped');
    await page.frame({ url: /embedded-wallets/ })?.evaluate((allowed) => {
      let written = 0;
      for (const name of ['put', 'add'] as const) {
        const write = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (...parameters) {
          if (this.name === 'devices') written += 1;
          if (written === allowed) {
            // The write neither happens nor is answered, so the frame waits until its page is gone.
            for (const event of ['oncomplete', 'onabort', 'onerror']) {
              Object.defineProperty(this.transaction, event, { set() {} });
            }
            // biome-ignore lint/suspicious/noConsole: how the test hears of it
            console.log('stopped');
            return {} as IDBRequest<IDBValidKey>;
          }
          return write.apply(this, parameters);
        };
      }
    }, count);
    await stopped;
  };

/** Progress of a creation when its page died. */
interface Progress {
  parts: string[];
  isCommitted: boolean;
  isAnswered: boolean;
}

const nothing: Progress = { parts: [], isCommitted: false, isAnswered: false };
const stops: [string, Stop, Progress][] = [
  ['before anything is written', stopAtWrite(1), nothing],
  ['with the part pending, before the request', stopAtRequest, { ...nothing, parts: ['pending'] }],
  [
    'after the service has committed, before the reply',
    stopAtReply,
    { parts: ['pending'], isCommitted: true, isAnswered: false },
  ],
  [
    'after the reply, before the part is active',
    stopAtWrite(2),
    { parts: ['pending'], isCommitted: true, isAnswered: true },
  ],
];

/** Returns the states of the device parts in a frame that has done nothing yet. */
async function listParts(page: Page): Promise<string[]> {
  await waitInPage(page, () => window.latchkey.frameState().status === 'ready');
  const vault = page.frame({ url: /embedded-wallets/ });
  if (!vault) throw new Error('the page has no frame');
  return vault.evaluate(async (appId) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(`vault:${appId}`);
      request.onsuccess = () => resolve(request.result);
    });
    const records = await new Promise<{ state: string }[]>((resolve) => {
      const request = database.transaction('devices').objectStore('devices').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return records.map(({ state }) => state);
  }, harness.appId);
}

test.each(stops)(
  'if the page that creates a wallet is killed %s, the user still gets exactly one wallet, which signs',
  async (name, stop, progress) => {
    const email = `page-${stops.findIndex(([title]) => title === name)}@example.com`;
    const first = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
    await first.logIn(email);
    expect(await listParts(first.page)).toEqual([]);
    let isAnswered = false;
    first.page.on('response', (response) => {
      if (response.url().endsWith(custodyRoutes.create.path)) isAnswered = true;
    });
    const stopped = stop(first.page);
    void first.createWallet().catch(() => {});
    await stopped;
    await first.page.close();

    const second = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
    expect(await second.isAuthenticated()).toBe(true);
    const [known] = await second.listWallets();
    const isCommitted = known !== undefined;
    expect({ parts: await listParts(second.page), isCommitted, isAnswered }).toEqual(progress);
    const address = known ?? (await second.createWallet());
    expect(await second.listWallets()).toEqual([address]);
    expect(signerOfMessage('hello', await second.signMessage('hello'))).toBe(address);

    const other = await open();
    try {
      const elsewhere = await openCoreApp(harness, await other.newPage(), harness.host.origin);
      await harness.service.advance(31_000);
      await elsewhere.logIn(email);
      expect(signerOfMessage('hello', await elsewhere.signMessage('hello'))).toBe(address);
    } finally {
      await other.close();
    }
  },
);
