import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/**
 * CPU seconds of one calibration loop on the machine for which the budgets were set, with both of its cores busy. CPU
 * seconds of other machines are converted with it.
 */
const loopOfReferenceS = 0.55;

/** Hashing, sorting and JSON, as in tests and the service, without anything that waits. */
const loop = `
  const { createHash } = require('node:crypto');
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'row ' + ((index * 7919) % 20_000) }));
  for (let round = 0; round < 12; round++) {
    const sorted = [...rows].sort((a, b) => (a.text < b.text ? -1 : 1));
    const text = JSON.stringify(sorted);
    for (let hash = 0; hash < 4; hash++) createHash('sha256').update(text).digest('hex');
    JSON.parse(text);
  }
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1e6));
`;

/**
 * Measures how slow this machine is: 2 on a machine that takes twice the CPU time of the reference. The loops run on
 * two cores at once, because cores that share a processor are slower when both are busy, as during tests.
 *
 * A faster machine counts as the reference: newer processors speed up the loop more than the tests, so costs divided by
 * the loop's result would be too high.
 */
export async function calibrate(): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < 3; round++) {
    const loops = Array.from({ length: Math.min(availableParallelism(), 2) }, runLoop);
    measured.push(...(await Promise.all(loops)));
  }
  measured.sort((a, b) => a - b);
  return slownessOf(measured[Math.floor(measured.length / 2)] ?? loopOfReferenceS);
}

export function slownessOf(loopS: number): number {
  return Math.max(1, loopS / loopOfReferenceS);
}

async function runLoop(): Promise<number> {
  const child = spawn(process.execPath, ['-e', loop], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return Number(output);
}
