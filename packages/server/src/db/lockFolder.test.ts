import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lockFolder.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder is for one holder; given back, for the next', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(
    `The data folder is in use: ${folder} (by process ${process.pid})`,
  );
  expect(() => lockFolder(folder)).toThrow('LATCHKEY_DATA_DIR');
  unlock();
  expect(existsSync(lock)).toBe(false);
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock of a process that is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  writeFileSync(lock, JSON.stringify({ pid: child.pid, startedAt: '1' }));
  lockFolder(folder)();
});

test('a lock of a process whose number was given to another is taken over', () => {
  writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: 'another time' }));
  const unlock = lockFolder(folder);
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
  unlock();
});

test('a lock that was never finished is taken over', () => {
  writeFileSync(lock, '');
  lockFolder(folder)();
});
