import { Agent, request } from 'node:http';

/** One client of the load: its own session, its own connection, one request after the other. */
export interface LoadClient {
  readonly headers: Readonly<Record<string, string>>;
  /** The next body, with the newest refresh token. */
  body(): string;
  /** Takes the reply, to keep the token that it carries. */
  accept(reply: { refresh_token: string }): void;
}

export interface LoadResult {
  requests: number;
  failures: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

function post(url: URL, agent: Agent, client: LoadClient): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const body = client.body();
    const call = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...client.headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          const fine = response.statusCode === 200;
          if (fine) client.accept(JSON.parse(text) as { refresh_token: string });
          resolve(fine);
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** Drives every client for a time, each on a connection of its own, and tells rate and latencies. */
export async function drive(
  url: string,
  clients: readonly LoadClient[],
  durationMs: number,
): Promise<LoadResult> {
  const target = new URL(url);
  const latencies: number[] = [];
  let failures = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() - started < durationMs) {
        const sent = performance.now();
        if (await post(target, agent, client)) latencies.push(performance.now() - sent);
        else failures += 1;
      }
      agent.destroy();
    }),
  );
  const elapsedS = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    requests: latencies.length,
    failures,
    perSecond: latencies.length / elapsedS,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}
