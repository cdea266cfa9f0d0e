import { execFile } from 'node:child_process';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@latchkey/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareBrowser } from '../harness/index.ts';
import { makeClone, open, type } from './shell.ts';

// Tries the npm commands that these pages name, except whole test runs, each in a clone with only `npm ci` done,
// because a command must build what it needs. Takes minutes and needs the package registry, so only the wide run has it.

const pages = ['README.md', 'CONTRIBUTING.md', 'HANDBOOK.md', 'AGENTS.md'];

const wholeRuns = ['test', 'test:full', 'test:wide'];

let clone: string;

/** Runs a command to its end. Returns its output. */
const call = (command: string) => type(command, clone);

/** Shortest use of each script that shows that it finds everything it needs. */
const tries: Readonly<Record<string, () => Promise<unknown>>> = {
  bench: () => call('npm run bench -- size'),
  check: () => call('npm run check'),
  'check:architecture': () => call('npm run check:architecture'),
  docs: async () => {
    const port = await freePort();
    const site = open(`npm run docs -- --port ${port}`, clone);
    try {
      await site.says(/Local/);
      expect(await (await fetch(`http://localhost:${port}/guide/react`)).text()).toContain('<div id="app">');
    } finally {
      await site.stop();
    }
  },
  'docs:build': () => call('npm run docs:build'),
  'docs:join': () => expect(call('npm run docs:join')).rejects.toThrow('npm run docs:build'),
  gallery: async () => {
    const port = await freePort();
    const gallery = open(`npm run gallery -- --port ${port}`, clone);
    const browser = await shareBrowser();
    try {
      await gallery.says(/Local/);
      const page = await (await browser.open()).newPage();
      // A development server compiles a page at its first request.
      await page.goto(`http://localhost:${port}`, { timeout: 180_000 });
      await page.locator('iframe').first().contentFrame().locator('latchkey-modal [data-screen]').waitFor();
    } finally {
      await browser.close();
      await gallery.stop();
    }
  },
  messages: () => call('npm run messages'),
  mutate: async () => {
    const mutation = open('npm run mutate -- border', clone);
    try {
      await mutation.says(/Initial test run succeeded/);
    } finally {
      await mutation.stop();
    }
  },
  'pack:all': () => call('npm run pack:all'),
  async release() {
    await expect(call('npm run release -- prepare 0.2.0')).rejects.toThrow('The first release is 0.1.0');
    await call('npm run release -- prepare 0.1.0');
    expect((await git('status', '--porcelain')).stdout).toContain(
      'packages/server/src/upgrade/dumps/0.1.0.json',
    );
    await expect(call('npm run release -- prepare 0.1.0')).rejects.toThrow('There are uncommitted changes');
  },
  spec: () => call('npm run spec'),
  start: async () => {
    const latchkey = open('npm start -- --free-ports', clone);
    try {
      await latchkey.says(/Ctrl-C stops everything/);
    } finally {
      await latchkey.stop();
    }
  },
  'test:changed': async () => {
    await appendFile(join(clone, 'e2e/modal/opening.test.ts'), '\n// changed\n');
    return call('npm run test:changed');
  },
  'test:of': () => call('npm run test:of -- terms'),
  'verify-audit': () => expect(call('npm run verify-audit')).rejects.toThrow('`latchkey start` makes one'),
};

const git = (...args: string[]) =>
  promisify(execFile)('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@newcomer.example', ...args], {
    cwd: clone,
    maxBuffer: 2 ** 26,
  });

beforeAll(async () => {
  clone = await makeClone();
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=Begin');
  await type('npm ci', clone);
});
beforeEach(async () => {
  await git('checkout', '--quiet', '.');
  // Keeps the packages of the root and the workspaces. Installs of benchmarks and tests are removed, because they do
  // not come from `npm ci`.
  const installed = ['/node_modules', '/packages/*/node_modules', '/apps/*/node_modules'];
  await git('clean', '-ffdxq', ...installed.map((path) => `--exclude=${path}`));
});
afterAll(async () => {
  if (clone) await rm(dirname(clone), { recursive: true, force: true });
});

test('these tests try every npm command that the README, CONTRIBUTING, HANDBOOK and AGENTS pages name, except whole test runs', async () => {
  const texts = await Promise.all(pages.map((page) => readFile(join(clone, page), 'utf8')));
  const named = texts
    .flatMap((text) => [...text.matchAll(/npm (?:run ([a-z][\w:-]*)|(start|test)\b)/g)])
    .map(([, run, short]) => run ?? short);
  expect([...Object.keys(tries), ...wholeRuns].sort()).toEqual([...new Set(named)].sort());
});

describe('after only `npm ci`', () => {
  test.each(Object.entries(tries))(
    'after only npm ci, npm run %s finds everything it needs',
    async (_, attempt) => {
      await attempt();
    },
  );
});
