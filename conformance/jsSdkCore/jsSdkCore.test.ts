import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type ReachableService, startService } from '../service.ts';
import { type ClientOfApp, createClient, versions } from './client.ts';

const matrix = databases.flatMap((database) => versions.map((one) => ({ database, ...one })));

describe.each(matrix)('js-sdk-core $version on $database', ({ database, name }) => {
  let service: ReachableService;
  const open = (storage?: Map<string, unknown>) => createClient(name, service, storage);

  async function signIn(email: string): Promise<ClientOfApp> {
    const app = await open();
    await app.client.auth.email.sendCode(email);
    await app.client.auth.email.loginWithCode(email, service.outbox.codeFor(email));
    return app;
  }

  beforeAll(async () => {
    service = await startService(database);
  });
  afterAll(() => service?.close());

  test('logs in', async () => {
    const app = await signIn('a@example.com');
    console.log(
      app.users,
      [...app.storage],
      service.takeRequests(),
      decodeJwt((await app.client.getAccessToken()) ?? ''),
    );
    const again = await open(app.storage);
    console.log(await again.client.user.get());
    service.passTime(3_700_000);
    const [one, two] = await Promise.all([again.client.getAccessToken(), again.client.getAccessToken()]);
    expect(one).toBe(two);
    console.log(service.takeRequests());
    await again.client.auth.guest.create().catch((e) => console.log('guest', e, e.code));
    await again.client.auth.email
      .loginWithCode('a@example.com', '123456')
      .catch((e) => console.log('code', e, e.code));
    console.log(service.takeRequests());
    await again.client.auth.logout();
    console.log(service.takeRequests(), [...app.storage], again.users);
  });
});
