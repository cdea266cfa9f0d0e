import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** CPU seconds of the calibration loops. */
export interface Loops {
  /** Hashing, sorting and JSON in little memory, as in the service. */
  readonly computing: number;
  /** Many small objects and long chains of references, as in compilers, bundlers and module loading. */
  readonly remembering: number;
}

/**
 * CPU seconds of each loop on the machine for which the budgets were set, with both of its cores busy. CPU seconds of
 * other machines are converted with it. The second was derived: on a machine that took the reference's time for the
 * first loop, it took 0.31 s, and `npm run check` twice the CPU time of its budget.
 */
const reference: Loops = { computing: 0.55, remembering: 0.16 };

/** Programs of the loops, without anything that waits. */
const programs: Readonly<Record<keyof Loops, string>> = {
  computing: `
    const { createHash } = require('node:crypto');
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'row ' + ((index * 7919) % 20_000) }));
    for (let round = 0; round < 12; round++) {
      const sorted = [...rows].sort((a, b) => (a.text < b.text ? -1 : 1));
      const text = JSON.stringify(sorted);
      for (let hash = 0; hash < 4; hash++) createHash('sha256').update(text).digest('hex');
      JSON.parse(text);
    }`,
  remembering: `
    const nodes = [];
    for (let index = 0; index < 400_000; index++) {
      const parent = nodes[(index * 7919) % Math.max(1, index)];
      nodes.push({ index, text: 'node ' + (index % 5_000), parent });
    }
    const byText = new Map();
    for (let round = 0; round < 3; round++) {
      for (const node of nodes) {
        let depth = 0;
        for (let at = node; at; at = at.parent) depth += 1;
        byText.set(node.text, (byText.get(node.text) ?? 0) + depth);
      }
    }`,
};
const tellCpuTime = `
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1e6));
`;

/**
 * Measures how slow this machine is: 2 on a machine that takes twice the CPU time of the reference. The loops run on
 * two cores at once, because cores that share a processor are slower when both are busy, as during tests.
 *
 * A faster machine counts as the reference: newer processors speed up the loops more than the tests, so costs divided
 * by the result would be too high.
 */
export async function calibrate(): Promise<number> {
  const computing = await measure(programs.computing);
  return slownessOf({ computing, remembering: await measure(programs.remembering) });
}

/** Returns the mean of the loops, each as a multiple of the reference; at least 1. */
export function slownessOf({ computing, remembering }: Loops): number {
  return Math.max(1, (computing / reference.computing + remembering / reference.remembering) / 2);
}

/** Returns the median CPU seconds of a program that runs three times on each of two cores. */
async function measure(program: string): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < 3; round++) {
    const runs = Array.from({ length: Math.min(availableParallelism(), 2) }, () => run(program));
    measured.push(...(await Promise.all(runs)));
  }
  measured.sort((a, b) => a - b);
  return measured[Math.floor(measured.length / 2)] ?? 0;
}

async function run(program: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', program + tellCpuTime], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return Number(output);
}
