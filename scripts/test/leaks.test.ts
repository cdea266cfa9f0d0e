import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, temporaryFolder } from '@latchkey/testkit';
import { expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';

/** Runs one of the tests that fail on purpose. */
function runFailing(name: string) {
  const pidFile = join(temporaryFolder('leaks'), 'pid');
  const args = ['run', '--config', 'scripts/test/failing/vitest.config.ts', 'processes', '-t', name];
  const run = startProcess(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, PID_FILE: pidFile },
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => run.once('exit', resolve));
  const group = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
  return { run, ended, group };
}

function isThere(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

it.each(['times out', 'is killed with its worker', 'in a hook'])(
  'the processes that a failing test started end with it: %s',
  async (name) => {
    const { ended, group } = runFailing(name);
    expect(await ended).toBe(1);
    expect(group()).toBeGreaterThan(0);
    await expect.poll(() => isThere(group())).toBe(false);
  },
);

it('the processes that a test started end if the whole run is killed', async () => {
  const { run, ended, group } = runFailing('is left by the run');
  await expect.poll(group).toBeGreaterThan(0);
  expect(isThere(group())).toBe(true);
  run.kill('SIGKILL');
  await ended;
  await expect.poll(() => isThere(group())).toBe(false);
});
