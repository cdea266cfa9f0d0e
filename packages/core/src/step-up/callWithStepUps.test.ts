import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { registerMfaListener, setFactorPromptHandler, submitMfa } from '../index.ts';
import { callWithStepUps, type GuardedCall } from './callWithStepUps.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const unverified = () => new ServiceError('missing_or_invalid_mfa', { details: { methods: ['totp'] } });
/** A refusal of the code itself names no methods. */
const wrongCode = () => new ServiceError('missing_or_invalid_mfa');
const oldLogin = () => new ServiceError('recent_login_required');

/** Creates a call that is refused with each of the errors in turn, and then succeeds. */
function refusedCall(...refusals: (() => ServiceError)[]) {
  const { client } = createTestClient(service);
  const codes: unknown[] = [];
  const confirmed: string[] = [];
  const call: GuardedCall<string> = {
    async attempt(factor) {
      codes.push(factor?.mfaCode ?? null);
      const refusal = refusals.shift();
      if (refusal) throw refusal();
      return 'done';
    },
    complete: {
      async 'confirm-login'({ code }) {
        confirmed.push(code);
        return true;
      },
    },
  };
  return { client, call, codes, confirmed, run: () => callWithStepUps(contextsOf(client).session, call) };
}

it('a login confirmation and a second factor can follow each other for one call', async () => {
  const { client, codes, confirmed, run } = refusedCall(oldLogin, unverified);
  setFactorPromptHandler(client, async () => true);
  expect(await run()).toBe('done');
  expect(codes).toEqual([null, null, null]);
  expect(confirmed).toHaveLength(1);
});

it('a refusal is thrown if its step-up was taken already or if there is none', async () => {
  const second = refusedCall(oldLogin, unverified, oldLogin);
  setFactorPromptHandler(second.client, async () => true);
  await expect(second.run()).rejects.toMatchObject({ code: 'recent_login_required' });
  const factor = refusedCall(unverified, oldLogin, unverified);
  setFactorPromptHandler(factor.client, async () => true);
  await expect(factor.run()).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' });
  const none = refusedCall(() => new ServiceError('invalid_captcha'));
  await expect(none.run()).rejects.toMatchObject({ code: 'invalid_captcha' });
});

it('a login confirmation after a code does not count as one of the four attempts, and the code is not sent again', async () => {
  const { client, codes, run } = refusedCall(unverified, wrongCode, wrongCode, oldLogin);
  let told = () => {};
  const listening = new Promise<void>((resolve) => {
    told = resolve;
  });
  registerMfaListener(client, told);
  const running = run();
  await listening;
  for (const code of ['000001', '000002'])
    await expect(submitMfa(client, 'totp', code)).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' });
  await submitMfa(client, 'totp', '123456');
  expect(await running).toBe('done');
  expect(codes).toEqual([null, '000001', '000002', '123456', null]);
});

it('submitting a correct code resolves at once, and a further refusal of the call ends the prompt', async () => {
  const { client } = createTestClient(service);
  let told = () => {};
  const listening = new Promise<void>((resolve) => {
    told = resolve;
  });
  registerMfaListener(client, told);
  const running = callWithStepUps(contextsOf(client).session, {
    async attempt(factor, accept) {
      if (factor) accept();
      throw unverified();
    },
  }).catch((error: unknown) => error);
  await listening;
  await submitMfa(client, 'totp', '123456');
  expect(await running).toMatchObject({ code: 'missing_or_invalid_mfa' });
  await expect(submitMfa(client, 'totp', '123456')).rejects.toMatchObject({ code: 'not_found' });
});
