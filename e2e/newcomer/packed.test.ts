import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser } from '../harness/index.ts';
import { type Install, packForInstalls, programPackages } from './install.ts';
import { collectProblems, logInOn } from './logInOn.ts';
import { open, type } from './shell.ts';

// Installs the packed packages in an empty folder. Takes a minute and needs the package registry, so only the wide run
// has it.

/** Limit of the size of an install for production in MB. The embedded database takes a third of it. */
const ceilingMb = 160;

let folder: string;
let install: Install;
/** Folder with an install for production. */
let lean: string;

beforeAll(async () => {
  folder = temporaryFolder('packed');
  install = await packForInstalls(folder);
  lean = await install('lean', programPackages, '--omit=optional', '--omit=dev');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('latchkey start in an empty folder with the packed packages starts service, sandbox, demo and hosted pages, and a user logs in to the demo', async () => {
  const cwd = await install('all', [...programPackages, 'sandbox']);
  const latchkey = open('npx latchkey start --free-ports', cwd);
  const browser = await shareBrowser();
  try {
    await latchkey.says(/Ctrl-C stops everything/);
    const urlOf = (name: string) =>
      new RegExp(`^ +${name} +(http://localhost:\\d+)`, 'm').exec(latchkey.output())?.[1] ?? '';
    expect((await fetch(`${urlOf('hosted')}/connections`)).status).toBe(200);
    const told = await type(
      `npx latchkey verify-frame ${urlOf('service')} --app latchkey-demo-app-0000001`,
      cwd,
    );
    expect(told).not.toContain('✗');

    const page = await (await browser.open()).newPage();
    const problems = collectProblems(page);
    await logInOn(page, { email: 'ada@packed.example', inboxUrl: urlOf('inbox'), url: urlOf('demo') });
    const wallet = page.getByRole('region', { name: 'Wallet', exact: true });
    expect(await wallet.locator('code').first().textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await latchkey.stop();
  }
  expect(await readdir(cwd)).toEqual(expect.arrayContaining(['.latchkey', 'node_modules']));
});

test('latchkey start without the sandbox says how to install it', async () => {
  await expect(type('npx latchkey start', lean)).rejects.toThrow('npm install @latchkey/sandbox');
});

test('an install for production stays below its limit', async () => {
  expect((await sizeOf(lean)) / 2 ** 20).toBeLessThan(ceilingMb);
});

async function sizeOf(of: string): Promise<number> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await lstat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
