import { createHash } from 'node:crypto';
import { listen } from '@latchkey/server';
import {
  createTestService,
  type DatabaseKind,
  findPostgres,
  freePort,
  type TestService,
  type TestServiceOptions,
} from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import { vi } from 'vitest';

/** The kinds of database that this machine has; where PostgreSQL is missing, `npm test` says so. */
export const databases: readonly DatabaseKind[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded'];

export const appId = 'latchkey-conformance-app1';
export const appSecret = 'conformance-secret-that-nobody-knows';

/** The service behind a real socket, as published clients that run in Node reach it. */
export interface ReachableService extends TestService {
  /** Address without a slash at the end: what a client is pointed at. */
  readonly url: string;
  /** Lets time pass for the service and for clients, which look at the clock of this process. */
  passTime(ms: number): void;
  /** `METHOD /path status` of every request since the last call. */
  takeRequests(): string[];
}

/**
 * Starts the service with one app, on a database of its own.
 *
 * @param database - Its kind.
 * @param app - Changes to the app.
 */
export async function startService(
  database: DatabaseKind,
  app: Partial<AppInput> = {},
): Promise<ReachableService> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const service = await createTestService({ apps: [conformanceApp(app)], config: { url }, database });
  const requests: string[] = [];
  const recorded: TestService['fetch'] = async (request, info) => {
    const response = await service.fetch(request, info);
    requests.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
    return response;
  };
  const listener = await listen(
    { ...service.service, fetch: recorded, close: service.close },
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

function conformanceApp(app: Partial<AppInput>): NonNullable<TestServiceOptions['apps']>[number] {
  return {
    id: appId,
    name: 'Conformance',
    secret_hash: createHash('sha256').update(appSecret).digest('hex'),
    email_auth: true,
    allowed_origins: ['https://app.example.com'],
    token_issuer: 'privy.io',
    ...app,
  };
}
