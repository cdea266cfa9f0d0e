import {
  confirm,
  createCustodyClient,
  createTestService,
  createWalletOwner,
  enterCustody,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

const origins = { email_auth: true, allowed_origins: ['http://localhost:3000'] };
const careful = {
  id: 'latchkey-wary-app-0000001',
  name: 'Careful app',
  new_device_max_age: 60,
  ...origins,
};
const careless = {
  id: 'latchkey-lax-app-00000001',
  name: 'Careless app',
  new_device_max_age: 0,
  ...origins,
};

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [careful, careless] });
});
afterEach(() => service.close());

const { recover } = custodyRoutes;
const tenMinutesMs = 600_000;

async function openBrowser(email: string) {
  const { privy_access_token: token } = await logIn(service, email);
  return createCustodyClient(service, { token: token ?? '' });
}

const mailsTo = (email: string) =>
  service.outbox.messages.filter((message) => message.to === email && /new browser/.test(message.subject));

async function listEvents(kind: string) {
  const find = service.database.statement(
    'events',
    'select subject, user_id, at_ms from audit_events where kind = $1',
  );
  return find([kind]);
}

test('[EMBW-02] a new browser receives the whole recovery pair of the wallet', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const browser = await openBrowser('ada@example.com');
  const { recovery } = ada.wallet.body;
  expect((await browser.call(recover, ada.wallet.ref)).json).toEqual({
    entropy_uid: ada.wallet.entropyUid,
    recovery_id: recovery.recovery_id,
    recovery_version: 1,
    kind: 'created',
    unlocked_for: null,
    method: 'privy',
    auth_part: recovery.auth_part,
    ciphertext: recovery.ciphertext,
    recovery_key: recovery.recovery_key,
    wallets: [{ address: ada.wallet.address, chain_type: 'ethereum', wallet_index: 0 }],
  });
});

test('[S6] another user’s recovery material is not released', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  const refused = await eve.client.call(recover, ada.wallet.ref);
  expect(refused).toMatchObject({ status: 404, json: { code: 'embedded_wallet_not_found' } });
  expect(await listEvents('wallet.recovered')).toEqual([]);
});

test('[S12] the eleventh wallet release of a session in a minute is refused, and each release is recorded', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const replies = await Promise.all(
    Array.from({ length: 11 }, () => ada.client.call(recover, ada.wallet.ref)),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10);
  expect(replies.find((reply) => reply.status !== 200)).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests', data: { retry_after_s: 60 } },
  });
  const events = await listEvents('wallet.recovered');
  expect(events).toHaveLength(10);
  expect(events[0]).toMatchObject({
    subject: ada.wallet.body.recovery.recovery_id,
    user_id: ada.user.userId,
    at_ms: service.clock.now(),
  });
  service.clock.advance(60_000);
  expect((await ada.client.call(recover, ada.wallet.ref)).status).toBe(200);
});

test('[S12] an attacker who uses up the releases of a stolen session does not use up those of another session', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const thief = await openBrowser('ada@example.com');
  for (let index = 0; index < 10; index += 1) await thief.call(recover, ada.wallet.ref);
  expect((await thief.call(recover, ada.wallet.ref)).status).toBe(429);
  const browser = await openBrowser('ada@example.com');
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
});

test('the user is notified of wallet releases by mail, once per session', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const browser = await openBrowser('ada@example.com');
  for (let index = 0; index < 3; index += 1) await browser.call(recover, ada.wallet.ref);
  await expect.poll(() => mailsTo('ada@example.com').length).toBe(1);
  await service.service.sweep();
  expect(mailsTo('ada@example.com')).toHaveLength(1);
  const [letter] = mailsTo('ada@example.com');
  expect(letter?.subject).toBe('Your Test app wallet was opened in a new browser');
  expect(letter?.text).toContain(new Date(service.clock.now()).toISOString().slice(0, 16).replace('T', ' '));

  const another = await openBrowser('ada@example.com');
  await another.call(recover, ada.wallet.ref);
  await expect.poll(() => mailsTo('ada@example.com').length).toBe(2);
});

