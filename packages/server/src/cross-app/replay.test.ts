import type { TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPage, createPageKey, seal, sendSealed } from './connector.testkit.ts';
import {
  connect,
  createHolder,
  type Holder,
  hostedPage,
  idOf,
  requestOf,
  signOf,
  startCrossApp,
  transact,
  visit,
} from './crossApp.testkit.ts';

// The address of a popup is known to more than one: to the page that opened it, and to the browser's history.

let service: TestService;
let ada: Holder;
let token: string;
beforeAll(async () => {
  service = await startCrossApp();
  ada = await createHolder(service);
  token = (await connect(service, ada)).providerToken;
});
afterAll(() => service.close());

test('of twenty popups with one request at once one is shown, and later ones are not', async () => {
  const request = requestOf(service, signOf(ada.address, 'Once'));
  const send = () => transact(service, { token, bearer: ada.token, request });
  const shown = await Promise.all(Array.from({ length: 20 }, send));
  expect(shown.filter(({ json }) => json?.state === 'ready')).toHaveLength(1);
  expect(shown.filter(({ code }) => code === 'not_found')).toHaveLength(19);
  service.clock.advance(119_000);
  expect((await send()).code).toBe('not_found');
  // From then on it is late by its own time.
  service.clock.advance(2_000);
  expect((await send()).json).toMatchObject({ state: 'late', request: null });
});

test('a request that lies ahead is remembered for as long as it is good', async () => {
  const request = requestOf(service, signOf(ada.address, 'Ahead'), {
    timestamp: service.clock.now() + 60_000,
  });
  const send = () => transact(service, { token, bearer: ada.token, request });
  expect((await send()).json).toMatchObject({ state: 'ready' });
  service.clock.advance(179_000);
  await service.service.sweep();
  expect((await send()).code).toBe('not_found');
});

test('the id of an address is taken once, by any party', async () => {
  const request = JSON.stringify(requestOf(service, signOf(ada.address, 'Twenty')));
  const id = idOf(await visit(service, '/oauth/transact', { token, request })) ?? '';
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) => hostedPage(service, index % 2 ? ada.token : undefined).take(id)),
  );
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a sealed request is shown once in a day', async () => {
  const key = createPageKey();
  const { message } = await connectPage(service, { bearer: ada.token, key });
  const sealed = await seal(key.sharedWith(message.providerPublicKey), signOf(ada.address));
  const send = () => sendSealed(service, { bearer: ada.token, key, sealed });
  const shown = await Promise.all(Array.from({ length: 20 }, send));
  expect(shown.filter(({ json }) => json?.state === 'ready')).toHaveLength(1);
  service.clock.advance(30 * 60_000);
  await service.service.sweep();
  expect((await send()).code).toBe('not_found');
});

test('a handle is good for ten minutes', async () => {
  const { json } = await transact(service, {
    token,
    bearer: ada.token,
    request: requestOf(service, signOf(ada.address, 'Handle')),
  });
  const page = hostedPage(service, ada.token);
  expect((await page.open(json?.handle ?? '')).json).toMatchObject({ state: 'ready' });
  expect((await page.answer(json?.handle ?? '')).json.code).toBe('not_found');
  service.clock.advance(600_000);
  expect((await page.open(json?.handle ?? '')).json.code).toBe('not_found');
});
