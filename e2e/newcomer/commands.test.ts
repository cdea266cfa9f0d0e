import { execFile } from 'node:child_process';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@latchkey/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareBrowser } from '../harness/index.ts';
import { makeClone, open, type } from './shell.ts';

// Every command that these pages name, each in a clone in which `npm ci` has run and nothing else: what
// a command needs, it builds. Takes minutes and the package registry: a project of the wide run (docs/evidence).

const pages = ['README.md', 'CONTRIBUTING.md', 'HANDBOOK.md', 'AGENTS.md'];

/** Commands that continuous integration runs on such a clone. They build everything first. */
const wholeRuns = ['test', 'test:full', 'test:wide'];

let clone: string;

/** Runs a command to its end, and gives what it printed. */
const call = (command: string) => type(command, clone);

/** The shortest use of each script that shows that it finds everything it needs. */
const tries: Readonly<Record<string, () => Promise<unknown>>> = {
  bench: () => call('npm run bench -- size'),
  build: () => call('npm run build'),
  changeset: () => call('npm run changeset version'),
  check: () => call('npm run check'),
  'check:architecture': () => call('npm run check:architecture'),
  'dump:upgrade': () => call('npm run dump:upgrade -- 0.0.0'),
  gallery: async () => {
    const port = await freePort();
    const gallery = open(`npm run gallery -- --port ${port}`, clone);
    const browser = await shareBrowser();
    try {
      await gallery.says(/Local/);
      const page = await (await browser.open()).newPage();
      // A development server compiles a page when it is first asked for.
      await page.goto(`http://localhost:${port}`, { timeout: 180_000 });
      await page.locator('iframe').first().contentFrame().locator('latchkey-modal [data-screen]').waitFor();
    } finally {
      await browser.close();
      await gallery.stop();
    }
  },
  mutate: async () => {
    const mutation = open('npm run mutate -- border', clone);
    try {
      await mutation.says(/Initial test run succeeded/);
    } finally {
      await mutation.stop();
    }
  },
  'pack:all': () => call('npm run pack:all'),
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
  'verify-audit': () => expect(call('npm run verify-audit')).rejects.toThrow('`npm start` makes one'),
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
  // The root's, and those of workspaces; installs of benches and tests are none that `npm ci` brings.
  const installed = ['/node_modules', '/packages/*/node_modules', '/apps/*/node_modules'];
  await git('clean', '-ffdxq', ...installed.map((path) => `--exclude=${path}`));
});
afterAll(async () => {
  if (clone) await rm(dirname(clone), { recursive: true, force: true });
});

test('every command that the pages name is tried here', async () => {
  const texts = await Promise.all(pages.map((page) => readFile(join(clone, page), 'utf8')));
  const named = texts
    .flatMap((text) => [...text.matchAll(/npm (?:run ([a-z][\w:-]*)|(start|test)\b)/g)])
    .map(([, run, short]) => run ?? short);
  expect([...Object.keys(tries), ...wholeRuns].sort()).toEqual([...new Set(named)].sort());
});

describe('after `npm ci` alone', () => {
  test.each(Object.entries(tries))('npm run %s', async (_, attempt) => {
    await attempt();
  });
});
