import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@latchkey/testkit';
import type { Page, Request } from 'playwright-core';
import { type Address, type Hex, verifyMessage } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/build/contentHash.ts';
import { packAll } from '../../scripts/pack.ts';
import { openInbox, type SharedBrowser, shareBrowser } from '../harness/index.ts';
import { type Registry, startRegistry } from '../newcomer/registry.ts';
import { open, readGuide, type } from '../newcomer/shell.ts';
import { followGuide } from './followGuide.ts';

// The quick starts, followed from an empty folder to a signature, with the packages from a registry on loopback. Takes
// minutes and needs the package registry, so only the wide run has it.

/** Versions of Vite's template that `latest` in the guides has meant, with the TypeScript version that each brings. */
const viteTemplates = [
  { version: '9.3.0', typescript: '7.0' },
  { version: '8.3.0', typescript: '5.9' },
] as const;
const pinnedVite = { 'create vite@latest': `create vite@${viteTemplates[0].version}` };

/** Version of Next.js whose template installs TypeScript 5.9. */
const nextTemplate = '16.4.3';
/** Version of the package `typescript`. */
const newestTypescript = '7.0.2';
/** Font in place of the one that Next.js would fetch. */
const font = join(root, 'node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2');

/** Commands of the guides that keep running, each with what it prints when it is ready. */
const programs = {
  'npx @latchkey/cli start': /Ctrl-C stops everything/,
  'node server.js': /Listening/,
  'npm run dev': /Local: .*\n/,
  'npx esbuild': /Local: .*\n/,
};

/** Folder with everything that is installed. */
let folder: string;
let registry: Registry;
let browser: SharedBrowser;
/** Environment of a newcomer whose npm cache is empty, because `npx` keeps programs by their name alone. */
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-quick-starts-'));
  registry = await startRegistry();
  env = { ...registry.env, npm_config_cache: join(folder, 'npm') };
  const tarballs = await packAll(join(folder, 'packed'));
  for (const tarball of tarballs) await type(`npm publish ${tarball}`, folder, env);
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser?.close();
  await registry?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Follows a quick start in an empty folder, on free ports. */
async function follow(name: string, changes: Readonly<Record<string, string>>) {
  const [service, sandbox, mail, demo, hosted, own] = await Promise.all(
    Array.from({ length: 6 }, () => freePort()),
  );
  const guide = await readGuide(root, `docs/guide/${name}.md`, {
    'localhost:4000': `localhost:${service}`,
    'localhost:8000': `localhost:${own}`,
    '3001': `${own}`,
    ...changes,
  });
  const followed = await followGuide(guide, {
    folder: await mkdtemp(join(folder, `${name}-`)),
    env: {
      ...env,
      LATCHKEY_PORT: `${service}`,
      LATCHKEY_SANDBOX_PORT: `${sandbox}`,
      LATCHKEY_SANDBOX_SMTP_PORT: `${mail}`,
      LATCHKEY_DEMO_PORT: `${demo}`,
      LATCHKEY_HOSTED_PORT: `${hosted}`,
    },
    programs,
  });
  return { ...followed, own, inbox: openInbox(`http://localhost:${sandbox}`) };
}

/** Builds an app with its template's own script, and checks the compiler's version. */
async function buildWith(typescript: string, folder: string): Promise<void> {
  expect(await type('npx tsc --version', folder)).toContain(`Version ${typescript}`);
  await type('npm run build', folder);
}

/** Returns the address that Vite has printed. It takes another port if its own is in use. */
const originIn = (output: string) =>
  /Local: +(http:\/\/localhost:\d+)/.exec(output)?.[1] ?? expect.fail(output);

const newEmail = () => `ada-${randomUUID()}@newcomer.example`;

interface Visit {
  readonly page: Page;
  /** Requests that the page and its frames have made. */
  readonly requests: readonly Request[];
  /** Checks that the console has no errors and that everything came from this machine. Closes the page. */
  leave(): Promise<void>;
}

async function visit(origin: string): Promise<Visit> {
  const { newPage } = await browser.open();
  const page = await newPage();
  const problems: string[] = [];
  const requests: Request[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requests.push(request));
  // A development server compiles a page at its first request.
  await page.goto(origin, { timeout: 180_000 });
  return {
    page,
    requests,
    async leave() {
      expect(problems).toEqual([]);
      const hosts = requests
        .map((request) => new URL(request.url()))
        .filter(({ protocol }) => /^http/.test(protocol));
      expect(hosts.filter(({ hostname }) => hostname !== 'localhost')).toEqual([]);
      await page.context().close();
    },
  };
}

/** Logs in in the modal with the code from the inbox. */
async function logInWithModal({ page }: Visit, inbox: ReturnType<typeof openInbox>): Promise<void> {
  const email = newEmail();
  await page.getByRole('button', { name: /^Log in/, disabled: false }).click();
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[name=code]:focus').waitFor();
  await page.keyboard.type(await inbox.nextCode(email));
  await page.locator('latchkey-modal').waitFor({ state: 'detached' });
}

