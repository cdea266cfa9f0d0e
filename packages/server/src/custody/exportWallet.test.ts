import { createTestService, createWalletOwner, type TestService } from '@latchkey/testkit';
import { custodyRoutes, type ExportWalletBody, emailRoutes, reauthenticateRoute } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

const request = (owner: Owner, changes: Partial<ExportWalletBody> = {}) =>
  owner.client.call(custodyRoutes.export, {
    ...owner.wallet.ref,
    address: owner.wallet.address,
    what: 'key' as const,
    ...changes,
  });

const mailsTo = (email: string) =>
  service.outbox.messages.filter(({ to, subject }) => to === email && /was exported/.test(subject));

async function listEvents() {
  const find = service.database.statement(
    'exports',
    "select subject, user_id, details from audit_events where kind = 'wallet.exported' order by details ->> 'what'",
  );
  return find([]);
}

test('[EMBW-02] a session with a recent login may export a key; each export is recorded, and the exports of a session send one notice', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const wallet = { chain_type: 'ethereum', wallet_index: 0 };
  for (const what of ['check', 'key', 'phrase'] as const) {
    expect(await request(ada, { what, address: ada.wallet.address.toLowerCase() })).toMatchObject({
      status: 200,
      json: { wallets: [{ address: ada.wallet.address, ...wallet }] },
    });
  }
  const facts = { subject: ada.wallet.entropyUid, user_id: ada.user.userId };
  expect(await listEvents()).toEqual([
    { ...facts, details: { what: 'key', ...wallet } },
    { ...facts, details: { what: 'phrase', ...wallet } },
  ]);
  await expect.poll(() => mailsTo('ada@example.com').length).toBe(1);
  expect(mailsTo('ada@example.com')[0]?.text).not.toContain(ada.wallet.address);
});

test('a session with an old login may neither export a wallet nor check whether it may, and nothing is recorded', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  service.clock.advance(600_001);
  for (const what of ['check', 'key', 'phrase', 'kit'] as const) {
    expect(await request(ada, { what })).toMatchObject({
      status: 403,
      json: { code: 'recent_login_required' },
    });
  }
  expect(await listEvents()).toEqual([]);

  service.clock.advance(30_000);
  await service.call(reauthenticateRoute, {
    bearer: ada.user.privyAccessToken,
    body: { method: 'email', email: 'ada@example.com', code: await sendCode() },
  });
  expect((await request(ada)).status).toBe(200);
});

async function sendCode(): Promise<string> {
  await service.call(emailRoutes.sendCode, { body: { email: 'ada@example.com' } });
  return service.outbox.codeFor('ada@example.com');
}

test('[S6] wallet export is refused for another user’s wallet, and for an address of another entropy', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  for (const changes of [ada.wallet.ref, { address: ada.wallet.address }]) {
    expect(await request(eve, changes)).toMatchObject({
      status: 404,
      json: { code: 'embedded_wallet_not_found' },
    });
  }
  expect(await listEvents()).toEqual([]);
});

test('the eleventh wallet export of a session in a minute is refused', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  for (let count = 0; count < 10; count += 1) expect((await request(ada)).status).toBe(200);
  expect(await request(ada)).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect((await request(ada, { what: 'check' })).status).toBe(200);
});
