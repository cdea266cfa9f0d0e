import { request as httpRequest } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { base58 } from '@scure/base';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Sandbox, startSandbox } from '../sandbox.ts';

// Tests the protocol. Third-party clients use the relay in the tests of packages/walletconnect.

let sandbox: Sandbox;
let nowMs = Date.now();
let first: Awaited<ReturnType<typeof join>>;
const open = new Set<WebSocket>();
beforeAll(async () => {
  // Connections of the sandbox live half a second, except those upgraded to WebSocket.
  const times = { headersMs: 10_000, lifeMs: 500, checkMs: 1_000 };
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now: () => nowMs, times });
  first = await join();
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await sandbox.close();
});

const [topic, other] = ['a'.repeat(64), 'b'.repeat(64)] as const;

async function createClient() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { x = '' } = await exportJWK(publicKey);
  const name = `did:key:z${base58.encode(Uint8Array.from([0xed, 0x01, ...Buffer.from(x, 'base64url')]))}`;
  const claims = {
    iss: name,
    sub: 'c'.repeat(64),
    aud: sandbox.relayUrl,
    iat: seconds(),
    exp: seconds() + 86_400,
  };
  return {
    name,
    sign: (over: object = {}) =>
      new SignJWT({ ...claims, ...over }).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(privateKey),
  };
}

const seconds = () => Math.floor(nowMs / 1_000);
const addressWith = (auth: string, project = 'project') =>
  `${sandbox.relayUrl}?auth=${encodeURIComponent(auth)}${project && `&projectId=${project}`}`;

