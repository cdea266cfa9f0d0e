import { join, relative } from 'node:path';
import type { RunnerTestCase } from 'vitest';
import { root } from '../../../scripts/build/contentHash.ts';

const passedOn = ['LATCHKEY_WIDE'];

/** Returns the folder for pictures and logs of a failed test. */
export function folderOf(test: RunnerTestCase): string {
  const words = `${pathOf(test)} ${test.file.projectName ?? ''} ${namesOf(test).join(' ')}`;
  return join(root, 'artifacts/failed', words.replace(/[^a-z0-9]+/gi, '-').slice(0, 200));
}

/** Returns the command line that runs a test again. */
export function commandOf(test: RunnerTestCase): string {
  const variables = passedOn.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : []));
  const project = test.file.projectName ? ['--project', test.file.projectName] : [];
  const pattern = `^${namesOf(test)
    .join(' ')
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
  return [...variables, 'npx vitest run', ...project, pathOf(test), '-t', quote(pattern)].join(' ');
}

const pathOf = (test: RunnerTestCase) => relative(root, test.file.filepath);

/** Returns the titles of the groups around a test and its own title. `-t` matches them, joined with spaces. */
function namesOf(test: RunnerTestCase): string[] {
  const names = [test.name];
  for (let { suite } = test; suite; suite = suite.suite) names.unshift(suite.name);
  return names;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
