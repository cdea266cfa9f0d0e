import { openConnection, type Send } from './connection.ts';

/** One client of the load. It performs one operation after the other, of one or several requests. */
export interface LoadClient {
  /** @returns true if every request of the operation succeeded */
  operate(send: Send): Promise<boolean>;
}

export interface LoadResult {
  operations: number;
  failures: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Limit of a load: it ends at whichever comes first. */
export interface LoadLimit {
  ms?: number;
  operations?: number;
}

/** Runs every client up to a limit, each on its own connection, and measures the rate and latencies of the operations. */
export async function drive(clients: readonly LoadClient[], limit: LoadLimit): Promise<LoadResult> {
  const { ms = Number.POSITIVE_INFINITY, operations = Number.POSITIVE_INFINITY } = limit;
  const latencies: number[] = [];
  let failures = 0;
  let begunCount = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      const { send, close } = openConnection();
      while (performance.now() - started < ms && begunCount < operations) {
        begunCount += 1;
        const begun = performance.now();
        if (await client.operate(send)) latencies.push(performance.now() - begun);
        else failures += 1;
      }
      close();
    }),
  );
  const elapsedS = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    operations: latencies.length,
    failures,
    perSecond: latencies.length / elapsedS,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}
