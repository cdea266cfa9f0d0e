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

// The page that opened a popup and the browser's history know the popup's address too, and could replay its request.

let service: TestService;
let ada: Holder;
let token: string;
beforeAll(async () => {
  service = await startCrossApp();
  ada = await createHolder(service);
  token = (await connect(service, ada)).providerToken;
});
afterAll(() => service.close());

test('of twenty simultaneous popups with the same request, one shows it, and later popups do not', async () => {
  const request = requestOf(service, signOf(ada.address, 'Once'));
  const send = () => transact(service, { token, bearer: ada.token, request });
  const shown = await Promise.all(Array.from({ length: 20 }, send));
  expect(shown.filter(({ json }) => json?.state === 'ready')).toHaveLength(1);
  expect(shown.filter(({ code }) => code === 'not_found')).toHaveLength(19);
  service.clock.advance(119_000);
  expect((await send()).code).toBe('not_found');
  // Later, its own timestamp makes the request late.
  service.clock.advance(2_000);
  expect((await send()).json).toMatchObject({ state: 'late', request: null });
});

test('a cross-app request with a future timestamp is remembered for as long as it is valid', async () => {
  const request = requestOf(service, signOf(ada.address, 'Ahead'), {
    timestamp: service.clock.now() + 60_000,
  });
  const send = () => transact(service, { token, bearer: ada.token, request });
  expect((await send()).json).toMatchObject({ state: 'ready' });
  service.clock.advance(179_000);
  await service.service.sweep();
  expect((await send()).code).toBe('not_found');
});

test('a cross-app request can be taken once by the id in its popup’s address, whoever takes it', async () => {
  const request = JSON.stringify(requestOf(service, signOf(ada.address, 'Twenty')));
  const id = idOf(await visit(service, '/oauth/transact', { token, request })) ?? '';
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) => hostedPage(service, index % 2 ? ada.token : undefined).take(id)),
  );
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a sealed request is shown once, and not again half an hour later', async () => {
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

test('the handle of a shown cross-app request is valid for ten minutes', async () => {
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
