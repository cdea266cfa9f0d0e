import { createCustodyClient, type TestService } from '@latchkey/testkit';
import { mfaRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProtected, logInElsewhere, type Owner, openService, wrongOf } from './mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

type Client = Owner['client'];
const verify = (client: Client, code: string) => client.call(mfaRoutes.verifyTotp, { code });
const full = 'mfa_verification_max_attempts_reached';

test('[MFA-24, S32] after four wrong codes of an authenticator app, a session is refused further ones for ten seconds, but another session is not', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const elsewhere = await logInElsewhere(service, 'ada@example.com');
  for (let index = 0; index < 4; index += 1)
    expect((await verify(elsewhere.client, wrongOf(ada.codeAt()))).json.code).toBe('missing_or_invalid_mfa');
  const closed = await verify(elsewhere.client, ada.codeAt());
  expect(closed.status).toBe(429);
  expect(closed.json.code).toEqual(full);
  expect(closed.json.data).toEqual({ retry_after_s: 10 });
  // Another key of the same session is closed too.
  const key = await createCustodyClient(service, { token: elsewhere.user.privyAccessToken });
  expect((await verify(key, ada.codeAt())).json.code).toBe(full);
  expect((await verify(ada.client, ada.codeAt())).status).toBe(200);
  // Uses the code of the next step, because the code of the current step was used.
  const opens = () => verify(elsewhere.client, ada.codeAt(30));
  service.clock.advance(9_999);
  expect((await opens()).json.code).toBe(full);
  service.clock.advance(1);
  expect((await opens()).status).toBe(200);
});

test('[S32] each of several guesses of a factor code that come at once is counted', async () => {
  const bea = await createProtected(service, 'bea@example.com');
  const elsewhere = await logInElsewhere(service, 'bea@example.com');
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => verify(elsewhere.client, wrongOf(bea.codeAt()))),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
});

test('[S32] an attacker has forty tries of a factor code a day over all sessions, and codes from the owner’s browser are still checked', async () => {
  const cleo = await createProtected(service, 'cleo@example.com');
  const thieves = [
    await logInElsewhere(service, 'cleo@example.com'),
    await logInElsewhere(service, 'cleo@example.com'),
  ];
  let wrong = 0;
  for (let round = 0; round < 6; round += 1) {
    for (const { client } of thieves) {
      for (let index = 0; index < 4; index += 1) {
        const { status } = await verify(client, wrongOf(cleo.codeAt()));
        if (status === 401) wrong += 1;
      }
    }
    service.clock.advance(10_000);
  }
  expect(wrong).toBe(40);
  const late = await logInElsewhere(service, 'cleo@example.com');
  const refused = await verify(late.client, cleo.codeAt());
  expect(refused.status).toBe(429);
  expect(refused.json.code).toEqual(full);
  expect(Number(refused.json.data?.retry_after_s)).toBeGreaterThan(80_000);
  expect((await verify(cleo.client, cleo.codeAt())).status).toBe(200);

  service.clock.advance(24 * 60 * 60_000);
  const next = await logInElsewhere(service, 'cleo@example.com');
  expect((await verify(next.client, cleo.codeAt())).status).toBe(200);
});
