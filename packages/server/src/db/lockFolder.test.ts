import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@latchkey/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lockFolder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function holdElsewhere(): Promise<ChildProcess> {
  const source = new URL('./lockFolder.ts', import.meta.url).href;
  const program = `const { lockFolder } = await import(${JSON.stringify(source)});
    await lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1_000_000);`;
  const tsx = import.meta.resolve('tsx');
  const child = startProcess(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout ?? expect.fail(), 'data');
  return child;
}

test('a locked folder is refused to a second holder, and can be locked again after it is released', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder is in use: ${folder} (by process ${process.pid})`,
  );
  await expect(lockFolder(folder)).rejects.toThrow('LATCHKEY_DATA_DIR');
  unlock();
  (await lockFolder(folder))();
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('');
});

test('a folder that another process locked is refused, and can be locked as soon as that process is killed', async () => {
  const child = await holdElsewhere();
  await expect(lockFolder(folder)).rejects.toThrow(`(by process ${child.pid})`);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  (await lockFolder(folder))();
});

test('the contents of the lock file do not prevent a lock', async () => {
  for (const left of ['', 'rubbish', JSON.stringify({ pid: process.pid, startedAt: '1' })]) {
    writeFileSync(join(folder, 'lock'), left);
    (await lockFolder(folder))();
  }
});