test('a notice that cannot be sent does not delay the release, and is sent later', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const browser = await openBrowser('ada@example.com');
  service.outbox.setDown(true);
  const { refusals } = service.outbox;
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  await expect.poll(() => service.outbox.refusals).toBeGreaterThan(refusals);
  service.clock.advance(60_000);
  await service.service.sweep();
  service.outbox.setDown(false);
  await service.service.sweep();
  expect(mailsTo('ada@example.com')).toHaveLength(0);
  service.clock.advance(2 * 60_000);
  await service.service.sweep();
  expect(mailsTo('ada@example.com')).toHaveLength(1);
  service.clock.advance(24 * 60 * 60_000);
  await service.service.sweep();
  expect(mailsTo('ada@example.com')).toHaveLength(1);
});

test('[S12] a login opens the wallet for ten minutes, only to the first key that requests it, also repeatedly', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { privy_access_token } = await logIn(service, 'ada@example.com');
  const token = privy_access_token ?? '';
  const [browser, other] = [
    await createCustodyClient(service, { token }),
    await createCustodyClient(service, { token }),
  ];
  service.clock.advance(tenMinutesMs - 1);
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  // The key whose answer was lost may ask again, but no other key may.
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  expect((await other.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
  service.clock.advance(1);
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  service.clock.advance(1);
  const refused = await browser.call(recover, ada.wallet.ref);
  expect(refused).toMatchObject({
    status: 403,
    json: { code: 'recent_login_required', data: { key: browser.thumbprint } },
  });
});

test('[S12] a confirmation opens the wallet for ten minutes, only to the key that it names', async () => {
  const email = 'ada@example.com';
  const ada = await createWalletOwner(service, email);
  const token = ada.user.privyAccessToken;
  const [browser, other] = [
    await createCustodyClient(service, { token }),
    await createCustodyClient(service, { token }),
  ];
  service.clock.advance(tenMinutesMs + 1);
  const act = { purpose: 'release', key: browser.thumbprint } as const;
  expect((await confirm(service, ada.user, email, act)).status).toBe(200);
  expect((await other.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
  service.clock.advance(tenMinutesMs - 1);
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  service.clock.advance(2);
  expect((await browser.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
  await confirm(service, ada.user, email, act);
  service.clock.advance(tenMinutesMs);
  expect((await browser.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
});

test('[S12] of several browsers that request the wallet at once with one login, one receives it', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { privy_access_token } = await logIn(service, 'ada@example.com');
  const token = privy_access_token ?? '';
  const browsers = await Promise.all([0, 1, 2, 3].map(() => createCustodyClient(service, { token })));
  const answers = await Promise.all(browsers.map((browser) => browser.call(recover, ada.wallet.ref)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
});

test('a release that is refused because the wallet is another user’s spends no login', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  const browser = await openBrowser('ada@example.com');
  expect((await browser.call(recover, eve.wallet.ref)).json.code).toBe('embedded_wallet_not_found');
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
});

test('[S12] an app may require a more recent login for a release, or accept an older one', async () => {
  const ada = await enterCustody(service, 'ada@example.com', careful.id);
  await ada.client.call(custodyRoutes.create, ada.wallet.body);
  service.clock.advance(60_001);
  expect((await ada.client.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
  const act = { purpose: 'release', key: ada.client.thumbprint } as const;
  const proveAgain = () => confirm(service, ada.user, 'ada@example.com', act, { appId: careful.id });
  await proveAgain();
  service.clock.advance(60_001);
  expect((await ada.client.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
  await proveAgain();
  expect((await ada.client.call(recover, ada.wallet.ref)).status).toBe(200);

  const bob = await enterCustody(service, 'bob@example.com', careless.id);
  await bob.client.call(custodyRoutes.create, bob.wallet.body);
  service.clock.advance(1_800_000);
  expect((await bob.client.call(recover, bob.wallet.ref)).status).toBe(200);
});
