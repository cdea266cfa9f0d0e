import { expect, test } from 'vitest';
import { callNode } from './callNode.ts';

const random = { bytes: (length: number) => new Uint8Array(length), integer: (below: number) => below / 2 };

type Said = { status?: number; headers?: Record<string, string>; body: unknown };

/** Calls a node that gives these answers, one per try; the last one repeats. */
async function request(...answers: Said[]) {
  const pauses: number[] = [];
  let tries = 0;
  const fetch = async () => {
    const { status = 200, headers = {}, body } = answers[Math.min(tries++, answers.length - 1)] as Said;
    return new Response(JSON.stringify(body), { status, headers });
  };
  const question = { method: 'eth_call', params: [] } as const;
  const answer = await callNode({ fetch, random }, 'https://node.example', question, async (ms) => {
    pauses.push(ms);
  });
  return { answer, tries, pauses };
}

const errorOf = (code: number, message: string) => ({ jsonrpc: '2.0', id: 1, error: { code, message } });
const said = { body: { jsonrpc: '2.0', id: 1, result: '0x01' } };
const limited: [string, Said][] = [
  ['429', { status: 429, body: 'Too Many Requests' }],
  ['429 with an unrelated text', { status: 429, body: errorOf(3, 'execution reverted: rate limited') }],
  ['-32005', { body: errorOf(-32005, 'daily request count exceeded, request rate limited') }],
  ['its words', { body: errorOf(-32000, 'Too many requests: call reverted to cache') }],
];

test.each(limited)('a node that limits requests with %s is called again', async (_, busy) => {
  const passing = await request(busy, said);
  expect(passing).toMatchObject({ answer: { kind: 'said', result: '0x01' }, tries: 2 });
  const lasting = await request(busy);
  expect(lasting.answer.kind).toBe('silent');
  expect(lasting.tries).toBe(3);
  const [first = 0, second = 0] = lasting.pauses;
  expect(first >= 150 && first <= 250).toBe(true);
  expect(second >= 300 && second <= 500).toBe(true);
});

test('a node that demands a long pause is not called again', async () => {
  const { answer, tries } = await request({ status: 429, headers: { 'retry-after': '30' }, body: '' });
  expect(answer).toEqual({ kind: 'silent', reason: { status: 429, limited: true } });
  expect(tries).toBe(1);
});

test.each([401, 403])('a node that refuses with %s gives no answer about the call', async (status) => {
  const { answer, tries } = await request({
    status,
    body: errorOf(-32000, 'reverted: the key is not valid'),
  });
  expect(answer.kind).toBe('silent');
  expect(tries).toBe(1);
});

test('a call that reverts is an answer, and is made once', async () => {
  const { answer, tries } = await request({ body: errorOf(3, 'execution reverted') });
  expect(answer).toEqual({ kind: 'reverted' });
  expect(tries).toBe(1);
});
