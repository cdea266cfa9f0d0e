import { fileURLToPath } from 'node:url';
import type { BenchResult } from '../result.ts';
import { overRounds } from '../rounds.ts';
import { refreshClient } from './clients.ts';
import { appHeaders, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { failuresOf, figureOf, measureInTurn } from './harness/measure.ts';
import { startProgram } from './harness/program.ts';

const connections = 32;
const baselinePath = fileURLToPath(new URL('./baseline.ts', import.meta.url));

/** Creates a client that sends the requests of {@link refreshClient} to the baseline. */
function baselineClient(url: string, id: number): LoadClient {
  let reply = { token: 'a'.repeat(400), refresh_token: `token-${id}` };
  return {
    async operate(send) {
      const { status, text } = await send(url, {
        headers: { ...appHeaders, authorization: `Bearer ${reply.token}` },
        body: { id, refresh_token: reply.refresh_token },
      });
      if (status !== 200) return false;
      reply = JSON.parse(text) as typeof reply;
      return true;
    },
  };
}

/**
 * Compares a refresh with the bare baseline in `baseline.ts`: one server process each, the same PostgreSQL, 32
 * connections.
 */
export async function refreshBench(): Promise<BenchResult> {
  const fixture = await startServerFixture();
  const baselineProgram = await startProgram({
    args: ['--import', import.meta.resolve('tsx'), baselinePath, fixture.databaseUrl, String(connections)],
    line: /ready (\d+)/,
  });
  const range = Array.from({ length: connections }, (_, at) => at);
  const rounds = await measureInTurn(
    {
      ours: {
        clients: range.map((at) => refreshClient(fixture, `bench-${at}@latchkey.example`)),
        pid: fixture.service.pid,
        databasePid: fixture.databasePid,
      },
      baseline: {
        clients: range.map((at) => baselineClient(baselineProgram.url, at)),
        pid: baselineProgram.pid,
        databasePid: fixture.databasePid,
      },
    },
    { rounds: 5, round: { ms: 5_000 }, warmUp: { operations: 10_000, ms: 20_000 } },
  ).finally(() => baselineProgram.stop().then(fixture.close));
  return {
    bench: 'refresh',
    figures: [
      {
        name: 'refresh, share of the floor',
        unit: '%',
        atLeast: 60,
        ...overRounds(rounds, ({ ours, baseline }) => (ours.perSecond / baseline.perSecond) * 100),
      },
      figureOf('refresh', rounds, 'ours', 'perSecond'),
      figureOf('floor', rounds, 'baseline', 'perSecond'),
      {
        name: 'refresh, p99 in p50',
        unit: '',
        atMost: 4,
        ...overRounds(rounds, ({ ours }) => ours.p99Ms / ours.p50Ms),
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
