import type { BenchResult } from '../result.ts';
import { overRounds } from '../rounds.ts';
import { refreshClient } from './clients.ts';
import { type ServerFixture, startServerFixture } from './harness/fixture.ts';
import { failuresOf, figureOf, measureInTurn, ratioOf } from './harness/measure.ts';

const connections = 32;

/** The clients of a service, and the processes whose CPU time is measured: the primary with its workers. */
function contenderOf(fixture: ServerFixture) {
  const range = Array.from({ length: connections }, (_, at) => at);
  return {
    clients: range.map((at) => refreshClient(fixture, `bench-${at}@latchkey.example`)),
    pid: fixture.service.pid,
    databasePid: fixture.databasePid,
  };
}

/** Returns the rate at which workers would each use one core, if clients and database had cores of their own. */
const allowedRate = (workers: number, cpuUs: number) => (workers * 1e6) / cpuUs;

/**
 * Compares refreshes at a service with one and with two worker processes, each with its own PostgreSQL. The measured
 * rate includes clients and database, which on two cores leave little for a second worker. The CPU of the service alone
 * shows what workers gain where the database is on another machine.
 */
export async function workersBench(): Promise<BenchResult> {
  const fixtures = await Promise.all([1, 2].map((workers) => startServerFixture({ workers })));
  const [first, second] = fixtures;
  if (!first || !second) throw new Error('two services were started');
  const rounds = await measureInTurn(
    { one: contenderOf(first), two: contenderOf(second) },
    { rounds: 5, round: { ms: 5_000 }, warmUp: { operations: 10_000, ms: 20_000 } },
  ).finally(() => Promise.all(fixtures.map((fixture) => fixture.close())));
  return {
    bench: 'workers',
    figures: [
      figureOf('refresh, one worker', rounds, 'one', 'perSecond'),
      figureOf('refresh, two workers', rounds, 'two', 'perSecond'),
      {
        name: 'rate of two workers, compared with one',
        unit: '×',
        ...ratioOf(rounds, 'two', 'one', 'perSecond'),
      },
      figureOf('one worker, CPU of the service', rounds, 'one', 'cpuUs'),
      figureOf('two workers, CPU of the service', rounds, 'two', 'cpuUs'),
      figureOf('one worker, CPU of PostgreSQL', rounds, 'one', 'databaseUs'),
      figureOf('two workers, CPU of PostgreSQL', rounds, 'two', 'databaseUs'),
      {
        name: 'one worker, rate that its CPU allows',
        unit: '/s',
        ...overRounds(rounds, ({ one }) => allowedRate(1, one.cpuUs)),
      },
      {
        name: 'two workers, rate that their CPU allows',
        unit: '/s',
        ...overRounds(rounds, ({ two }) => allowedRate(2, two.cpuUs)),
      },
      figureOf('one worker, p50', rounds, 'one', 'p50Ms'),
      figureOf('two workers, p50', rounds, 'two', 'p50Ms'),
      { name: 'failed requests', value: failuresOf(rounds), unit: '', atMost: 0 },
    ],
  };
}
