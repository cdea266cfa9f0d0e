import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SharedBrowser, shareBrowser } from '../harness/index.ts';
import { collectProblems, logInOn } from './logInOn.ts';
import { makeClone, open, type Running, readGuide, type } from './shell.ts';

// The first hour of a developer with a clone, the guides, and other programs on the usual ports. The apps are made with
// the commands and files of the guides. Takes minutes and needs the package registry, so only the wide run has it.

/** Versions of Vite's template that `latest` in the guides has meant, with the TypeScript version that each brings. */
const viteTemplates = [
  { version: '9.3.0', typescript: '7.0' },
  { version: '8.3.0', typescript: '5.9' },
] as const;

/** App of first-app.md, which each template serves in turn. The service reads its id from a file at its start. */
const ownApp = { id: '', origin: '', port: 0 };
let clone: string;
let install: string;
let packing: string;
let latchkey: Running;
let serviceUrl: string;
let inboxUrl: string;
let browser: SharedBrowser;
const holders = [3000, 4000].map((port) =>
  createServer((socket) => socket.destroy())
    .on('error', () => {})
    .listen(port, '127.0.0.1'),
);

beforeAll(async () => {
  clone = await makeClone();
  install = await type('npm ci', clone);
  packing = await type('npm run pack:all', clone);
  await describeOwnApp();
  latchkey = open('npm start -- --free-ports', clone);
  await latchkey.says(/Ctrl-C stops everything/);
  inboxUrl = addressOf('inbox');
  serviceUrl = addressOf('service');
  browser = await shareBrowser();
});
afterAll(async () => {
  await latchkey?.stop();
  await browser?.close();
  for (const holder of holders) if (holder.listening) await once(holder.close(), 'close');
  if (clone) await rm(dirname(clone), { recursive: true, force: true });
});

/**
 * Returns an address from the end of the output of `npm start`. Earlier lines may name addresses that it still waits
 * for.
 */
const addressOf = (name: string) =>
  new RegExp(`^ +${name} +(http://localhost:\\d+)`, 'm').exec(latchkey.output())?.[1] ??
  expect.fail(latchkey.output());

/** Returns the command that replaces an install from the registry until the packages are published. */
const installPacked = () =>
  /^ +(npm install .*latchkey-react-.*)$/m.exec(packing)?.[1] ?? expect.fail(packing);

/** Writes the apps file as first-app.md says, with another port for the page than Vite's usual one. */
async function describeOwnApp(): Promise<void> {
  ownApp.port = await freePort();
  ownApp.origin = `http://localhost:${ownApp.port}`;
  const { script } = await readGuide(clone, 'docs/guide/first-app.md', {});
  const told = await type(script('APP_ID='), clone);
  ownApp.id = /^Your app id is (\w{25})$/m.exec(told)?.[1] ?? expect.fail(told);
  const file = join(clone, 'latchkey.config.json');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('"http://localhost:5173"');
  await writeFile(file, text.replaceAll('http://localhost:5173', ownApp.origin));
}

async function buildWith(typescript: string, app: string): Promise<void> {
  expect(await type('npx tsc --version', app)).toContain(`Version ${typescript}`);
  await type('npm run build', app);
}

/** Type-checks a Vite app without `skipLibCheck`. */
const checkInFull = (app: string) => type('npx tsc -p tsconfig.app.json --noEmit --skipLibCheck false', app);

/** Starts an app in development, logs in on its page, and stops it. */
async function logInWhileItRuns(command: string, app: string, origin: string, email: string): Promise<void> {
  const pages = open(command, app);
  try {
    await pages.says(/Local|Ready/);
    await logInAt(origin, email);
  } finally {
    await pages.stop();
  }
}

/** Logs in on a page of the developer's app with the code from the inbox. The page's console must have no errors. */
async function logInAt(origin: string, email: string): Promise<void> {
  const { newPage } = await browser.open();
  const page = await newPage();
  const problems = collectProblems(page);
  await logInOn(page, { email, inboxUrl, url: origin });
  // The page of each guide shows who is logged in, in the button or above it.
  await page.getByRole('button', { name: /^Log out/ }).waitFor();
  await page.getByText(email).first().waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
}

test('npm ci prints no warning about the version of Node.js', () => {
  expect(install).not.toContain('EBADENGINE');
});

test('Latchkey starts beside programs that use its ports', () => {
  expect(latchkey.output()).not.toMatch(/localhost:(3000|4000)\b/);
});

test.each(viteTemplates)(
  'a new app with Vite and TypeScript $typescript that follows the guide to the first app builds and logs a user in',
  async ({ version, typescript }) => {
    const folder = dirname(clone);
    const { command, file, script } = await readGuide(clone, 'docs/guide/first-app.md', {
      'create vite@latest': `create vite@${version}`,
      'my-app': `app-${version}`,
      'npm install @latchkey/react': installPacked(),
      'http://localhost:4000': serviceUrl,
    });
    await type(script('npm create'), folder, { APP_ID: ownApp.id });
    const app = join(folder, `app-${version}`);
    await writeFile(join(app, 'src/main.tsx'), file('src/main.tsx'));
    await buildWith(typescript, app);
    await checkInFull(app);
    const serve = `${command('npx vite')} --port ${ownApp.port} --strictPort`;
    await logInWhileItRuns(serve, app, ownApp.origin, `app-${typescript}@newcomer.example`);
  },
);

test('the guide’s command creates an app while the service runs', async () => {
  const { command } = await readGuide(clone, 'docs/guide/first-app.md', {
    'http://localhost:4000': serviceUrl,
  });
  const reply = await type(
    `${command('curl -X POST "http://localhost:4000/api/v1/admin/apps"')} --silent`,
    clone,
  );
  expect(JSON.parse(reply)).toMatchObject({ id: expect.stringMatching(/^.{25}$/), name: 'Another app' });
});

test('the tests of a new app that follows the guide to Jest pass, and not without the guide’s line for the packages', async () => {
  const app = join(dirname(clone), 'tested');
  const { command, file, script } = await readGuide(clone, 'docs/guide/jest.md', {
    'jest jest-environment-jsdom': 'jest@30.5.2 jest-environment-jsdom@30.5.2',
  });
  await mkdir(join(app, 'src'), { recursive: true });
  await type('npm init --yes', app);
  await type(`${installPacked()} react@19 react-dom@19`, app);
  await type(script('npm install --save-dev'), app);
  const names = [
    'jest.config.cjs',
    'babel.config.cjs',
    'jest.setup.cjs',
    'src/Account.jsx',
    'src/Account.test.jsx',
  ];
  for (const name of names) await writeFile(join(app, name), file(name));
  const said = await type(command('npx jest'), app);
  expect(said).toContain('2 passed');
  expect(said).not.toContain('console.error');
  // Without the guide's line, Jest does not transform the packages.
  await writeFile(
    join(app, 'jest.config.cjs'),
    file('jest.config.cjs').replace(/ +transformIgnorePatterns.*/, ''),
  );
  await expect(type(command('npx jest'), app)).rejects.toThrow('Must use import to load ES Module');
});
