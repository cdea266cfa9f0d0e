import { createTestService, type TestService } from '@latchkey/testkit';
import { captchaRoutes, emailRoutes, limits } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { solve } from '../captcha/captcha.testkit.ts';

const base = { email_auth: true, allowed_origins: ['http://localhost:3000'] };
const guarded = { ...base, id: 'latchkey-captcha-app-0001', name: 'Guarded', captcha_enabled: true };
const open = { ...base, id: 'latchkey-captcha-app-0002', name: 'Open' };

let service: TestService;
let networks = 0;
beforeEach(async () => {
  service = await createTestService({ apps: [guarded, open] });
});
afterEach(() => service.close());

const owner = 'owner@example.com';
function newNetwork(): string {
  networks += 1;
  return `100.64.${networks >> 8}.${networks & 255}`;
}

async function newToken(): Promise<string> {
  const body = { action: 'login' } as const;
  return solve((await service.call(captchaRoutes.challenge, { appId: guarded.id, body })).json);
}

const request = (network: string, token?: string, appId = guarded.id) =>
  service.call(emailRoutes.sendCode, { appId, network, body: { email: owner, ...(token ? { token } : {}) } });

/** Uses up the ordinary sends of the owner's address, each from a new network with a captcha of its own. */
async function spendOpenSends(): Promise<void> {
  for (let sends = 0; sends < limits.codeSendsPerWindow; sends += 1)
    expect((await request(newNetwork(), await newToken())).status).toBe(200);
}

const logIn = (network: string) =>
  service.call(emailRoutes.authenticate, {
    appId: guarded.id,
    network,
    body: { email: owner, code: service.outbox.codeFor(owner) },
  });

test('[S28] [CAPT-19] after attackers used up the ordinary sends of an address, its owner on a new network passes a captcha and gets a code that logs in', async () => {
  await spendOpenSends();
  const home = newNetwork();
  expect((await request(home)).json.code).toBe('invalid_captcha');
  const token = await newToken();
  expect((await request(home, token)).status).toBe(200);
  expect((await logIn(home)).status).toBe(200);
  // The captcha bought one send. The same token buys no second send, even from another network.
  expect((await request(newNetwork(), token)).json.code).toBe('invalid_captcha');
});

test('[S28] a network that got a code cannot buy another with a captcha once the ordinary sends are used up', async () => {
  const stranger = newNetwork();
  expect((await request(stranger, await newToken())).status).toBe(200);
  await spendOpenSends();
  service.clock.advance(limits.resendCooldownMs);
  expect((await request(stranger, await newToken())).json.code).toBe('too_many_requests');
});

test('[S28] the sends that captchas buy for an address run out for the day and start again the next day', async () => {
  await spendOpenSends();
  let bought = 0;
  for (let round = 0; round < limits.captchaSendsPerWindow + 3; round += 1)
    if ((await request(newNetwork(), await newToken())).status === 200) bought += 1;
  expect(bought).toBe(10);
  service.clock.advance(limits.codeSendWindowMs);
  await service.service.sweep();
  await spendOpenSends();
  const refused = await request(newNetwork(), await newToken());
  expect(refused.json).toMatchObject({
    code: 'too_many_requests',
    data: { retry_after_s: expect.any(Number) },
  });
  service.clock.advance(24 * 60 * 60_000);
  await spendOpenSends();
  expect((await request(newNetwork(), await newToken())).status).toBe(200);
});

test('[S28] thirty simultaneous requests at two processes buy no more sends than the day allows', async () => {
  await spendOpenSends();
  const another = await service.startAnother();
  const tokens = await Promise.all(Array.from({ length: 30 }, newToken));
  const answers = await Promise.all(
    tokens.map((token, index) =>
      (index % 2 ? another : service).call(emailRoutes.sendCode, {
        appId: guarded.id,
        network: newNetwork(),
        body: { email: owner, token },
      }),
    ),
  );
  const sent = answers.filter(({ status }) => status === 200).length;
  expect(sent).toBeLessThanOrEqual(limits.captchaSendsPerWindow);
  expect(sent).toBeGreaterThan(0);
  await another.close();
});

test('[S28] a mail that could not be sent does not use up a send that captchas can buy', async () => {
  await spendOpenSends();
  service.outbox.setDown(true);
  for (let failed = 0; failed < limits.captchaSendsPerWindow; failed += 1) {
    expect((await request(newNetwork(), await newToken())).json.code).toBe('delivery_failed');
  }
  service.outbox.setDown(false);
  expect((await request(newNetwork(), await newToken())).status).toBe(200);
});

test('[S28] an app without a captcha refuses sends over the limit, even with a token', async () => {
  for (let sends = 0; sends < limits.codeSendsPerWindow; sends += 1)
    await request(newNetwork(), undefined, open.id);
  expect((await request(newNetwork(), 'made-up', open.id)).json.code).toBe('too_many_requests');
});
