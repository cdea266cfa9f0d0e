import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestDatabase, type TestDatabase } from '@latchkey/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRemoteRecoveryStore } from './remoteStore.ts';

const log = pino({ enabled: false });
let recovery: TestDatabase;
let server: Server;
let asked: string[];
/** Number of requests that were sent, whether or not they arrived in time. */
let sent: number;
let answer: (response: ServerResponse, request: IncomingMessage) => void;
beforeEach(async () => {
  recovery = await openTestDatabase();
  asked = [];
  sent = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await recovery.release();
});

const counted: typeof fetch = (...request) => {
  sent += 1;
  return fetch(...request);
};

function open(timeoutMs?: number) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { url, token: 'a-token', ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return createRemoteRecoveryStore({ database: recovery.database, fetch: counted, log }, options);
}

function breakFirst(count: number) {
  answer = (response, { socket }) => {
    if (asked.length <= count) socket.destroy();
    else response.end('{"result":7}');
  };
}

const unavailable = { code: 'service_unavailable' };

test('an operation of the recovery store that is safe to repeat is sent again once, over a new connection', async () => {
  breakFirst(1);
  await open().confirm('app', 'set');
  expect(asked).toEqual(['/v1/confirm', '/v1/confirm']);
  asked = [];
  breakFirst(2);
  await expect(open().confirm('app', 'set')).rejects.toMatchObject(unavailable);
  expect(asked).toEqual(['/v1/confirm', '/v1/confirm']);
});

test('a rotation of the recovery store’s data keys, which would create two if repeated, is sent once', async () => {
  breakFirst(1);
  await expect(open().keys.rotate('app')).rejects.toMatchObject(unavailable);
  expect(asked).toEqual(['/v1/rotate']);
  asked = [];
  breakFirst(0);
  expect(await open().keys.rotate('app')).toBe(7);
});

test('a recovery store that accepts a request and never answers is unavailable, and the request is not repeated', async () => {
  answer = () => {};
  await expect(open(50).listUnconfirmed(0)).rejects.toMatchObject(unavailable);
  expect(sent).toBe(1);
});

test.each([
  [401, 'missing_or_invalid_token', 'service_unavailable'],
  [429, 'too_many_requests', 'service_unavailable'],
  [400, 'invalid_data', 'invalid_data'],
  [500, 'internal_error', 'internal_error'],
])('a reply of the recovery store with %i and %s is reported as %s', async (status, code, told) => {
  answer = (response) => response.writeHead(status).end(JSON.stringify({ error: 'no', code }));
  await expect(open().confirm('app', 'set')).rejects.toMatchObject({ code: told });
  expect(asked).toHaveLength(1);
});
