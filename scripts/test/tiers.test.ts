import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { bin } from '../run.ts';
import { capabilities, capabilitiesOf } from './capabilities.ts';
import { type Command, commands } from './commands.ts';
import { readSources } from './importGraph.ts';
import { findFilesWithoutStory } from './stories.ts';
import { parts } from './wide.ts';

const tests = [...readSources(root).keys()].filter((path) => /\.test\.tsx?$/.test(path));

interface Listed {
  file: string;
  project: string;
}

function filesOf(tier: keyof typeof commands): Listed[] {
  const { steps }: Command = commands[tier];
  const projects = steps.flatMap((step) => step.projects);
  return list({ LATCHKEY_TIER: tier }).filter(({ project }) => projects.includes(project));
}

/** Returns all files that Vitest finds in this environment. */
function list(env: NodeJS.ProcessEnv): Listed[] {
  const output = execFileSync(bin('vitest'), ['list', '--filesOnly', '--json'], {
    cwd: root,
    env: { ...process.env, LATCHKEY_TIER: undefined, LATCHKEY_WIDE: undefined, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const listed = JSON.parse(output.slice(output.indexOf('['))) as { file: string; projectName: string }[];
  return listed.map(({ file, projectName }) => ({ file: file.slice(root.length + 1), project: projectName }));
}

describe('the commands', () => {
  const test = filesOf('test');
  const full = filesOf('full');
  const without = new Set(
    ['e2e', 'conformance', 'packages/walletconnect/src'].flatMap(findFilesWithoutStory),
  );
  const names = (files: readonly { file: string }[]) => new Set(files.map(({ file }) => file));

  it('`npm test` and `npm run test:full` run every test file except those of the wide run', () => {
    const inSome = new Set([...names(test), ...names(full)]);
    const others = tests.filter((file) => !inSome.has(file));
    expect(
      others.filter(
        (file) =>
          !/^(examples|e2e\/(backups|deploy|engines|faults|newcomer|observability|quick-starts|site|soak))\//.test(
            file,
          ),
      ),
    ).toEqual([]);
  });

  it('`npm test` runs each file in only one project', () => {
    expect(test.map(({ file }) => file).sort()).toEqual([...names(test)].sort());
  });

  it('only browser tests with a story and the tests of the database run in both `npm test` and `npm run test:full`', () => {
    const before = names(test);
    const again = full.filter(({ file }) => before.has(file));
    const whole = again.filter(({ file }) => without.has(file) || !/^(e2e|conformance)\//.test(file));
    expect(whole.filter(({ file }) => !file.startsWith('packages/server/src/db/'))).toEqual([]);
  });

  it('`npm test` includes a story of every capability', () => {
    const stories = tests.filter((file) => /^(e2e|conformance)\//.test(file) && !without.has(file));
    const told = new Set(stories.flatMap(capabilitiesOf));
    expect(Object.keys(capabilities).filter((name) => !told.has(name))).toEqual([]);
  });
});

it('the wide run leaves out the tests whose program is missing', () => {
  const missing = Object.values(parts)
    .flatMap(({ runs }) => runs({ laterNodes: [], has: () => false }))
    .flatMap(({ env }) => env?.LATCHKEY_WITHOUT?.split(',') ?? []);
  const wide = { LATCHKEY_WIDE: '1' };
  const isLeftOut = (file: string) => missing.some((pattern) => file.startsWith(pattern.replace('*', '')));
  const filesOf = (env: NodeJS.ProcessEnv) => list(env).map(({ file }) => file);
  const leftOut = filesOf(wide).filter(isLeftOut);
  expect(new Set(leftOut)).toEqual(
    new Set([
      ...['image', 'proxies', 'units'].map((name) => `e2e/deploy/${name}.test.ts`),
      'e2e/faults/pgBouncer.test.ts',
      'e2e/newcomer/production.test.ts',
      'e2e/observability/alerts.test.ts',
    ]),
  );
  expect(filesOf({ ...wide, LATCHKEY_WITHOUT: missing.join(',') }).filter(isLeftOut)).toEqual([]);
});
