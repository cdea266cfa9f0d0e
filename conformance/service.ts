import { createHash } from 'node:crypto';
import { type Config, listen, type Service } from '@latchkey/server';
import {
  createTestService,
  type DatabaseKind,
  findPostgres,
  freePort,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import { vi } from 'vitest';

/** The kinds of database that this machine has; where PostgreSQL is missing, `npm test` says so. */
export const databases: readonly DatabaseKind[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded'];

/** The service behind a real socket, as published clients that run in Node reach it. */
export interface ReachableService extends TestService {
  /** Address without a slash at the end: what a client is pointed at. */
  readonly url: string;
  /** Lets time pass for the service and for clients, which look at the clock of this process. */
  passTime(ms: number): void;
  /** `METHOD /path status` of every request since the last call; analytics events are left out. */
  takeRequests(): string[];
}

/** An app as every published client needs it, with the secret of the testkit's app, and what a test adds. */
export function conformanceApp(app: Partial<AppInput> & { id: string }): AppInput {
  return {
    name: 'Conformance',
    secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
    email_auth: true,
    allowed_origins: ['http://localhost:3000'],
    published_clients: true,
    ...app,
  };
}

/**
 * Starts the service on a database of its own.
 *
 * @param database - Its kind.
 * @param config - What its configuration says otherwise.
 * @param apps - Its apps; the testkit's app is among them, as it is where none of them has its id.
 */
export async function startService(
  database: DatabaseKind,
  apps: AppInput[],
  config: Partial<Config> = {},
): Promise<ReachableService> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const service = await createTestService({ apps, config: { ...config, url }, database });
  const requests: string[] = [];
  const recorded: Service['answer'] = async (request, info) => {
    const answer = await service.service.answer(request, info);
    const { method, path } = request;
    if (path !== '/api/v1/analytics_events') requests.push(`${method} ${path} ${answer.status}`);
    return answer;
  };
  const listener = await listen(
    { ...service.service, answer: recorded, close: service.close },
    { port, hosts: ['127.0.0.1', '::1'] },
  );
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() });
  return {
    ...service,
    url,
    passTime(ms) {
      service.clock.advance(ms);
      vi.setSystemTime(service.clock.now());
    },
    takeRequests: () => requests.splice(0),
    async close() {
      vi.useRealTimers();
      await listener.close();
    },
  };
}
