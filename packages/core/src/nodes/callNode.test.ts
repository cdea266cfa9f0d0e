import { isCode, limits } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../environment.ts';
import { callNode, callNodeAtOnce } from './callNode.ts';

type Asked = { id: number; method: string };
type Said = { status?: number; headers?: Record<string, string>; body: unknown };

const url = 'https://node.example';
const busyText = 'daily request count exceeded, request rate limited';

/** Creates a node with scripted answers, and a clock on which pauses end at once. */
function createFixture(say: (asked: Asked[], round: number) => Said) {
  const rounds: (Asked | Asked[])[] = [];
  const pauses: number[] = [];
  let nowMs = 0;
  const environment: Environment = {
    window: null,
    random: (bytes) => bytes.fill(128),
    warn() {},
    isDevelopment: true,
    clock: {
      now: () => nowMs,
      monotonicNow: () => nowMs,
      setTimeout(callback, ms) {
        if (ms === limits.callTimeoutMs) return;
        pauses.push(ms);
        nowMs += ms;
        queueMicrotask(callback);
      },
      clearTimeout() {},
    },
    async fetch(_, init) {
      const body = JSON.parse(String(init?.body)) as Asked | Asked[];
      rounds.push(body);
      const said = say([body].flat(), rounds.length);
      const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
      return new Response(text, { status: said.status ?? 200, headers: said.headers ?? {} });
    },
  };
  const requests = ['eth_chainId', 'eth_getBalance', 'eth_gasPrice'].map((method) => ({
    method,
    params: [],
  }));
  return {
    rounds,
    pauses,
    request: () => callNode(environment, url, { method: 'eth_chainId', params: [] }),
    requestAll: () => callNodeAtOnce(environment, url, requests),
  };
}

const results = (asked: Asked[]) => asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }));
const errorBody = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } });
const failureOf = async (asked: Promise<unknown>) => {
  const failure = await asked.catch((error: unknown) => error);
  return isCode(failure) ? { code: failure.code, node: failure.details?.node } : failure;
};

const limitedBodies: [string, Said][] = [
  ['429 with a JSON body', { status: 429, body: errorBody(-32005, busyText) }],
  ['429 with a body of its own', { status: 429, body: { message: 'slow down' } }],
  ['429 with a page', { status: 429, body: '<html>' }],
  ['200 with -32005', { body: errorBody(-32005, busyText) }],
  ['200 with 429', { body: errorBody(429, 'Your app has exceeded its compute units per second capacity') }],
  ['200 with -32000 and words', { body: errorBody(-32000, 'Too many requests, retry in 10s') }],
];

