import {
  attackListener,
  createTestService,
  faultsOf,
  openTestDatabase,
  rawCases,
  rawCorpus,
  type TestDatabase,
  type TestService,
  testConfig,
  testKeks,
} from '@latchkey/testkit';
import { emailRoutes, sessionRoutes } from '@latchkey/wire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealing, nodeRandom, openKeyring } from './crypto/index.ts';
import { createRecoveryStore, serveRecoveryStore } from './custody/index.ts';
import { type Listener, listen } from './listen.ts';
import { alone } from './workers/index.ts';

// Sends hostile bytes to real sockets. If the listener never ends a connection, the test times out.

const changed = process.env.LATCHKEY_WIDE === '1' ? 20_000 : 300;
const times = { headersMs: 300, requestMs: 600, idleMs: 300, exchangeMs: 5_000, checkMs: 50 };
const options = { port: 0, hosts: ['127.0.0.1'], times };

let service: TestService;
let recovery: TestDatabase;
const listeners: Listener[] = [];
beforeAll(async () => {
  service = await createTestService();
  recovery = await openTestDatabase();
});
afterAll(async () => {
  for (const listener of listeners) await listener.close();
  await service.close();
  await recovery.release();
});

async function listenAs(name: 'service' | 'recovery store'): Promise<number> {
  const world = {
    clock: service.clock,
    database: recovery.database,
    fetch,
    log,
    random: nodeRandom,
    workers: alone,
  };
  const keyring = openKeyring(world, [{ provider: 'environment', key: testKeks.recovery }], testConfig().aws);
  const store = createRecoveryStore(world, createSealing(world, { keyring, store: 'recovery' }));
  const token = 'a-token-of-the-test-with-32-letters-or-more';
  const answering = name === 'service' ? service.service : serveRecoveryStore(world, { store, token });
  const listener = await listen(answering, options);
  listeners.push(listener);
  return listener.port;
}
const log = pino({ enabled: false });

const paths = {
  service: [
    emailRoutes.sendCode.path,
    sessionRoutes.refresh.path,
    '/api/v1/oauth/callback',
    '/api/v1/recovery/oauth/callback',
    '/apps/latchkey-test-app-0000001/embedded-wallets',
    '/metrics',
  ],
  'recovery store': ['/v1/get', '/v1/put', '/readyz'],
} as const;

describe.each(['service', 'recovery store'] as const)('[S56] the %s', (name) => {
  test('the listener survives a corpus of hostile bytes, answers none of it with a server error, and ends every connection', async () => {
    const port = await listenAs(name);
    const cases = rawCases(rawCorpus(paths[name]), { seed: 4, changed });
    const results = await attackListener(port, cases);
    expect(results).toHaveLength(cases.length);
    expect(faultsOf(results)).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  }, 900_000);
});

test('errors about a taken port and a foreign address name the variables that the listener was given', async () => {
  const port = await listenAs('service');
  const variables = { port: 'LATCHKEY_HOSTED_PORT', hosts: 'LATCHKEY_HOSTED_BIND' };
  const listenOn = (hosts: readonly string[]) => listen(service.service, { port, hosts, variables });
  await expect(listenOn(['127.0.0.1'])).rejects.toThrow('or set LATCHKEY_HOSTED_PORT to another one');
  // An address of the documentation's range (RFC 5737), which no machine has.
  await expect(listenOn(['192.0.2.1'])).rejects.toThrow('No address of LATCHKEY_HOSTED_BIND');
});
