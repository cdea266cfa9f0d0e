import { expect, test } from 'vitest';
import { callNode } from './callNode.ts';

const random = { bytes: (length: number) => new Uint8Array(length), integer: (below: number) => below / 2 };

type Said = { status?: number; headers?: Record<string, string>; body: unknown };

/** Asks a node that answers so, one answer a try; the last stays. */
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
  ['429 with words of another thing', { status: 429, body: errorOf(3, 'execution reverted: rate limited') }],
  ['-32005', { body: errorOf(-32005, 'daily request count exceeded, request rate limited') }],
  ['its words', { body: errorOf(-32000, 'Too many requests: call reverted to cache') }],
];

test.each(limited)('a node that limits requests by %s is asked again', async (_, busy) => {
  const passing = await request(busy, said);
  expect(passing).toMatchObject({ answer: { kind: 'said', result: '0x01' }, tries: 2 });
  const lasting = await request(busy);
  expect([lasting.answer.kind, lasting.tries]).toEqual(['silent', 3]);
  const [first = 0, second = 0] = lasting.pauses;
  expect([first >= 150 && first <= 250, second >= 300 && second <= 500]).toEqual([true, true]);
});

test('one that wants to be left alone for long is not waited for', async () => {
  const { answer, tries } = await request({ status: 429, headers: { 'retry-after': '30' }, body: '' });
  expect([answer, tries]).toEqual([{ kind: 'silent', reason: { status: 429, limited: true } }, 1]);
});

test.each([401, 403])('one that refuses by %s says nothing of what was asked', async (status) => {
  const { answer, tries } = await request({
    status,
    body: errorOf(-32000, 'reverted: the key is not valid'),
  });
  expect([answer.kind, tries]).toEqual(['silent', 1]);
});

test('a call that fails on the chain is judged, and asked once', async () => {
  const { answer, tries } = await request({ body: errorOf(3, 'execution reverted') });
  expect([answer, tries]).toEqual([{ kind: 'reverted' }, 1]);
});
