import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { BenchResult } from '../result.ts';
import { loginClient, refreshClient } from './clients.ts';
import { startServerFixture } from './harness/fixture.ts';
import { drive } from './harness/load.ts';
import type { Program } from './harness/program.ts';

const minutes = 5;

/** In bytes. */
type Memory = Pick<NodeJS.MemoryUsage, 'heapUsed' | 'rss'>;

const mb = (bytes: number) => bytes / 1024 / 1024;

/** Answers a message with the memory in use after a collection; loaded into the service's process beside it. */
const probe = `data:text/javascript,${encodeURIComponent(
  'process.on("message", () => { gc(); gc(); process.send(process.memoryUsage()); });',
)}`;

/** Resident memory is read this often: V8 and the allocator hand pages back some time after a collection. */
const readings = { count: 10, everyMs: 500 };

/** What a process holds that it does not give back: the lowest of several readings, each after a collection. */
async function memoryOf({ child }: Program): Promise<Memory> {
  const lowest: Memory = { rss: Number.POSITIVE_INFINITY, heapUsed: Number.POSITIVE_INFINITY };
  for (let count = 0; count < readings.count; count += 1) {
    const answered = once(child, 'message');
    child.send('memory');
    const [{ rss, heapUsed }] = (await answered) as [NodeJS.MemoryUsage];
    lowest.rss = Math.min(lowest.rss, rss);
    lowest.heapUsed = Math.min(lowest.heapUsed, heapUsed);
    await setTimeout(readings.everyMs);
  }
  return lowest;
}

/** Memory of the service's process after each of five minutes of refreshes and logins by people who are new. */
export async function memoryBench(): Promise<BenchResult> {
  const fixture = await startServerFixture({ nodeArgs: ['--expose-gc', '--import', probe] });
  try {
    let people = 0;
    const logins = Array.from({ length: 8 }, () =>
      loginClient(fixture, () => `new-${people++}@latchkey.example`),
    );
    const refreshes = Array.from({ length: 24 }, (_, at) =>
      refreshClient(fixture, `old-${at}@latchkey.example`),
    );
    const minuteByMinute: Memory[] = [];
    let operations = 0;
    let failures = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      const result = await drive([...logins, ...refreshes], { ms: 60_000 });
      operations += result.operations;
      failures += result.failures;
      minuteByMinute.push(await memoryOf(fixture.service));
    }
    const growth = (figure: keyof Memory) =>
      (minuteByMinute.at(-1)?.[figure] ?? Number.NaN) / (minuteByMinute[0]?.[figure] ?? Number.NaN);
    return {
      bench: 'memory',
      figures: [
        { name: 'resident memory, last minute in first', value: growth('rss'), unit: '×', atMost: 1.1 },
        { name: 'heap in use, last minute in first', value: growth('heapUsed'), unit: '×', atMost: 1.1 },
        ...minuteByMinute.flatMap((reading, at) => [
          { name: `resident memory after minute ${at + 1}`, value: mb(reading.rss), unit: 'MB' },
          { name: `heap in use after minute ${at + 1}`, value: mb(reading.heapUsed), unit: 'MB' },
        ]),
        { name: 'operations', value: operations, unit: '' },
        { name: 'failed', value: failures, unit: '', atMost: 0 },
      ],
    };
  } finally {
    await fixture.close();
  }
}
