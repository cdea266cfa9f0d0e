import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../packages/testkit/src/index.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { capture } from '../../scripts/run.ts';

const folder = temporaryFolder('units');
const units = readdirSync(join(root, 'deploy/systemd')).filter((name) => name.endsWith('.service'));

beforeAll(() => {
  cpSync(join(root, 'deploy/systemd'), folder, { recursive: true });
  // systemd verifies that the program exists. Node.js is elsewhere on some machines.
  for (const name of units) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace('=/usr/bin/node ', `=${process.execPath} `));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(units)('systemd accepts %s without a warning', async (name) => {
  const { code, output } = await capture('systemd-analyze', ['verify', join(folder, name)]);
  expect(output).toBe('');
  expect(code).toBe(0);
});

test.each(units)('systemd rates the exposure of %s at most 3.0', async (name) => {
  const args = ['security', '--offline=true', '--no-pager', '--threshold=30', join(folder, name)];
  const { code, output } = await capture('systemd-analyze', args);
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(3);
  expect(code).toBe(0);
});
