import { fileURLToPath } from 'node:url';
import type { BenchResult } from '../result.ts';
import { overRounds } from '../rounds.ts';
import { seededRefreshClient } from './clients.ts';
import { appHeaders, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { failuresOf, figureOf, measureInTurn, ratioOf } from './harness/measure.ts';
import { startProgram } from './harness/program.ts';
import { seedUsers } from './harness/seed.ts';

const connections = 32;
/**
 * Number of sessions, refreshed in turn. With a few sessions, each would be refreshed several times within the grace
 * period. Its row would hold the used tokens of that period, and PostgreSQL would clean up the same few pages at nearly
 * every refresh.
 */
const sessions = 750 * connections;
const baselinePath = fileURLToPath(new URL('./baseline.ts', import.meta.url));

/** Creates a client that sends the requests of {@link seededRefreshClient} to the baseline. */
function baselineClient(url: string, next: () => number): LoadClient {
  const replies = new Map<number, { token: string; refresh_token: string }>();
  return {
    async operate(send) {
      const id = next();
      const reply = replies.get(id);
      const { status, text } = await send(url, {
        headers: reply ? { ...appHeaders, authorization: `Bearer ${reply.token}` } : appHeaders,
        body: { id, refresh_token: reply?.refresh_token ?? `token-${id}` },
      });
      if (status !== 200) return false;
      replies.set(id, JSON.parse(text));
      return true;
    },
  };
}

/** Returns a function that yields the sessions of one connection in turn. */
function sessionsOf(connection: number): () => number {
  let step = 0;
  return () => ((step++ * connections) % sessions) + connection;
}

/**
 * Compares a refresh with the bare baseline in `baseline.ts`: one server process each, the same PostgreSQL, 32
 * connections, the same number of sessions.
 */
export async function refreshBench(): Promise<BenchResult> {
  const fixture = await startServerFixture();
  await seedUsers(fixture.databaseUrl, 0, sessions);
  const baselineProgram = await startProgram({
    args: ['--import', import.meta.resolve('tsx'), baselinePath, fixture.databaseUrl, String(sessions)],
    line: /ready (\d+)/,
  });
  const range = Array.from({ length: connections }, (_, at) => at);
  const rounds = await measureInTurn(
    {
      ours: {
        clients: range.map((at) => seededRefreshClient(fixture, sessionsOf(at))),
        pid: fixture.service.pid,
        databasePid: fixture.databasePid,
      },
      baseline: {
        clients: range.map((at) => baselineClient(baselineProgram.url, sessionsOf(at))),
        pid: baselineProgram.pid,
        databasePid: fixture.databasePid,
      },
    },
    { rounds: 5, round: { ms: 5_000 }, warmUp: { operations: sessions, ms: 30_000 } },
  ).finally(() => baselineProgram.stop().then(fixture.close));
  return {
    bench: 'refresh',
    figures: [
      {
        name: 'refresh, share of the floor',
        unit: '%',
        atLeast: 77,
        ...overRounds(rounds, ({ ours, baseline }) => (ours.perSecond / baseline.perSecond) * 100),
      },
      figureOf('refresh', rounds, 'ours', 'perSecond'),
      figureOf('floor', rounds, 'baseline', 'perSecond'),
      {
        name: "refresh, p99 in the floor's p99",
        unit: '×',
        atMost: 1.34,
        ...ratioOf(rounds, 'ours', 'baseline', 'p99Ms'),
      },
      figureOf('refresh, p50', rounds, 'ours', 'p50Ms'),
      figureOf('refresh, p99', rounds, 'ours', 'p99Ms'),
      figureOf('floor, p50', rounds, 'baseline', 'p50Ms'),
      figureOf('floor, p99', rounds, 'baseline', 'p99Ms'),
      figureOf('refresh, CPU of the server process', rounds, 'ours', 'cpuUs'),
      figureOf('floor, CPU of the server process', rounds, 'baseline', 'cpuUs'),
      figureOf('refresh, CPU of PostgreSQL', rounds, 'ours', 'databaseUs'),
      figureOf('floor, CPU of PostgreSQL', rounds, 'baseline', 'databaseUs'),
      { name: 'failed requests', value: failuresOf(rounds), unit: '', atMost: 0 },
    ],
  };
}
