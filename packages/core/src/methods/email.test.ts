import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailLogin, type EmailLogin, type OtpState } from '../index.ts';

describe('login by email code', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  async function started() {
    const test = createTestClient(service);
    await test.client.start();
    return { ...test, login: createEmailLogin(test.client) };
  }
  /** Creates a client that loses the first answers to its requests for a code. */
  async function losing(answers: number, how: 'cut' | 'never' = 'cut') {
    const lose = { asked: [] as { request_id?: string }[] };
    const test = createTestClient(service, {
      async network(request, forward) {
        if (!request.url.endsWith('/passwordless/init')) return forward();
        lose.asked.push(await request.clone().json());
        const answer = await forward();
        if (lose.asked.length > answers) return answer;
        if (how === 'cut') throw new TypeError('Failed to fetch');
        return new Promise<never>((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      },
    });
    await test.client.start();
    return { ...test, lose, login: createEmailLogin(test.client) };
  }
  const mailsTo = (address: string) => service.outbox.messages.filter(({ to }) => to === address).length;
  function record(login: EmailLogin): OtpState['status'][] {
    const seen: OtpState['status'][] = [login.getState().status];
    login.subscribe(() => seen.push(login.getState().status));
    return seen;
  }
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('[OTP-01, OTP-11] an email login goes from sending a code to a session without any interface', async () => {
    const { client, login } = await started();
    const seen = record(login);
    await login.sendCode({ email: 'ada@company.example' });
    const { user, isNewUser } = await login.loginWithCode({
      code: service.outbox.codeFor('ada@company.example'),
    });
    expect(seen).toEqual(['initial', 'sending-code', 'awaiting-code-input', 'submitting-code', 'done']);
    expect(isNewUser).toBe(true);
    expect(client.getState()).toMatchObject({ authenticated: true, user: { id: user.id } });
    expect(user.email).toEqual({ address: 'ada@company.example' });
  });

  it('[OTP-01] an email login has an error state after a wrong code, from which the right code still logs in', async () => {
    const { login } = await started();
    const seen = record(login);
    await login.sendCode({ email: 'err@company.example' });
    const code = service.outbox.codeFor('err@company.example');
    await expect(login.loginWithCode({ code: wrongOf(code) })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(login.getState()).toMatchObject({
      status: 'error',
      recipient: 'err@company.example',
      error: { code: 'invalid_credentials' },
    });
    await login.loginWithCode({ code });
    expect(seen.slice(-3)).toEqual(['error', 'submitting-code', 'done']);
    expect(login.getState().error).toBeNull();
  });

  it('an email login with disableSignup admits only existing users', async () => {
    const { client, login, requests, timers } = await started();
    const email = 'nobody@company.example';
    await login.sendCode({ email });
    const code = service.outbox.codeFor(email);
    await expect(login.loginWithCode({ code, disableSignup: true })).rejects.toMatchObject({
      code: 'user_does_not_exist',
    });
    expect(client.getState().authenticated).toBe(false);
    expect(await requests.at(-1)?.json()).toMatchObject({ mode: 'no-signup' });
    // The code is used up, so the client requests another one, which the service refuses within the cooldown.
    await expect(login.sendCode({ email })).rejects.toMatchObject({ code: 'too_many_requests' });
    await timers.advance(limits.resendCooldownMs);
    await login.sendCode({ email: 'ada@company.example' });
    const { isNewUser } = await login.loginWithCode({
      code: service.outbox.codeFor('ada@company.example'),
      disableSignup: true,
    });
    expect(isNewUser).toBe(false);
  });

  it('[OTP-10] an email login posts the email address to passwordless/init and the code to passwordless/authenticate', async () => {
    const { login, requests } = await started();
    await login.sendCode({ email: 'path@company.example' });
    const code = service.outbox.codeFor('path@company.example');
    await login.loginWithCode({ code });
    const posts = requests.filter((request) => request.method === 'POST').map((request) => request.clone());
    expect(posts.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/passwordless/init',
      '/api/v1/passwordless/authenticate',
    ]);
    const bodies = await Promise.all(posts.map((post) => post.json()));
    expect(bodies[0]).toMatchObject({ email: 'path@company.example' });
    expect(bodies[1]).toMatchObject({ email: 'path@company.example', code });
  });

  it('[OTP-02, OTP-05] an email login waits for the code once it was sent, and shows when another can be requested', async () => {
    const { login, timers } = await started();
    await login.sendCode({ email: ' Grace@Company.Example ' });
    expect(login.getState()).toEqual({
      status: 'awaiting-code-input',
      recipient: 'grace@company.example',
      resendAvailableAtMs: timers.now() + 30_000,
      error: null,
    });
    await expect(login.resendCode()).rejects.toMatchObject({ code: 'too_many_requests' });
    await timers.advance(30_000);
    await login.resendCode();
    expect(login.getState().status).toBe('awaiting-code-input');
    expect(service.outbox.messages.filter(({ to }) => to === 'grace@company.example')).toHaveLength(2);
  });

  it('[OTP-02] an email login waits for the code with one email sent, even if the first answer is lost', async () => {
    const { login, timers, lose } = await losing(1);
    const sending = login.sendCode({ email: 'lost@company.example' });
    await timers.advance(limits.callRetryDelayMs);
    await sending;
    expect(lose.asked).toHaveLength(2);
    expect(new Set(lose.asked.map(({ request_id }) => request_id)).size).toBe(1);
    expect(login.getState()).toMatchObject({ status: 'awaiting-code-input', error: null });
    expect(mailsTo('lost@company.example')).toBe(1);
    await login.loginWithCode({ code: service.outbox.codeFor('lost@company.example') });
  });

  it('[OTP-03] an email login repeats the same request if all answers were lost, and sends a new one for another code', async () => {
    const { login, timers, lose } = await losing(1 + limits.callRetries);
    const email = 'offline@company.example';
    const failed = expect(login.sendCode({ email })).rejects.toMatchObject({ code: 'network_error' });
    await timers.advance(limits.callRetries * limits.callRetryDelayMs);
    await failed;
    expect(login.getState().status).toBe('error');
    await login.sendCode({ email });
    expect(login.getState().status).toBe('awaiting-code-input');
    expect(mailsTo(email)).toBe(1);
    await timers.advance(limits.resendCooldownMs);
    await login.resendCode();
    expect(mailsTo(email)).toBe(2);
    const ids = lose.asked.map(({ request_id }) => request_id);
    expect(new Set(ids.slice(0, -1)).size).toBe(1);
    expect(ids.at(-1)).not.toBe(ids[0]);
  });

  it('[OTP-03] an email login reports a timeout, and waits for the code at the next try with one email sent', async () => {
    const { login, timers } = await losing(1, 'never');
    const email = 'slow@company.example';
    const failed = expect(login.sendCode({ email })).rejects.toMatchObject({
      code: 'client_request_timeout',
    });
    await expect.poll(() => mailsTo(email)).toBe(1);
    await timers.advance(limits.callTimeoutMs);
    await failed;
    expect(login.getState().status).toBe('error');
    await login.sendCode({ email });
    expect(login.getState()).toMatchObject({ status: 'awaiting-code-input', error: null });
    expect(mailsTo(email)).toBe(1);
    await login.loginWithCode({ code: service.outbox.codeFor(email) });
  });

  it('an email login keeps waiting for the first code if the same address is entered again within the cooldown', async () => {
    const { login, sent } = await started();
    await login.sendCode({ email: 'again@company.example' });
    login.reset();
    expect(login.getState().status).toBe('initial');
    await login.sendCode({ email: 'again@company.example' });
    expect(login.getState()).toMatchObject({
      status: 'awaiting-code-input',
      recipient: 'again@company.example',
    });
    expect(sent.filter((entry) => entry.endsWith('/init'))).toHaveLength(1);
    await login.loginWithCode({ code: service.outbox.codeFor('again@company.example') });
  });

  it('[CODE-08] an email login trims the code', async () => {
    const { login, requests } = await started();
    await login.sendCode({ email: 'trim@company.example' });
    const code = service.outbox.codeFor('trim@company.example');
    await login.loginWithCode({ code: ` ${code}\n` });
    const posted = requests.find((request) => request.url.endsWith('/authenticate'));
    expect(await posted?.json()).toMatchObject({ email: 'trim@company.example', code });
  });

  it('[ERR-23] submitting or resending an email code requires a running login', async () => {
    const { login, sent } = await started();
    const refused = { code: 'no_auth_flow', message: 'No auth flow in progress.' };
    await expect(login.loginWithCode({ code: '123456' })).rejects.toMatchObject(refused);
    await expect(login.resendCode()).rejects.toMatchObject(refused);
    await login.sendCode({ email: 'flow@company.example' });
    login.reset();
    await expect(login.loginWithCode({ code: '123456' })).rejects.toMatchObject(refused);
    expect(sent.some((entry) => entry.endsWith('/authenticate'))).toBe(false);
  });

  it('an email login refuses a malformed address without a request', async () => {
    const { login, sent } = await started();
    await expect(login.sendCode({ email: 'nobody' })).rejects.toMatchObject({ code: 'invalid_data' });
    expect(login.getState()).toMatchObject({ status: 'error', recipient: null });
    expect(sent.some((entry) => entry.endsWith('/init'))).toBe(false);
  });

  it('an email login stays initial after a reset while a code was being sent', async () => {
    const { login } = await started();
    const sending = login.sendCode({ email: 'gone@company.example' });
    login.reset();
    await sending;
    expect(login.getState().status).toBe('initial');
  });

  it('an email login waits for the code of the last address, even if an earlier send is answered later', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { client } = createTestClient(service, {
      network: async (request, forward) => {
        if ((await request.clone().text()).includes('typo@')) await held;
        return forward();
      },
    });
    await client.start();
    const login = createEmailLogin(client);
    const first = login.sendCode({ email: 'typo@company.example' });
    await login.sendCode({ email: 'right@company.example' });
    release();
    await first;
    expect(login.getState()).toMatchObject({
      status: 'awaiting-code-input',
      recipient: 'right@company.example',
    });
    await login.loginWithCode({ code: service.outbox.codeFor('right@company.example') });
  });
});
