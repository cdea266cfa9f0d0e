import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { BenchResult } from '../result.ts';
import { inAllRounds, inRounds, overRounds } from '../rounds.ts';
import { loginClient, refreshClient } from './clients.ts';
import { startServerFixture } from './harness/fixture.ts';
import { drive } from './harness/load.ts';
import type { Program } from './harness/program.ts';

const roundsOfHalf = 5;
const round = { ms: 30_000 };

/** In bytes. */
type Memory = Pick<NodeJS.MemoryUsage, 'heapUsed' | 'rss'>;

const mb = (bytes: number) => bytes / 1024 / 1024;

/** Answers a message with the memory in use after a collection. Loaded into the service's process. */
const probe = `data:text/javascript,${encodeURIComponent(
  'process.on("message", () => { gc(); gc(); process.send(process.memoryUsage()); });',
)}`;

/** Readings of the resident memory. V8 and the allocator return pages some time after a collection. */
const readings = { count: 10, everyMs: 500 };

/** Returns the memory that a process keeps: the lowest of several readings, each after a collection. */
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

/**
 * Measures the memory of the service's process after each of ten half minutes of refreshes and logins by new users, and
 * compares the sixth with the first, the seventh with the second and so on.
 */
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
    const rounds = await inRounds({ rounds: 2 * roundsOfHalf }, async () => {
      const { operations, failures } = await drive([...logins, ...refreshes], round);
      return { operations, failures, ...(await memoryOf(fixture.service)) };
    });
    const firstHalf = rounds.slice(0, roundsOfHalf);
    const pairs = rounds
      .slice(roundsOfHalf)
      .map((second, at) => ({ first: firstHalf[at] ?? second, second }));
    const growth = (figure: keyof Memory) =>
      overRounds(pairs, ({ first, second }) => second[figure] / first[figure]);
    return {
      bench: 'memory',
      figures: [
        { name: 'resident memory, second half in first', unit: '×', atMost: 1.06, ...growth('rss') },
        { name: 'heap in use, second half in first', unit: '×', atMost: 1.06, ...growth('heapUsed') },
        { name: 'resident memory', unit: 'MB', ...overRounds(rounds, ({ rss }) => mb(rss)) },
        { name: 'heap in use', unit: 'MB', ...overRounds(rounds, ({ heapUsed }) => mb(heapUsed)) },
        { name: 'operations', value: inAllRounds(rounds, ({ operations }) => operations), unit: '' },
        {
          name: 'failed',
          value: inAllRounds(rounds, ({ failures }) => failures),
          unit: '',
          atMost: 0,
        },
      ],
    };
  } finally {
    await fixture.close();
  }
}
