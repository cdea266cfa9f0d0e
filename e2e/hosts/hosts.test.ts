import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startProcess } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildHosts, placeholders } from '../../examples/hosts.ts';
import {
  type Harness,
  type SharedBrowser,
  shareBrowser,
  startHarness,
  strictPolicy,
} from '../harness/index.ts';

// Our packages as they are published, in hosts as their developers build them.

const examples = join(import.meta.dirname, '../../examples');

/** Timeout of the builds in ms. Next.js builds with all cores, which takes minutes on a busy machine. */
const buildMs = 600_000;

let harness: Harness;
let browser: SharedBrowser;
let next: ChildProcess | undefined;
let nextOrigin: string;

beforeAll(async () => {
  await buildHosts();
  const port = await freePort();
  nextOrigin = `http://localhost:${port}`;
  [harness, browser] = await Promise.all([
    startHarness({ originsOf: () => [nextOrigin], app: { google_oauth: true } }),
    shareBrowser(),
  ]);
  const settings = { [placeholders.appId]: harness.appId, [placeholders.apiUrl]: harness.url };
  await harness.host.setFolder(join(examples, 'vite/dist'), settings, strictPolicy(harness.url));
  // Radix adds its own style sheet to the page, which the strict policy would refuse. So this page has no policy.
  const page = await readFile(join(examples, 'vite/dist/index.html'));
  harness.host.setFile('/cart', { type: 'text/html', content: page });
  next = startNext(port);
  const isUp = async () => expect((await fetch(`${nextOrigin}/classic`)).status).toBe(200);
  await vi.waitFor(isUp, { timeout: 150_000, interval: 200 });
}, buildMs);
afterAll(async () => {
  next?.kill();
  await browser?.close();
  await harness?.close();
});

function startNext(port: number): ChildProcess {
  const args = ['node_modules/next/dist/bin/next', 'start', 'nextjs', '--port', String(port)];
  return startProcess(process.execPath, args, {
    cwd: examples,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      APP_ID: harness.appId,
      AUTH_URL: harness.url,
    },
    stdio: 'ignore',
  });
}

/** Opens a page for a new visitor. Records every error in its console, including React's hydration errors. */
async function visit(url: string): Promise<{ page: Page; problems: string[]; scripts: string[] }> {
  const { newPage } = await browser.open();
  const page = await newPage();
  const [problems, scripts]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(url);
  return { page, problems, scripts };
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[name=code]:focus').waitFor();
  await page.keyboard.type(await harness.inbox.nextCode(email));
  await page.locator('latchkey-modal').waitFor({ state: 'detached' });
}

it.each([
  ['App Router', '/'],
  ['Pages Router', '/classic'],
])(
  'a user logs in within Next.js, %s, built without environment variables, and its back end knows the user',
  async (name, path) => {
    const { page, problems } = await visit(nextOrigin + path);
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Log in' }).click();
    await logIn(page, `${path.length}@next.example`);
    await page.locator('output', { hasText: /^did:privy:/ }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  },
);

it('Next.js pages arrive with a disabled log-in button before any script runs', async () => {
  for (const path of ['/', '/classic']) {
    const html = await (await fetch(nextOrigin + path)).text();
    expect(html, path).toMatch(/<button disabled="" type="button">Log in<\/button>/);
  }
});

it('a user logs in within a Vite app under a policy without unsafe-*, in the language of the page', async () => {
  const { page, problems, scripts } = await visit(`${harness.host.origin}/?locale=de`);
  const languages = () =>
    scripts.filter((path) => /\/(ar|de|es|ja)-/.test(path)).map((path) => path.slice(8, 10));
  await page.getByRole('button', { name: 'Log in', disabled: false }).waitFor();
  expect(languages()).toEqual([]);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Schließen' }).waitFor();
  expect(languages()).toEqual(['de']);
  await logIn(page, 'ada@vite.example');
  await page.locator('output', { hasText: 'ada@vite.example' }).waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

it('a user can log in although code of the modal does not load, and the modal requests the code again the next time', async () => {
  const { page } = await visit(harness.host.origin);
  const logInButton = page.getByRole('button', { name: 'Log in', disabled: false });
  const google = page.getByRole('button', { name: 'Google' });
  const lost: string[] = [];
  await page.route(/\/(oauth|views)\d*-[^/]*\.js$/, (route) => {
    lost.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await logInButton.click();
  await google.click();
  await page.locator('latchkey-modal [data-screen=ERROR_SCREEN]').waitFor();
  expect(lost).not.toEqual([]);
  await page.keyboard.press('Escape');
  await logInButton.click();
  await logIn(page, 'lost@vite.example');
  await page.locator('output', { hasText: 'lost@vite.example' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.unrouteAll();
  await logInButton.click();
  await google.click();
  await page.waitForURL((url) => url.origin === harness.sandboxUrl);
  await page.context().close();
});

it('a user logs in over an open Radix dialog, which stays as it was', async () => {
  const { page, problems } = await visit(`${harness.host.origin}/cart`);
  await page.getByRole('button', { name: 'Show the cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  const logInButton = cart.getByRole('button', { name: 'Log in', disabled: false });
  // The cart traps the focus, takes pointer events from its surroundings, hides them from screen readers, and closes
  // on Escape and outside presses.
  await logInButton.click();
  await page.getByRole('dialog', { name: 'Log in or sign up' }).waitFor();
  await page.locator('input[type=email]:focus').waitFor();
  await page.keyboard.type('typed');
  await expect.poll(() => page.locator('input[type=email]').inputValue()).toBe('typed');
  await page.keyboard.press('Escape');
  await page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await logInButton.click();
  await page.locator('input[type=email]').click();
  await logIn(page, 'cart@vite.example');
  await cart.getByText('Ready to order, cart@vite.example').waitFor();
  await page.keyboard.press('Escape');
  await cart.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.context().close();
});

it('a production build of a Vite app does not contain the Doctor', async () => {
  const assets = join(examples, 'vite/dist/assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
  expect(texts.filter((text) => text.includes('Protected by Latchkey'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('Shown in development only'))).toEqual([]);
});
