import type { TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPayer,
  json,
  type ProviderServer,
  startFunding,
  startProvider,
  usual,
} from './funding.testkit.ts';

// The provider is silent, or sends too much, nonsense or a redirect. Tests do not wait; they trigger the timeout
// themselves.

const given: { ms: number; end(): void }[] = [];
function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  given.push({ ms, end: () => controller.abort() });
  return controller.signal;
}

let provider: ProviderServer;
let service: TestService;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeAll(async () => {
  provider = await startProvider();
  service = await startFunding(provider, { signalAfter });
  ada = await createPayer(service);
});
afterAll(async () => {
  await provider.close();
  await service.close();
});

test('[S49] a purchase fails with `onramp_unavailable` if a provider is silent for eight seconds', async () => {
  const silent = new Promise<void>((resolve) => {
    provider.answer = () => resolve();
  });
  given.length = 0;
  const asking = ada.init();
  await silent;
  expect(given.map(({ ms }) => ms)).toEqual([8_000]);
  given[0]?.end();
  const { status, json: body } = await asking;
  expect(status).toBe(422);
  expect(body.code).toBe('onramp_unavailable');
});

test.each<[string, ProviderServer['answer']]>([
  ['an error', (_, response) => json(response, { token: 'x', message: 'pk_live_ours is blocked' }, 500)],
  ['a refusal', (_, response) => json(response, { token: 'x' }, 401)],
  ['no JSON', (_, response) => response.end('<script>alert(1)</script>')],
  ['a list', (_, response) => json(response, ['x'])],
  ['an empty object', (_, response) => json(response, {})],
  ['a token that is not text', (_, response) => json(response, { token: { toString: 'x' } })],
  ['a token that is too long', (_, response) => json(response, { token: 'x'.repeat(5_000) })],
  ['a megabyte', (_, response) => json(response, { token: 'x'.repeat(1_000_000) })],
  ['prototype fields', (_, response) => response.end('{"__proto__":{"token":"x"},"constructor":{}}')],
  [
    'a redirect',
    (_, response) => {
      response.writeHead(302, { location: `${provider.url}/coinbase/elsewhere` });
      response.end();
    },
  ],
  ['half an answer', (_, response) => void response.write('{"tok', () => response.destroy())],
])('[S49] a purchase fails with `onramp_unavailable` if a provider answers with %s', async (_, answer) => {
  service.clock.advance(60_000);
  provider.answer = answer;
  const { status, json: body } = await ada.init();
  expect(status).toBe(422);
  expect(body.code).toBe('onramp_unavailable');
  expect(JSON.stringify(body)).not.toContain('pk_live');
  expect(provider.asked.every(({ url }) => !url.includes('elsewhere'))).toBe(true);
});

test.each<[string, ProviderServer['answer'], string | undefined]>([
  ['an error', (_, response) => json(response, {}, 500), 'onramp_unavailable'],
  ['no list', (_, response) => json(response, { transactions: 'x' }), undefined],
  ['nulls', (_, response) => json(response, { transactions: [null] }), undefined],
  ['an unknown status', usual([{ status: 'constructor', wallet_address: '0x' }]), undefined],
  ['a status that is not text', usual([{ status: { a: 1 }, wallet_address: [] }]), undefined],
])(
  '[S49] the status of a purchase is unchanged if a provider answers a status request with %s',
  async (_, answer, code) => {
    service.clock.advance(60_000);
    provider.answer = usual([]);
    const { partner_user_id: id } = (await ada.init()).json;
    provider.answer = answer;
    const { json: body } = await ada.status(id);
    expect(body.code).toBe(code);
    if (!code) expect(body).toEqual({ status: 'pending' });
    expect((await ada.list())[0]?.status).toBe('created');
  },
);