/** Opens a connection. Returns the status if it is refused. */
function connect(url: string, headers: Record<string, string> = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(url, { headers });
  open.add(socket);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

async function join(client?: Awaited<ReturnType<typeof createClient>>) {
  const joined = client ?? (await createClient());
  const socket = await connect(addressWith(await joined.sign()));
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const waiting = new Map<unknown, (answer: Record<string, unknown>) => void>();
  const came: { id: string; params: { id: string; data: Record<string, unknown> } }[] = [];
  socket.on('message', (data) => {
    const said = JSON.parse(String(data));
    if (said.method) came.push(said);
    else waiting.get(said.id)?.(said);
  });
  let id = 0;
  return {
    socket,
    came,
    messages: () => came.map(({ params }) => params.data.message),
    acknowledge: () => {
      for (const { id: delivery } of came)
        socket.send(JSON.stringify({ id: delivery, jsonrpc: '2.0', result: true }));
    },
    request(method: string, params: unknown): Promise<Record<string, unknown>> {
      id += 1;
      const asked = id;
      socket.send(JSON.stringify({ id: asked, jsonrpc: '2.0', method, params }));
      return new Promise((resolve) => waiting.set(asked, resolve));
    },
  };
}

const relayed = (message: string, over: object = {}) => ({ topic, message, ttl: 300, tag: 1108, ...over });

describe('connections', () => {
  it('the relay accepts a connection with a token in the URL or in a header, and refuses a foreign host name', async () => {
    const client = await createClient();
    const token = await client.sign();
    expect(typeof (await connect(addressWith(token)))).toBe('object');
    const inHeader = { authorization: `Bearer ${token}` };
    expect(typeof (await connect(`${sandbox.relayUrl}?projectId=project`, inHeader))).toBe('object');
    expect(await connect(addressWith(token), { host: 'evil.example' })).toBe(421);
  });

  it('the relay refuses tokens that are forged, expired, early, for another relay or without a client, and connections without a project', async () => {
    const client = await createClient();
    const stranger = await createClient();
    const [head, , signature] = (await client.sign()).split('.');
    const forged = Buffer.from(JSON.stringify({ iss: client.name })).toString('base64url');
    const tokens = [
      '',
      'a.b.c',
      `${head}.${forged}.${signature}`,
      await client.sign({ iss: stranger.name }),
      await client.sign({ iss: 'did:key:z6Mk' }),
      await client.sign({ aud: 'wss://relay.walletconnect.org' }),
      await client.sign({ exp: seconds() - 1 }),
      await client.sign({ iat: seconds() + 120 }),
      await client.sign({ sub: 'short' }),
    ];
    for (const token of tokens) expect(await connect(addressWith(token)), token).toBe(401);
    expect(await connect(addressWith(await client.sign(), ''))).toBe(401);
  });

  it('a refused connection to the relay ends after the lifetime of connections, even if the client keeps its side open', async () => {
    const { port } = new URL(sandbox.url);
    const socket = connectTcp({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const ended = new Promise((resolve) => socket.once('error', resolve));
    const key = Buffer.alloc(16).toString('base64');
    socket.write(
      `GET /walletconnect HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    );
    const said = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    expect(await said).toContain('401');
    // A write fails once the sandbox has closed the connection.
    const writing = setInterval(() => socket.write('x'), 50);
    const end = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5_000, 'open'))]);
    clearInterval(writing);
    socket.destroy();
    expect(end).toBeInstanceOf(Error);
  });

  it('a request to upgrade to WebSocket elsewhere than at the relay is refused, and the sandbox keeps running', async () => {
    const { port } = new URL(sandbox.url);
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    const ended = new Promise((resolve) => {
      const asked = httpRequest({ host: '127.0.0.1', port, path: '/inbox', headers });
      asked.once('error', resolve).end();
    });
    expect(await ended).toBeInstanceOf(Error);
    expect((await fetch(`${sandbox.url}/inbox`)).status).toBe(200);
  });
});

describe('messages', () => {
  it('the relay delivers messages to a subscriber but not to their sender, and again until they are acknowledged', async () => {
    const [sender, receiver] = [await createClient(), await createClient()];
    const [from, to] = [await join(sender), await join(receiver)];
    await from.request('irn_subscribe', { topic });
    const { result } = await to.request('irn_subscribe', { topic });
    expect(await from.request('irn_publish', relayed('one'))).toMatchObject({ result: true });
    await expect.poll(to.messages).toEqual(['one']);
    expect(to.came[0]).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      params: { id: result, data: { topic, message: 'one', tag: 1108, publishedAt: nowMs } },
    });
    expect(from.messages()).toEqual([]);

    to.socket.terminate();
    const again = await join(receiver);
    await again.request('irn_batchSubscribe', { topics: [topic, other] });
    await expect.poll(again.messages).toEqual(['one']);
    again.acknowledge();
    // The response proves that the relay has processed everything sent before.
    expect(await again.request('irn_fetchMessages', { topic })).toMatchObject({
      result: { messages: [], hasMore: false },
    });
    const batch = { messages: [relayed('two'), relayed('three', { topic: other })] };
    await from.request('irn_batchPublish', batch);
    await expect.poll(again.messages).toEqual(['one', 'two', 'three']);
    await again.request('irn_batchUnsubscribe', { subscriptions: [{ topic, id: result }] });
    await from.request('irn_publish', relayed('four'));
    await from.request('irn_publish', relayed('five', { topic: other }));
    await expect.poll(again.messages).toEqual(['one', 'two', 'three', 'five']);
  });

  it('the relay stores messages for later subscribers, for the lifetime that the sender set', async () => {
    const from = await join();
    const own = 'd'.repeat(64);
    await from.request('irn_publish', relayed('short', { topic: own, ttl: 60 }));
    await from.request('irn_publish', relayed('long', { topic: own, ttl: 600 }));
    const to = await join();
    const fetched = () => to.request('irn_batchFetchMessages', { topics: [own] });
    expect(await fetched()).toMatchObject({
      result: { messages: [{ message: 'short' }, { message: 'long' }] },
    });
    nowMs += 60_000;
    await to.request('irn_subscribe', { topic: own });
    await expect.poll(to.messages).toEqual(['long']);
  });

  it('the relay publishes a step of a session and subscribes to the topic of its response in one call', async () => {
    const [page, phone] = [await join(), await join()];
    const [pairing, session] = ['e'.repeat(64), 'f'.repeat(64)];
    await page.request('wc_proposeSession', { pairingTopic: pairing, sessionProposal: 'proposal' });
    await phone.request('irn_subscribe', { topic: pairing });
    await expect
      .poll(() => phone.came.map(({ params }) => params.data))
      .toMatchObject([{ topic: pairing, message: 'proposal', tag: 1100 }]);
    await page.request('irn_subscribe', { topic: session });
    await phone.request('wc_approveSession', {
      pairingTopic: pairing,
      sessionTopic: session,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'settle',
    });
    await expect
      .poll(() => page.came.map(({ params }) => params.data))
      .toMatchObject([
        { topic: pairing, message: 'yes', tag: 1101 },
        { topic: session, message: 'settle', tag: 1102 },
      ]);
  });
});

it('the relay responds to invalid requests with JSON-RPC codes, and keeps running', async () => {
  const client = await join();
  const wrong: [string, unknown][] = [
    ['irn_subscribe', { topic: 'short' }],
    ['irn_subscribe', { topic: topic.toUpperCase() }],
    ['irn_batchSubscribe', { topics: [] }],
    ['irn_batchSubscribe', { topics: Array(501).fill(topic) }],
    ['irn_unsubscribe', { topic }],
    ['irn_publish', relayed('')],
    ['irn_publish', relayed('x', { ttl: 0 })],
    ['irn_publish', relayed('x', { ttl: 1e9 })],
    ['irn_publish', relayed('x', { tag: -1 })],
    ['irn_batchPublish', { messages: [null] }],
    ['wc_proposeSession', { pairingTopic: topic }],
  ];
  for (const [method, params] of wrong) {
    expect(await client.request(method, params), method).toMatchObject({ error: { code: -32602 } });
  }
  for (const method of ['irn_unknown', 'toString', '__proto__']) {
    expect(await client.request(method, {})).toMatchObject({ error: { code: -32601 } });
  }
  const answers: unknown[] = [];
  client.socket.on('message', (data) => answers.push(JSON.parse(String(data))));
  for (const text of ['', '[]', 'null', '{"id":1}', '{"jsonrpc":"2.0","id":{},"method":"irn_publish"}']) {
    client.socket.send(text);
  }
  await expect.poll(() => answers.length).toBe(5);
  expect(answers).toEqual(
    Array(5).fill({ id: null, jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } }),
  );
  client.socket.send('x'.repeat(600 * 1024));
  await new Promise((resolve) => client.socket.once('close', resolve));
  expect(await (await join()).request('irn_subscribe', { topic })).toMatchObject({
    result: expect.any(String),
  });
});

it('the relay loses messages, holds messages and disconnects if a test requests it', async () => {
  const [from, to] = [await join(), await join()];
  const own = '1'.repeat(64);
  const { faults } = sandbox.walletConnect;
  await to.request('irn_subscribe', { topic: own });
  faults.lose(1);
  await from.request('irn_publish', relayed('lost', { topic: own }));
  const release = faults.hold();
  await from.request('irn_publish', relayed('held', { topic: own }));
  expect(to.messages()).toEqual([]);
  release();
  await expect.poll(to.messages).toEqual(['held']);
  // The connection outlives the sandbox's limit.
  expect(await first.request('irn_fetchMessages', { topic: own })).toMatchObject({
    result: { hasMore: false },
  });
  faults.setDown(true);
  await new Promise((resolve) => from.socket.once('close', resolve));
  const client = await createClient();
  expect(await connect(addressWith(await client.sign()))).toBe(503);
  faults.setDown(false);
  expect(typeof (await connect(addressWith(await client.sign())))).toBe('object');
});
