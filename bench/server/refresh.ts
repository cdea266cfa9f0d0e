import { fileURLToPath } from 'node:url';
import type { BenchResult } from '../result.ts';
import { refreshClient } from './clients.ts';
import { appHeaders, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { failuresOf, measureInTurn, middle, ratio } from './harness/measure.ts';
import { startProgram } from './harness/program.ts';

const connections = 32;
const baselinePath = fileURLToPath(new URL('./baseline.ts', import.meta.url));

/** Sends what {@link refreshClient} sends, to the floor. */
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

/** Refresh on one server process and PostgreSQL with 32 connections, beside the bare baseline of `baseline.ts`. */
export async function refreshBench(): Promise<BenchResult> {
  const fixture = await startServerFixture();
  const baselineProgram = await startProgram({
    args: ['--import', import.meta.resolve('tsx'), baselinePath, fixture.databaseUrl, String(connections)],
    line: /ready (\d+)/,
  });
  const range = Array.from({ length: connections }, (_, at) => at);
  const { ours, baseline } = await measureInTurn(
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
        value: ratio(ours, baseline, 'perSecond') * 100,
        unit: '%',
        atLeast: 60,
      },
      { name: 'refresh', value: middle(ours, 'perSecond'), unit: '/s' },
      { name: 'floor', value: middle(baseline, 'perSecond'), unit: '/s' },
      {
        name: 'refresh, p99 in p50',
        value: middle(ours, 'p99Ms') / middle(ours, 'p50Ms'),
        unit: '',
        atMost: 4,
      },
      { name: 'refresh, p50', value: middle(ours, 'p50Ms'), unit: 'ms' },
      { name: 'refresh, p99', value: middle(ours, 'p99Ms'), unit: 'ms' },
      { name: 'floor, p50', value: middle(baseline, 'p50Ms'), unit: 'ms' },
      { name: 'floor, p99', value: middle(baseline, 'p99Ms'), unit: 'ms' },
      { name: 'refresh, CPU of the server process', value: middle(ours, 'cpuUs'), unit: 'µs' },
      { name: 'floor, CPU of the server process', value: middle(baseline, 'cpuUs'), unit: 'µs' },
      { name: 'refresh, CPU of PostgreSQL', value: middle(ours, 'databaseUs'), unit: 'µs' },
      { name: 'floor, CPU of PostgreSQL', value: middle(baseline, 'databaseUs'), unit: 'µs' },
      { name: 'failed requests', value: failuresOf(ours, baseline), unit: '', atMost: 0 },
    ],
  };
}
