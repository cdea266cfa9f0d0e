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

/** Kinds of database on this machine. `npm test` reports a missing PostgreSQL. */
export const databases: readonly DatabaseKind[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded'];

/** The service behind a real socket, as published clients in Node reach it. */
export interface ReachableService extends TestService {
  /** Address for clients, without a trailing slash. */
  readonly url: string;
  /** Advances the service's clock, and sets this process's clock, which the clients read, to the same time. */
  passTime(ms: number): void;
  /** Returns `METHOD /path status` of every request since the last call, without analytics events. */
  takeRequests(): string[];
}

/**
 * Describes an app with the settings that published clients need, the secret of the testkit's app, and a test's own
 * settings.
 */
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
 * Starts the service on its own database.
 *
 * @param database - Kind of the database.
 * @param apps - Its apps. The testkit's app is added if none of them has its id.
 * @param config - Settings that replace the default ones.
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
