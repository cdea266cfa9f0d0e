import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWallet, getAccessToken, listDevices, revokeDevice } from '../../index.ts';
import { createScriptedFrame } from '../embedded/scriptedFrame.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

async function signIn(email: string) {
  const wallet = createScriptedFrame(service);
  const test = createTestClient(service, {
    page: { frame: wallet.script },
    network: (request) => {
      request.headers.set('origin', 'http://localhost:3000');
      return service.fetch(request, { remoteAddress: '127.0.0.1' });
    },
  });
  await test.client.start();
  service.clock.advance(30_000); // Skips the cooldown between codes to one email address.
  await test.logIn(email);
  return test;
}

it('a user’s browsers are listed, and one is revoked only with a recent login', async () => {
  const phone = await signIn('ada@company.example');
  await createWallet(phone.client);
  const laptop = await signIn('ada@company.example');
  const [device, ...others] = await listDevices(laptop.client);
  expect(others).toEqual([]);
  expect(device).toEqual({
    id: expect.any(String),
    browser: null,
    os: null,
    isCurrent: false,
    createdAt: expect.any(Date),
    lastUsedAt: expect.any(Date),
  });
  expect((await listDevices(phone.client)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  const id = device?.id ?? '';

  service.clock.advance(600_001);
  await expect(revokeDevice(laptop.client, { id })).rejects.toMatchObject({ code: 'recent_login_required' });
  service.clock.advance(-600_001);
  await expect(revokeDevice(laptop.client, { id: 'AAAAAAAAAAAAAAAAAAAAAA' })).rejects.toMatchObject({
    code: 'device_not_found',
  });
  await revokeDevice(laptop.client, { id });
  expect(await listDevices(laptop.client)).toEqual([]);
  expect(laptop.client.getState().authenticated).toBe(true);
  await expect(listDevices(phone.client)).rejects.toMatchObject({ code: 'missing_or_invalid_token' });
});

it('revokeDevice logs the user out when they revoke the current browser', async () => {
  const { client } = await signIn('eve@company.example');
  await createWallet(client);
  const [device] = await listDevices(client);
  await revokeDevice(client, { id: device?.id ?? '' });
  expect(client.getState().authenticated).toBe(false);
  expect(await getAccessToken(client)).toBeNull();
  await expect(listDevices(client)).rejects.toMatchObject({ code: 'must_be_authenticated' });
});
