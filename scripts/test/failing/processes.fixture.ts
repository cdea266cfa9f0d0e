import { writeFileSync } from 'node:fs';
import { beforeAll, describe, test } from 'vitest';
import { startProcess } from '../../../packages/testkit/src/processes/startProcess.ts';

/** Starts a shell with a child of its own, and writes the id of their process group to a file. */
function startTwo(): void {
  const { pid } = startProcess('sh', ['-c', 'sleep 100000 & sleep 100000'], { stdio: 'ignore' });
  writeFileSync(process.env.PID_FILE ?? '', String(pid));
}
const never = () => new Promise<void>(() => {});

test('times out', { timeout: 1_000 }, async () => {
  startTwo();
  await never();
});

test('is killed with its worker', () => {
  startTwo();
  process.kill(process.pid, 'SIGKILL');
});

test('is left by the run', { timeout: 1_000_000 }, async () => {
  startTwo();
  await never();
});

describe('in a hook', () => {
  beforeAll(async () => {
    startTwo();
    await never();
  }, 1_000);
  test('never begins', () => {});
});
