import { createTestService, createWalletOwner, logIn, type TestService } from '@latchkey/testkit';
import { adminRoutes, custodyRoutes, emailRoutes, sessionRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await createTestService({ log: pino({}, { write: (line: string) => void lines.push(line) }) });
});
afterAll(() => service.close());

test('[S48] the log and the audit events of logins, wallets, recoveries and a new app contain no address, code, token or key part', async () => {
  const email = 'canary-person@example.com';
  const owner = await createWalletOwner(service, email);
  const { body } = owner.wallet;
  const device = { ...owner.wallet.ref, device_id: body.device.device_id, entropy_uid: body.entropy_uid };
  await owner.client.call(custodyRoutes.connect, device);
  await owner.client.call(custodyRoutes.recover, owner.wallet.ref);
  const reply = await logIn(service, email);
  const code = service.outbox.codeFor(email);
  const injected = 'Injected\n{"level":60,"msg":"canary-line"}';
  await service.call(emailRoutes.sendCode, { body: { email: injected } });
  await service.call(sessionRoutes.refresh, {
    body: { refresh_token: injected },
    headers: { 'user-agent': 'canary-agent', 'x-request-id': 'canary-request' },
  });
  // An attacker chooses these values, which a careless log would quote: an unknown path, a query, an invalid token.
  await service.fetch(new Request(`${service.config.url}/canary-path?token=canary-query`));
  await service.call(custodyRoutes.context, { bearer: 'canary-token', body: {} as never });
  const bearer = service.config.adminKey;
  const app = { id: 'latchkey-test-app-0000055', name: injected, allowed_origins: ['http://localhost:3000'] };
  const { json: made } = await service.call(adminRoutes.createApp, { bearer, body: app });
  expect(made.app_secret).toBeTruthy();
  await service.service.seal();
  await expect.poll(() => service.outbox.messages.length).toBeGreaterThanOrEqual(3);

  const { rows } = (await service.database.db.execute(
    sql`select * from audit_events order by app_id, sequence`,
  )) as unknown as { rows: { kind: string }[] };
  const kinds = rows.map((row) => row.kind);
  for (const kind of ['user.created', 'wallet.created', 'wallet.recovered', 'app.created'])
    expect(kinds).toContain(kind);
  // An empty log would prove nothing, so requests of these routes must have their lines.
  const answered = lines.map((line) => (JSON.parse(line) as { route?: string }).route);
  for (const { path } of [emailRoutes.authenticate, sessionRoutes.refresh, custodyRoutes.recover])
    expect(answered).toContain(path);
  const texts = { log: lines.join(''), audit: JSON.stringify(rows) };
  const secrets = {
    email,
    code,
    token: reply.token,
    refresh: reply.refresh_token,
    bearer,
    secret: made.app_secret,
    first: owner.user.refreshToken,
    access: owner.user.privyAccessToken,
    devicePart: body.device.auth_part,
    recoveryPart: body.recovery.auth_part,
    recoveryKey: body.recovery.recovery_key,
    ciphertext: body.recovery.ciphertext,
    line: 'canary-line',
    agent: 'canary-agent',
    request: 'canary-request',
    path: 'canary-path',
    query: 'canary-query',
    bearerOfNone: 'canary-token',
    wallet: owner.wallet.address,
  };
  for (const [place, text] of Object.entries(texts)) {
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret, what).toBeTruthy();
      expect(text.includes(String(secret)), `${what} in ${place}`).toBe(false);
    }
  }
  // The input with a line break must not have added a line.
  for (const line of lines) expect(line.trimEnd()).not.toContain('\n');
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});
