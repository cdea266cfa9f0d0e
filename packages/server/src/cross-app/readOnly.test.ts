import type { TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPage, createPageKey, seal, sendSealed } from './connector.testkit.ts';
import {
  agree,
  connect,
  createHolder,
  hostedPage,
  type Listed,
  providerApp,
  requestByCrossApp,
  requesterApp,
  requesterId,
  requestOf,
  shopOrigin,
  signOf,
  startCrossApp,
  transact,
} from './crossApp.testkit.ts';

const readOnly: Listed = [
  { app_id: requesterId, read_only: true },
  { origin: shopOrigin, read_only: true },
];
const both: Listed = readOnly.map((entry) => ({ ...entry, read_only: false }));

let service: TestService;
let ada: Awaited<ReturnType<typeof createHolder>>;
beforeAll(async () => {
  service = await startCrossApp();
  ada = await createHolder(service);
});
afterAll(() => service.close());

/** Puts another list of requesters in force, like a start with another apps file. */
async function relist(listed: Listed) {
  const another = await service.startAnother({ apps: [providerApp(listed), requesterApp] });
  service.clock.advance(10_000);
  await another.close();
}

test('[XAPP-23] a provider token from before the requester became read-only can no longer request a signature', async () => {
  const { providerToken } = await connect(service, ada);
  let asked = 0;
  const request = () => {
    asked += 1; // each request differs, because a request is shown once
    return requestOf(service, signOf(ada.address, `Hello ${asked}`));
  };
  const show = async (token: string) =>
    (await transact(service, { token, bearer: ada.token, request: request() })).json;
  expect(await show(providerToken)).toMatchObject({ state: 'ready' });
  await relist(readOnly);
  expect(await show(providerToken)).toMatchObject({ state: 'read_only', scope: 'read', request: null });

  // A new login allows addresses only, and its token has that scope.
  const again = await connect(service, ada);
  expect(again.reply.oauth_tokens?.scopes).toEqual(['read']);
  expect(await show(again.providerToken)).toMatchObject({ state: 'read_only' });
  expect(await show(providerToken)).toMatchObject({ state: 'read_only' });

  // The scope stays read-only until the user agrees to more.
  await relist(both);
  expect(await show(again.providerToken)).toMatchObject({ state: 'read_only', request: null });
  const { trip } = await requestByCrossApp(service);
  const { json } = await hostedPage(service, ada.token).take(trip.id);
  expect(json).toMatchObject({ scope: 'transact', is_first: true });
  const { code } = await agree(service, (await requestByCrossApp(service)).trip, ada.token);
  expect(code).not.toBe('');
  expect(await show(again.providerToken)).toMatchObject({ state: 'ready' });
});

test('[XAPP-23] an origin of the published connector that became read-only can no longer request a signature', async () => {
  const key = createPageKey();
  const { message } = await connectPage(service, { bearer: ada.token, key });
  const send = async () =>
    sendSealed(service, {
      bearer: ada.token,
      key,
      sealed: await seal(key.sharedWith(message.providerPublicKey), signOf(ada.address)),
    });
  expect((await send()).json).toMatchObject({ state: 'ready' });
  await relist(readOnly);
  const refused = await send();
  expect(refused.json).toMatchObject({ state: 'read_only', request: null });
  expect(refused.json).not.toHaveProperty('seal_key');
  await relist(both);
});
