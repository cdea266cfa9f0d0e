import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '@latchkey/testkit';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/build/contentHash.ts';

const path = 'scripts/test/failing/browser.fixture.ts';
const folderOf = (test: string) =>
  `artifacts/failed/scripts-test-failing-browser-fixture-ts-failing-a-person-s-page-one-${test}`;

/**
 * Runs the tests that fail on purpose, with traces.
 *
 * @returns their output
 */
async function runFailing(): Promise<string> {
  const args = ['run', '--config', 'scripts/test/failing/vitest.config.ts', path];
  const run = startProcess(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, LATCHKEY_TRACE: '1' },
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  expect(await once(run, 'close')).toEqual([1, null]);
  return output;
}

it('with LATCHKEY_TRACE=1, a browser test that fails or times out leaves pictures, a log and a trace, and prints the command that repeats it', async () => {
  for (const test of ['fails-S00-', 'times-out', 'passes'])
    rmSync(join(root, folderOf(test)), { recursive: true, force: true });
  const output = await runFailing();
  const project = `npx vitest run --project failing ${path}`;
  expect(output).toContain(`${project} -t '^a person'\\''s page \\(one\\) fails \\[S00\\]$'`);
  expect(output).toContain(`${project} -t '^a person'\\''s page \\(one\\) times out$'`);
  for (const [test, pages] of [
    ['fails-S00-', 2],
    ['times-out', 1],
  ] as const) {
    const folder = folderOf(test);
    expect(output).toContain(folder);
    const pictures = Array.from({ length: pages }, (_, index) => `browser-1-page-${index + 1}.png`);
    expect(readdirSync(join(root, folder)).sort()).toEqual([
      ...pictures,
      'browser-1-trace.zip',
      'browser-1.log',
    ]);
    const png = readFileSync(join(root, folder, 'browser-1-page-1.png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(readFileSync(join(root, folder, 'browser-1.log'), 'utf8')).toContain('log: told by the page');
  }
  expect(existsSync(join(root, folderOf('passes')))).toBe(false);
});
