import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createMeter } from './meter.ts';
import { cpuOfTree } from './processTree.ts';

/** A program that takes at least 0.2 s of CPU time on any machine. */
const work = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);';

it('cpuOfTree counts the CPU time of a process and of its children', () => {
  const before = cpuOfTree(process.pid);
  spawnSync(process.execPath, ['-e', work]);
  expect(cpuOfTree(process.pid)).toBeGreaterThanOrEqual((before ?? Number.NaN) + 0.2);
});

it('cpuOfTree returns null for a process that does not exist', () => {
  expect(cpuOfTree(2 ** 30)).toBeNull();
});

it('a meter with the setting `processes` counts child processes, and names the processes that it misses', () => {
  const meter = createMeter('processes');
  const beforeS = meter?.usedS() ?? Number.NaN;
  spawnSync(process.execPath, ['-e', work]);
  expect(meter?.usedS()).toBeGreaterThanOrEqual(beforeS + 0.2);
  expect(meter?.caveat).toMatch(/outlived/);
  meter?.close();
});
