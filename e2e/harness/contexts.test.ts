import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Host, openProfile, type Profile, startHost } from './index.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
  const { port } = host;
  host.setPage('/', { body: `<iframe src="http://127.0.0.1:${port}/frame"></iframe>` });
  host.setPage('/frame', { body: '<p>frame</p>' });
});
afterAll(() => host.close());

async function visit<T>(act: (profile: Profile, page: Page) => Promise<T>): Promise<T> {
  const profile = await openProfile();
  const page = await profile.newPage();
  await page.goto(host.origin);
  const result = await act(profile, page);
  await profile.close();
  return result;
}

it('the next user gets the previous user’s browser context without that user’s pages, cookies, stored data, routes and permissions', async () => {
  const before = await visit(async ({ context }, page) => {
    await context.grantPermissions(['clipboard-read']);
    await context.addCookies([{ name: 'seen', value: '1', url: host.origin }]);
    await context.route('**/routed', (route) => route.fulfill({ body: 'routed' }));
    await page.goto(`${host.origin}/frame`);
    await page.goto(host.origin);
    for (const frame of page.frames()) await frame.evaluate(store);
    expect(await page.evaluate(() => fetch('/routed').then((reply) => reply.text()))).toBe('routed');
    await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => {
        window.name = 'mine';
        window.open('/frame');
      }),
    ]);
    expect(context.pages()).toHaveLength(2);
    return context;
  });
  await visit(async ({ context }, page) => {
    expect(context).toBe(before);
    expect(context.pages()).toEqual([page]);
    expect(await context.cookies()).toEqual([]);
    for (const frame of page.frames()) expect(await frame.evaluate(listStored)).toEqual([]);
    const look = () => ({ history: history.length, name: window.name, opener: window.opener });
    expect(await page.evaluate(look)).toEqual({ history: 2, name: '', opener: null });
    expect(await page.evaluate(() => fetch('/routed').then((reply) => reply.status))).toBe(404);
    const permission = () => navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    expect(await page.evaluate(`(${permission})().then(({ state }) => state)`)).toBe('prompt');
  });
});

it('the next user gets a new browser context if the previous user installed a script or a clock', async () => {
  const changed = await visit(async ({ context }, page) => {
    await page.clock.install();
    return context;
  });
  const scripted = await visit(async ({ context }) => {
    expect(context).not.toBe(changed);
    await context.addInitScript(() => Object.assign(window, { put: true }));
    return context;
  });
  await visit(async ({ context }, page) => {
    expect(context).not.toBe(scripted);
    expect(await page.evaluate(() => 'put' in window)).toBe(false);
  });
});

it('closing a browser twice does not close the browser of the next user', async () => {
  const first = await openProfile();
  await first.close();
  const second = await openProfile();
  const page = await second.newPage();
  await first.close();
  expect(page.isClosed()).toBe(false);
  await second.close();
  expect(page.isClosed()).toBe(true);
});

it('a page closes even if its navigation commits at the same time', async () => {
  await visit(async (_, page) => {
    const replied = page.waitForResponse(`${host.origin}/frame`);
    // The page is too busy to accept the new document, or to close, when both are requested.
    await page.evaluate(() => {
      location.assign('/frame');
      setTimeout(() => {
        const until = performance.now() + 300;
        while (performance.now() < until);
      });
    });
    await replied;
    await page.close();
    expect(page.isClosed()).toBe(true);
  });
});

/** Writes to local storage, session storage, cache storage and IndexedDB. Runs in a page. */
async function store(): Promise<void> {
  localStorage.setItem('seen', '1');
  sessionStorage.setItem('seen', '1');
  await caches.open('seen');
  await new Promise((resolve, reject) => {
    const request = indexedDB.open('seen');
    request.onsuccess = resolve;
    request.onerror = reject;
  });
}

/** Lists the names in local storage, session storage, cache storage and IndexedDB. Runs in a page. */
async function listStored(): Promise<string[]> {
  const databases = await indexedDB.databases();
  return [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
    ...databases.map(({ name }) => String(name)),
  ];
}
