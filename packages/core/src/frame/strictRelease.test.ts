import { createTestClient } from '@latchkey/testkit';
import { reauthenticateRoute } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import { connectWallet, createGuestAccount, createWallet, setLoginConfirmer } from '../index.ts';

// Approval in the frame, with the frame's own code and a real service. The user is a guest, whose login the client
// could confirm without a prompt.

let fixture: FrameFixture;
beforeAll(async () => {
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Strict approval',
    guest_auth: true,
    approval: 'frame' as const,
    allowed_origins: ['http://localhost:3000'],
  };
  fixture = await openFrameFixture({ app });
});
afterAll(() => fixture?.close());

it("[S12] with approval in the frame, the client does not confirm a release itself, and the refusal names the wallet's page", async () => {
  const { service } = fixture;
  let browser = await fixture.openBrowser();
  const paths: string[] = [];
  const { client } = createTestClient(service, {
    page: { frame: (message, page) => browser.script(message, page) },
    async network(request) {
      paths.push(new URL(request.url).pathname);
      request.headers.set('origin', 'http://localhost:3000');
      return service.fetch(request, { remoteAddress: '127.0.0.1' });
    },
  });
  await client.start();
  await createGuestAccount(client);
  await createWallet(client);
  browser = await fixture.openBrowser();
  const refused = { code: 'recent_login_required', details: { confirm_in: 'wallet' } };
  await expect(connectWallet(client)).rejects.toMatchObject(refused);
  const asked: unknown[] = [];
  setLoginConfirmer(client, async (refusal, act) => {
    asked.push(refusal.details?.confirm_in, act.purpose);
    return false;
  });
  await expect(connectWallet(client)).rejects.toMatchObject(refused);
  expect(asked).toEqual(['wallet', 'release']);
  expect(paths).not.toContain(reauthenticateRoute.path);
});
