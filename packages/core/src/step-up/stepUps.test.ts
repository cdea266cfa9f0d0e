import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { type ErrorCode, ServiceError } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAccountLink,
  createLoginConfirmation,
  findStepUp,
  nextStepUp,
  toConfirmationAct,
  unlinkPhone,
  withStepUps,
} from '../index.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Harbour',
        email_auth: true,
        sms_auth: true,
        allowed_origins: ['http://localhost:3000'],
      },
    ],
  });
});
afterAll(() => service.close());

let people = 0;

/** Signs in a user with an email address and a phone number, and lets the login become too old to remove either. */
async function withOldLogin() {
  const { client, logIn, timers } = createTestClient(service);
  await client.start();
  const email = `detours-${++people}@company.example`;
  await logIn(email);
  const number = `+120155521${String(people).padStart(2, '0')}`;
  const link = createAccountLink(client, 'sms');
  await link.sendCode(number);
  await link.submitCode(service.outbox.codeFor(number));
  await timers.advance(600_001);
  return { client, email, number };
}

it("an operation refused for an old login succeeds after the user confirmed it on a host's screen", async () => {
  const { client, email, number } = await withOldLogin();
  const confirmation = createLoginConfirmation(client, 'email');
  const user = await withStepUps(
    () => unlinkPhone(client, number),
    async (kind, refusal) => {
      await confirmation.sendCode(email);
      await confirmation.submitCode(service.outbox.codeFor(email), toConfirmationAct(refusal));
      return kind === 'confirm-login';
    },
  );
  expect(user.phone).toBeNull();
});

it('withStepUps throws a refusal if its step-up is not completed, or if the refusal recurs', async () => {
  const { client, number } = await withOldLogin();
  const unlink = () => unlinkPhone(client, number);
  await expect(withStepUps(unlink, async () => false)).rejects.toMatchObject({
    code: 'recent_login_required',
  });
  let taken = 0;
  const takeNothing = async () => {
    taken += 1;
    return true;
  };
  const again = withStepUps(unlink, takeNothing);
  await expect(again).rejects.toMatchObject({ code: 'recent_login_required' });
  expect(taken).toBe(1);

  const unknown = withStepUps(() => unlinkPhone(client, '+12015550000'), takeNothing);
  const refusal = await unknown.catch((error: unknown) => error);
  expect(findStepUp(refusal)).toBe('confirm-login'); // the service checks the age of the login first
  expect(findStepUp(new TypeError('fetch failed'))).toBeNull();
});

it('withStepUps takes several step-ups one after the other, each once', async () => {
  const refusals: ErrorCode[] = [
    'recent_login_required',
    'invalid_captcha',
    'wallet_not_on_device',
    'invalid_captcha',
  ];
  const taken: string[] = [];
  const operation = withStepUps(
    async () => {
      throw new ServiceError(refusals.shift() ?? 'internal_error');
    },
    async (kind) => {
      taken.push(kind);
      return true;
    },
  );
  await expect(operation).rejects.toMatchObject({ code: 'invalid_captcha' });
  expect(taken).toEqual(['confirm-login', 'captcha', 'unlock-wallet']);
});

it("nextStepUp returns a refusal's step-up, marks a repeated one, and returns null if no step-up helps", () => {
  const refusal = new ServiceError('recent_login_required');
  const next = { kind: 'confirm-login', isRepeated: false, passed: ['recent_login_required'] };
  expect(nextStepUp(refusal, [])).toEqual(next);
  expect(nextStepUp(refusal, ['recent_login_required'])).toMatchObject({ isRepeated: true });
  expect(nextStepUp(refusal, ['invalid_captcha'])).toMatchObject({ isRepeated: false });
  expect(nextStepUp(new ServiceError('invalid_data'), [])).toBeNull();
  // No second factor would lift this refusal.
  expect(nextStepUp(new ServiceError('missing_or_invalid_mfa', { details: { methods: [] } }), [])).toBeNull();
});
