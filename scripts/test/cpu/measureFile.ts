import { appendFileSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { root } from '../../build/contentHash.ts';
import type { FileCost } from './costs.ts';
import { createMeter, type Meter } from './meter.ts';

// A setup file of Vitest: it runs before the imports of each test file, and records the CPU seconds that the file
// takes, in its worker and in all processes that the worker starts. It does nothing unless `scripts/test.ts` requests
// it.

/** Vitest runs setup files again for every test file of a worker, so state for the next file is global. */
const kept = globalThis as { meterOfWorker?: Meter | null };
const { LATCHKEY_CPU_METER: setting, LATCHKEY_CPU_COSTS: folder } = process.env;

if (setting && folder) {
  const isFirst = kept.meterOfWorker === undefined;
  if (isFirst) kept.meterOfWorker = createMeter(setting);
  const meter = kept.meterOfWorker;
  const beforeS = meter?.usedS() ?? 0;
  // Vitest runs `afterAll` hooks in reverse order, so this one runs after those of the test file.
  afterAll(() => {
    const file = relative(root, expect.getState().testPath ?? '');
    const cost: FileCost = { file, cpuS: (meter?.usedS() ?? 0) - beforeS, isFirst };
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(cost)}\n`);
  });
}