/** Presses the page's button, and confirms in the modal. */
async function signWithModal({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: /^Sign an? / }).click();
  await page.locator('latchkey-modal').getByRole('button', { name: 'Sign', exact: true }).click();
}

/** Expects the page to show a wallet, and a signature that this wallet made of the message. */
async function expectSignature({ page }: Visit, message: string): Promise<void> {
  const read = async (pattern: RegExp) => {
    const text = await page.getByText(pattern).textContent();
    return pattern.exec(text ?? '')?.[0] as Hex;
  };
  const address: Address = await read(/0x[0-9a-fA-F]{40}$/);
  const signature = await read(/0x[0-9a-f]{130}/);
  expect(await verifyMessage({ address, message, signature })).toBe(true);
}

/** Goes through a page with the modal, from the login to the signature. */
async function expectLoginAndSignature(
  origin: string,
  inbox: ReturnType<typeof openInbox>,
  message: string,
): Promise<void> {
  const visitor = await visit(origin);
  await logInWithModal(visitor, inbox);
  await signWithModal(visitor);
  await expectSignature(visitor, message);
  await visitor.leave();
}

test.each(viteTemplates)(
  'the quick start with Vite, whose template has TypeScript $typescript, leads to a signature and builds',
  async ({ version, typescript }) => {
    const shop = await follow('vite', { 'create vite@latest': `create vite@${version}` });
    await expectLoginAndSignature(originIn(shop.outputOf('npm run dev')), shop.inbox, 'Hello from Vite');
    await buildWith(typescript, shop.folder);
    // Also the declarations of the packages.
    await type('npx tsc -p tsconfig.app.json --noEmit --skipLibCheck false', shop.folder);
    await shop.stop();
  },
);

test('the quick start with wagmi leads to a signature and builds', async () => {
  const shop = await follow('wagmi', pinnedVite);
  await expectLoginAndSignature(originIn(shop.outputOf('npm run dev')), shop.inbox, 'Hello from wagmi');
  await type('npm run build', shop.folder);
  await shop.stop();
});

test('the quick start with plain HTML leads to a signature', async () => {
  const shop = await follow('html', {});
  const visitor = await visit(`http://localhost:${shop.own}`);
  const { page } = visitor;
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await page.getByLabel('Code').fill(await shop.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(/^Wallet: 0x/).waitFor();
  await page.getByRole('button', { name: 'Sign a message' }).click();
  await expectSignature(visitor, 'Hello from HTML');
  await visitor.leave();
  await shop.stop();
});

test('the quick start with Express leads to a signature, and its back end refuses a missing and a changed token', async () => {
  const shop = await follow('express', pinnedVite);
  const visitor = await visit(originIn(shop.outputOf('npm run dev')));
  await logInWithModal(visitor, shop.inbox);
  await signWithModal(visitor);
  await expectSignature(visitor, 'Order 7');
  const sent = visitor.requests.find((request) => request.url().endsWith('/api/orders'));
  const { authorization = '' } = (await sent?.allHeaders()) ?? {};
  await visitor.leave();

  const call = async (headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${shop.own}/api/orders`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ signature: '0x' }),
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await call({ authorization })).toMatchObject({
    status: 200,
    body: { userId: expect.stringMatching(/^did:privy:/) },
  });
  const refused = { status: 401, body: { code: 'missing_or_invalid_token' } };
  expect(await call({ authorization: `${authorization.slice(0, -6)}AAAAAA` })).toEqual(refused);
  expect(shop.outputOf('curl')).toMatch(/401 Unauthorized[\s\S]*missing_or_invalid_token/);
  await type('npm run build', shop.folder);
  await shop.stop();
});

test('the quick start with Next.js leads to a signature in development and in production, where every script has the nonce of its request', async () => {
  const shop = await follow('nextjs', {
    'create-next-app@latest': `create-next-app@${nextTemplate}`,
    // The test reaches no font server.
    "import { Geist } from 'next/font/google'": "import Geist from 'next/font/local'",
    "subsets: ['latin']": "src: './font.woff2'",
  });
  await cp(font, join(shop.folder, 'app/font.woff2'));
  const origin = `http://localhost:${shop.own}`;
  await expectLoginAndSignature(origin, shop.inbox, 'Hello from Next.js');
  await shop.stopLast();

  await buildWith('5.9', shop.folder);
  const app = open(`npm start -- --port ${shop.own}`, shop.folder, env);
  await app.says(/Ready/);
  const nonces = await Promise.all([readNonce(origin), readNonce(origin)]);
  expect(new Set(nonces).size).toBe(2);
  await expectLoginAndSignature(origin, shop.inbox, 'Hello from Next.js');
  await app.stop();
  await type(`npm install --save-dev typescript@${newestTypescript}`, shop.folder, env);
  await buildWith('7.0', shop.folder);
  await shop.stop();
});

/** Returns the nonce of a page's policy, and expects it on every script of the page. */
async function readNonce(url: string): Promise<string> {
  const response = await fetch(url);
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  return nonce;
}