describe('a node that limits requests', () => {
  it.each(limitedBodies)(
    'callNodeAtOnce repeats a batch that a node limits with %s, and sends later requests in a batch too',
    async (_, limited) => {
      const { rounds, requestAll } = createFixture((asked, round) =>
        round === 1 ? limited : { body: results(asked) },
      );
      for (const __ of [1, 2])
        expect(await requestAll()).toEqual([
          { result: 'eth_chainId' },
          { result: 'eth_getBalance' },
          { result: 'eth_gasPrice' },
        ]);
      expect(rounds.map((asked) => [asked].flat().length)).toEqual([3, 3, 3]);
    },
  );

  it.each(limitedBodies)(
    'a node that always answers %s is called four times, with growing pauses',
    async (_, limited) => {
      const { rounds, pauses, request, requestAll } = createFixture(() => limited);
      expect(await failureOf(requestAll())).toEqual({ code: 'too_many_requests', node: 'limited' });
      expect(rounds.map((asked) => [asked].flat().length)).toEqual([3, 3, 3, 3]);
      expect(pauses.map(Math.round)).toEqual([500, 1_001, 2_002].map((ms) => expect.closeTo(ms, -1)));
      expect(await failureOf(request())).toEqual({ code: 'too_many_requests', node: 'limited' });
      expect(rounds).toHaveLength(8);
    },
  );

  it('callNode repeats a call only after the Retry-After of a limiting node, and not at all if that is too long', async () => {
    const busy = (retryAfter: string) => ({
      status: 429,
      body: '',
      headers: { 'retry-after': retryAfter, date: 'Sat, 28 Nov 2026 10:00:00 GMT' },
    });
    const patient = createFixture((asked, round) =>
      round === 1
        ? busy('3')
        : round === 2
          ? busy('Sat, 28 Nov 2026 10:00:05 GMT')
          : { body: results(asked)[0] },
    );
    expect(await patient.request()).toEqual({ result: 'eth_chainId' });
    expect(patient.pauses).toEqual([3_000, 5_000]);
    const late = createFixture(() => busy('60'));
    expect(await failureOf(late.request())).toEqual({ code: 'too_many_requests', node: 'limited' });
    expect(late.rounds.length).toBe(1);
    expect(late.pauses).toEqual([]);
  });

  it('callNodeAtOnce repeats only the limited part of a batch, and reports that part as failed if it stays limited', async () => {
    const partly = (isForGood: boolean) => (asked: Asked[], round: number) => ({
      body: results(asked).map((reply) =>
        reply.result === 'eth_getBalance' && (isForGood || round === 1)
          ? { id: reply.id, error: { code: -32005, message: busyText } }
          : reply,
      ),
    });
    const passing = createFixture(partly(false));
    expect((await passing.requestAll())[1]).toEqual({ result: 'eth_getBalance' });
    expect(passing.rounds.map((asked) => [asked].flat().map(({ method }) => method))).toEqual([
      ['eth_chainId', 'eth_getBalance', 'eth_gasPrice'],
      ['eth_getBalance'],
    ]);
    const lasting = createFixture(partly(true));
    expect(await lasting.requestAll()).toEqual([
      { result: 'eth_chainId' },
      { failure: expect.objectContaining({ code: 'too_many_requests' }) },
      { result: 'eth_gasPrice' },
    ]);
  });

  it('callNode does not mistake a node that rejects a large query, reports a gas limit or is behind for one that limits requests', async () => {
    for (const [code, message] of [
      [-32005, 'query returned more than 10000 results'],
      [-32000, 'gas limit exceeded'],
      [-32005, 'Node is behind by 42 slots'],
    ] as const) {
      const { request, rounds } = createFixture(() => ({ body: errorBody(code, message) }));
      expect(await request()).toEqual({ error: { code, message } });
      expect(rounds).toHaveLength(1);
    }
  });
});

describe('a node that does not answer', () => {
  it.each([
    ['unanswered', { status: 502, body: '<html>' }],
    ['unanswered', { status: 503, body: errorBody(-32603, 'upstream') }],
    ['unanswered', { status: 500, body: '' }],
    ['refused', { status: 401, body: errorBody(-32600, 'Must be authenticated') }],
    ['refused', { status: 403, body: { message: 'Origin not allowed' } }],
    ['malformed', { body: '{"jsonrpc":"2.0","id":1,"res' }],
    ['malformed', { body: { ok: true } }],
  ] as [string, Said][])(
    'an answer that counts as %s is not retried, and later batches are still sent',
    async (node, said) => {
      const { rounds, request, requestAll } = createFixture((asked, round) =>
        round < 3 ? said : { body: results(asked) },
      );
      expect(await failureOf(requestAll())).toEqual({ code: 'network_error', node });
      expect(await failureOf(request())).toEqual({ code: 'network_error', node });
      expect(await requestAll()).toHaveLength(3);
      expect(rounds.map((asked) => [asked].flat().length)).toEqual([3, 1, 3]);
    },
  );

  it('callNodeAtOnce reports only the unanswered part of a batch as failed', async () => {
    const { requestAll } = createFixture((asked) => ({ body: results(asked).slice(1) }));
    expect(await requestAll()).toEqual([
      { failure: expect.objectContaining({ code: 'network_error' }) },
      { result: 'eth_getBalance' },
      { result: 'eth_gasPrice' },
    ]);
  });
});

describe('a node that refuses batches', () => {
  it.each([
    ['invalid request', { body: errorBody(-32600, 'no') }],
    ['an error about batches', { body: errorBody(-32000, 'batch requests are not supported') }],
    ['400 and a page', { status: 400, body: '<html>' }],
    ['413', { status: 413, body: '' }],
  ] as [string, Said][])('a node that refused a batch with %s gets only single calls', async (_, refusal) => {
    const { rounds, requestAll } = createFixture((asked, round) =>
      round === 1 ? refusal : { body: results(asked)[0] },
    );
    for (const __ of [1, 2]) expect(await requestAll()).toHaveLength(3);
    expect(rounds.map((asked) => [asked].flat().length)).toEqual([3, 1, 1, 1, 1, 1, 1]);
  });
});
