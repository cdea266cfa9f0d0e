import { createTestService, type TestService } from '@latchkey/testkit';
import { rateLimits } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Listener, listen } from './listen.ts';

let service: TestService;
let listener: Listener;
beforeEach(async () => {
  // Like production behind one proxy, over a real socket: the caller's address is the one that the proxy reports.
  service = await createTestService({ config: { trustedProxies: 1 } });
  listener = await listen(service.service, { port: 0, hosts: ['127.0.0.1'] });
});
afterEach(async () => {
  await listener.close();
  await service.close();
});

const email = 'victim@example.com';
const home = '203.0.113.7';

/** Addresses of this many attackers. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `198.18.${index >> 8}.${index & 255}`);

async function post(path: string, network: string, body: object, forged = '') {
  const response = await fetch(`http://127.0.0.1:${listener.port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'privy-app-id': service.app.id,
      origin: 'http://localhost:3000',
      // The proxy appends the address that it sees to whatever the client sent.
      'x-forwarded-for': `${forged}${network}`,
    },
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as { code?: string; token?: string; refresh_token?: string };
  return { status: response.status, json, retryAfter: response.headers.get('retry-after') };
}

const send = (network = home) => post('/api/v1/passwordless/init', network, { email });
const logIn = (code: string, network = home) =>
  post('/api/v1/passwordless/authenticate', network, { email, code });

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function guess(code: string, networks: readonly string[], each: number) {
  for (let at = 0; at < networks.length; at += 20) {
    const some = networks.slice(at, at + 20);
    await Promise.all(some.flatMap((network) => Array.from({ length: each }, () => logIn(code, network))));
  }
}

test('[S28, S45] after a thousand wrong codes from other addresses, the victim signs in at the first try', async () => {
  await guess('123456', strangers(100), 2);
  expect((await send()).status).toBe(200);
  const code = service.outbox.codeFor(email);
  await guess(wrong(code), strangers(400), 2);
  // The attackers' tries are used up, so even the right code does not help them.
  expect((await logIn(code, '198.19.0.1')).json.code).toBe('invalid_credentials');
  expect(await logIn(code)).toMatchObject({ status: 200, json: { token: expect.any(String) } });
});

test('[S45] attackers who request codes until they are refused do not lock the victim out on the victim’s usual network', async () => {
  await send();
  await logIn(service.outbox.codeFor(email));
  service.clock.advance(10 * 60_000);
  const asked = [];
  for (const network of strangers(20)) asked.push(await send(network));
  const refused = asked.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(15);
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
  await guess('123456', strangers(50), 4);
  expect((await send()).status).toBe(200);
  expect((await logIn(service.outbox.codeFor(email))).status).toBe(200);
});

test('[S57] an attacker who forges addresses still counts as one network', async () => {
  const { calls } = rateLimits['email.authenticate'].network;
  const forgeries = ['203.0.113.7, ', '::1, ', 'unknown, ', '127.0.0.1, 10.0.0.1, ', ', ,'];
  const statuses = [];
  for (let call = 0; call < calls + 5; call += 1) {
    const forged = forgeries[call % forgeries.length];
    const path = '/api/v1/passwordless/authenticate';
    statuses.push((await post(path, '198.18.0.1', { email, code: '123456' }, forged)).status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(calls);
  expect(statuses.slice(calls)).toEqual([429, 429, 429, 429, 429]);
  expect((await logIn('123456')).status).toBe(422);
});

test('[S45] an active session can be refreshed while its network is over the limit of another route', async () => {
  await send();
  let { json } = await logIn(service.outbox.codeFor(email));
  for (let call = 0; call < 130; call += 1) await logIn('123456');
  expect((await logIn('123456')).status).toBe(429);
  for (let call = 0; call < 200; call += 1) {
    const refreshed = await post('/api/v1/sessions', home, { refresh_token: json.refresh_token });
    expect(refreshed.status).toBe(200);
    ({ json } = refreshed);
  }
});

test('[S28] without captchas, an attacker who uses up every send and every try of a window guesses a code with a chance of at most one in ten thousand', async () => {
  const { code: perCode } = rateLimits['email.authenticate'];
  const { recipient } = rateLimits['email.sendCode'];
  const networks = strangers(40);
  let compared = 0;
  const seen = new Map<string, number>();
  const countTries = async () => {
    const rows = await service.database.statement<{ number: number; tries: Record<string, number> }>(
      'test_code_tries',
      'select number, tries from codes',
    )([]);
    for (const row of rows) {
      const tries = Object.values(row.tries).reduce((sum, of) => sum + of, 0);
      expect(tries).toBeLessThanOrEqual(perCode.calls);
      compared += tries - (seen.get(String(row.number)) ?? 0);
      seen.set(String(row.number), tries);
    }
  };
  // Each code is used up before the next is requested.
  for (const network of networks) {
    if ((await send(network)).status !== 200) continue;
    const sent = service.outbox.codeFor(email);
    await guess(wrong(sent), [network, ...networks.slice(0, 8)], 6);
    await countTries();
  }
  expect(seen.size).toBe(recipient.calls);
  expect(compared).toBe(recipient.calls * perCode.calls);
  expect(compared / 1_000_000).toBeLessThanOrEqual(1e-4);
});
