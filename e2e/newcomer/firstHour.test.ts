import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInbox, type SharedBrowser, shareBrowser } from '../rig/index.ts';
import { makeClone, open, type Running, readGuide, type } from './shell.ts';

// The first hour of a person who has a clone and the guides, and other programs on the usual ports. Every command and
// every file is a guide's own. Takes minutes and the package registry: a project of the wide run (docs/evidence).

let clone: string;
let install: string;
let packing: string;
let latchkey: Running;
let serviceUrl: string;
let inboxUrl: string;
let browser: SharedBrowser;
const holders = [3000, 4000].map((port) =>
  createServer()
    .on('error', () => {})
    .listen(port, '127.0.0.1'),
);

beforeAll(async () => {
  clone = await makeClone();
  install = await type('npm ci', clone);
  packing = await type('npm run pack:all', clone);
  latchkey = open('npm start -- --free-ports', clone);
  await latchkey.says(/Ctrl-C stops everything/);
  [, inboxUrl = '', serviceUrl = ''] = latchkey.output().match(/http:\/\/localhost:\d+/g) ?? [];
  browser = await shareBrowser();
});
afterAll(async () => {
  await latchkey?.stop();
  await browser?.close();
  for (const holder of holders) if (holder.listening) await once(holder.close(), 'close');
  if (clone) await rm(dirname(clone), { recursive: true, force: true });
});

/** The command that takes the place of an install from the registry until the packages are published. */
const installPacked = () =>
  /^ +(npm install .*latchkey-react-.*)$/m.exec(packing)?.[1] ?? expect.fail(packing);

/** Makes an app by a guide's own command; gives its id. */
async function makeApp(guide: string, origin: string, usualOrigin: string): Promise<string> {
  const { command } = await readGuide(clone, guide, {
    'http://localhost:4000': serviceUrl,
    [usualOrigin]: origin,
  });
  const { id } = JSON.parse(await type(`${command('curl -X POST')} --silent`, clone)) as { id: string };
  expect(id).toHaveLength(25);
  return id;
}

/** Logs in on a page of the newcomer's own, by the code in the inbox; nothing is wrong in its console. */
async function logInAt(origin: string, email: string): Promise<void> {
  const { newPage } = await browser.open();
  const page = await newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  // A development server compiles a page when it is first asked for.
  await page.goto(origin, { timeout: 180_000 });
  await page.getByRole('button', { name: 'Log in', disabled: false }).click();
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[name=code]:focus').waitFor();
  await page.keyboard.type(await openInbox(inboxUrl).nextCode(email));
  await page.getByRole('button', { name: `Log out ${email}` }).waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
}

test('the install has nothing to say about the version of Node.js', () => {
  expect(install).not.toContain('EBADENGINE');
});

test('Latchkey starts beside what has its ports', () => {
  expect(latchkey.output()).not.toMatch(/localhost:(3000|4000)\b/);
});

describe('an app of their own', () => {
  test('with Vite', async () => {
    const folder = dirname(clone);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const id = await makeApp('docs/guide/vite.md', origin, 'http://localhost:5173');
    const { command, file } = await readGuide(clone, 'docs/guide/vite.md', {
      'your-25-character-app-id1': id,
      'https://auth.example.com': serviceUrl,
    });
    await type(command('npm create vite'), folder);
    const shop = join(folder, 'shop');
    await type(command('npm install'), shop);
    await type(installPacked(), shop);
    await writeFile(join(shop, 'src/main.tsx'), file('src/main.tsx'));
    const pages = open(`${command('npm run dev')} -- --port ${port} --strictPort`, shop);
    try {
      await pages.says(/Local/);
      await logInAt(origin, 'vite@newcomer.example');
    } finally {
      await pages.stop();
    }
  });

  test('with Next.js', async () => {
    const folder = dirname(clone);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const id = await makeApp('docs/guide/nextjs.md', origin, 'http://localhost:3000');
    const { command, file } = await readGuide(clone, 'docs/guide/nextjs.md', {
      'your-25-character-app-id1': id,
      'https://auth.example.com': serviceUrl,
    });
    await type(command('npx create-next-app'), folder);
    const store = join(folder, 'store');
    await type(installPacked(), store);
    for (const name of ['app/layout.tsx', 'app/page.tsx', '.env.local']) {
      await writeFile(join(store, name), file(name));
    }
    const pages = open(`${command('npm run dev')} -- --port ${port}`, store);
    try {
      await pages.says(/Ready/);
      await logInAt(origin, 'next@newcomer.example');
    } finally {
      await pages.stop();
    }
  });
});
