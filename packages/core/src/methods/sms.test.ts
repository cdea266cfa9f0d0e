import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmsLogin } from '../index.ts';

describe('login by SMS code', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({
      apps: [
        {
          id: 'latchkey-test-app-0000001',
          name: 'Test app',
          sms_auth: true,
          allowed_origins: ['http://localhost:3000'],
        },
      ],
    });
  });
  afterAll(() => service.close());

  async function started() {
    const test = createTestClient(service);
    await test.client.start();
    return { ...test, login: createSmsLogin(test.client) };
  }

  it('[OTP-01, OTP-11, OTP-12] an SMS login goes from sending a code to a session without any interface', async () => {
    const { client, login } = await started();
    const seen = [login.getState().status];
    login.subscribe(() => seen.push(login.getState().status));
    await login.sendCode({ phoneNumber: '+1 (201) 555-0123' });
    const { user } = await login.loginWithCode({ code: service.outbox.codeFor('+12015550123') });
    expect(seen).toEqual(['initial', 'sending-code', 'awaiting-code-input', 'submitting-code', 'done']);
    expect(user.phone).toEqual({ number: '+12015550123' });
    expect(client.getState()).toMatchObject({ authenticated: true, user: { id: user.id } });
  });

  it('[OTP-10] an SMS login posts the phone number to passwordless_sms/init and the code to passwordless_sms/authenticate', async () => {
    const { login, requests } = await started();
    await login.sendCode({ phoneNumber: '+1 201 555 0124' });
    const code = service.outbox.codeFor('+12015550124');
    await login.loginWithCode({ code });
    const posts = requests.filter((request) => request.method === 'POST').map((request) => request.clone());
    expect(posts.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/passwordless_sms/init',
      '/api/v1/passwordless_sms/authenticate',
    ]);
    const bodies = await Promise.all(posts.map((post) => post.json()));
    expect(bodies).toMatchObject([{ phoneNumber: '+12015550124' }, { phoneNumber: '+12015550124', code }]);
  });

  it('[LAND-26] an SMS login sends no second code to the same number in another format within the cooldown', async () => {
    const { login, sent, timers } = await started();
    await login.sendCode({ phoneNumber: '+1 201 555 0125' });
    login.reset();
    await login.sendCode({ phoneNumber: '+1 (201) 555-0125' });
    expect(sent.filter((entry) => entry.endsWith('/init'))).toHaveLength(1);
    await timers.advance(limits.resendCooldownMs);
    await login.resendCode();
    expect(service.outbox.smsMessages.filter(({ to }) => to === '+12015550125')).toHaveLength(2);
  });

  it('an SMS login refuses a malformed phone number without a request', async () => {
    const { login, sent } = await started();
    for (const phoneNumber of ['', '2015550123', '+1', 'ada@company.example']) {
      await expect(login.sendCode({ phoneNumber })).rejects.toMatchObject({ code: 'invalid_data' });
    }
    expect(sent.some((entry) => entry.endsWith('/init'))).toBe(false);
  });
});
