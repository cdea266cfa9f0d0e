import type { TestService } from '@latchkey/testkit';
import { directoryRoutes } from '@latchkey/wire';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpTables } from '../db/dump.testkit.ts';
import { connectPage, createPageKey, seal, sendSealed } from './connector.testkit.ts';
import {
  connect,
  createHolder,
  gameOrigin,
  hostedPage,
  requestByCrossApp,
  requesterId,
  requestOf,
  shopOrigin,
  signOf,
  startCrossApp,
  transact,
} from './crossApp.testkit.ts';

const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startCrossApp({
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(() => service.close());

const rowsOf = async (table: string) => (await dumpTables(service.database)).get(table) ?? [];

test('[S51] a user’s connections are in their export and are deleted with their account', async () => {
  const ada = await createHolder(service);
  const { providerToken: token, reply } = await connect(service, ada);
  const params = { user_id: ada.userId };
  const { json: exported } = await service.call(directoryRoutes.exportUser, { params });
  expect(exported.connected_apps).toMatchObject([{ requester: { app_id: requesterId }, read_only: false }]);
  expect(await rowsOf('cross_app_connections')).toHaveLength(1);
  await service.call(directoryRoutes.deleteUser, { params });
  expect(await rowsOf('cross_app_connections')).toEqual([]);
  const { json } = await transact(service, {
    token,
    bearer: ada.token,
    request: requestOf(service, signOf(ada.address)),
  });
  expect(json).toMatchObject({ state: 'login', request: null });
  // The requester keeps its own user.
  const game = { appId: requesterId, params: { user_id: reply.user?.id ?? '' } };
  expect((await service.call(directoryRoutes.exportUser, game)).status).toBe(200);
});

test('[S48] no token, key or request of a popup is logged or stored in clear text, and no origin of a requester is logged', async () => {
  const ada = await createHolder(service, 'secret@example.com');
  const { trip } = await requestByCrossApp(service);
  const { json: asked } = await hostedPage(service, ada.token).take(trip.id);
  const { code, providerToken, trip: used } = await connect(service, ada);
  const key = createPageKey();
  const { message } = await connectPage(service, { bearer: ada.token, key });
  const shared = key.sharedWith(message.providerPublicKey);
  const sealed = await seal(shared, signOf(ada.address, 'a very private text'));
  const shown = await sendSealed(service, { bearer: ada.token, key, sealed });
  expect(shown.json?.state).toBe('ready');
  const request = requestOf(service, signOf(ada.address, 'another private text'));
  await transact(service, { token: providerToken, bearer: ada.token, request });
  await transact(service, { token: providerToken, request: '{"private text' });
  const secrets = {
    providerToken,
    shared,
    code,
    id: trip.id,
    handle: asked.handle,
    verifier: used.verifier,
    sealed: sealed.encrypted_request,
    mac: providerToken.split('.')[2] ?? '',
    text: 'private text',
  };
  const dump = JSON.stringify([...(await dumpTables(service.database))]);
  expect(lines.length).toBeGreaterThan(0);
  const said = lines.join('');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(said.includes(secret), `${name} in the log`).toBe(false);
    expect(dump.includes(secret), `${name} in the database`).toBe(false);
  }
  for (const word of [gameOrigin, shopOrigin]) expect(said.includes(word), word).toBe(false);
});
