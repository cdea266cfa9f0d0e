import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captchaOf, createEmailLogin } from '../index.ts';

const base = { name: 'App', email_auth: true, allowed_origins: ['http://localhost:3000'] };
const withCaptcha = { ...base, id: 'latchkey-captcha-work-001', captcha_enabled: true };

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [withCaptcha] });
});
afterAll(() => service.close());

let people = 0;
const newEmail = () => `person-${++people}@company.example`;

async function started(network?: Parameters<typeof createTestClient>[1]) {
  const test = createTestClient(service, { appId: withCaptcha.id, ...network });
  await test.client.start();
  return { ...test, captcha: captchaOf(test.client), login: createEmailLogin(test.client) };
}

/** Starts a client that never receives a challenge. */
const silent = () =>
  started({
    network: (request, pass) =>
      request.url.endsWith('/captcha/challenge') ? new Promise<Response>(() => {}) : pass(),
  });

const challengesIn = (sent: readonly string[]) => sent.filter((call) => call.endsWith('/captcha/challenge'));

describe('the captcha', () => {
  it('[CAPT-01] the captcha goes from ready to loading to success with a token, and back to ready after a reset', async () => {
    const { captcha } = await started();
    const seen = [captcha.getState().status];
    captcha.subscribe(() => seen.push(captcha.getState().status));
    expect(captcha.getState().token).toBeNull();
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    expect(captcha.getState().token).toMatch(/^login\./);
    captcha.reset();
    expect(captcha.getState()).toEqual({ status: 'ready', token: null, error: null, isAsking: false });
    expect(seen).toEqual(['ready', 'loading', 'success', 'ready']);
  });

  it('[CAPT-01, CAPT-07] the captcha is disabled in an app without captcha, and requests no challenge', async () => {
    const { client, sent } = createTestClient(service);
    const captcha = captchaOf(client);
    expect(captcha.getState().status).toBe('disabled');
    await client.start();
    captcha.execute();
    expect(captcha.getState().status).toBe('disabled');
    expect(await captcha.waitForResult()).toBeNull();
    await createEmailLogin(client).sendCode({ email: newEmail() });
    expect(challengesIn(sent)).toEqual([]);
  });

  it('[CAPT-01, CAPT-17] the captcha reports a failed check as an error, after which the check can be repeated', async () => {
    let isBroken = true;
    const { captcha, login, timers } = await started({
      network: async (request, pass) =>
        isBroken && request.url.endsWith('/captcha/challenge')
          ? Response.json({ ...(await (await pass()).json()), range: 0 })
          : pass(),
    });
    const failed = expect(login.sendCode({ email: newEmail() })).rejects.toMatchObject({
      code: 'captcha_failure',
      message: 'Captcha failed',
    });
    await expect.poll(() => captcha.getState().status).toBe('error');
    await timers.advance(limits.captchaPollMs);
    await failed;
    expect(captcha.getState().error).toMatchObject({ code: 'captcha_failure' });
    expect(login.getState()).toMatchObject({ status: 'error', error: { message: 'Captcha failed' } });
    isBroken = false;
    const again = login.sendCode({ email: newEmail() });
    await expect.poll(() => captcha.getState().status).toBe('success');
    await timers.advance(limits.captchaPollMs);
    await again;
    expect(login.getState().status).toBe('awaiting-code-input');
  });

  it('[CAPT-13] the captcha drops its token ten seconds before it expires, and when it is reset', async () => {
    const { captcha, timers } = await started();
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    await timers.advance(limits.captchaTokenLifeMs - 10_001);
    expect(captcha.getState().status).toBe('success');
    await timers.advance(1);
    expect(captcha.getState()).toMatchObject({ status: 'ready', token: null });
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    captcha.reset();
    expect(captcha.getState()).toMatchObject({ status: 'ready', token: null });
  });

  it('the captcha succeeds if it is reset and executed again while a check runs', async () => {
    const { captcha } = await started();
    captcha.execute();
    captcha.reset();
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    const { token } = captcha.getState();
    expect(await captcha.waitForResult()).toBe(token);
  });

  it('[CAPT-14] waitForResult waits 20 s for a captcha result, then fails with captcha_timeout', async () => {
    const { captcha, timers } = await silent();
    captcha.execute();
    let failure: unknown = null;
    const waiting = captcha.waitForResult().catch((error: unknown) => {
      failure = error;
    });
    await timers.advance(19_800);
    expect(failure).toBeNull();
    await timers.advance(199);
    expect(failure).toBeNull();
    await timers.advance(1);
    await waiting;
    expect(failure).toMatchObject({ code: 'captcha_timeout' });
    expect(captcha.getState()).toMatchObject({ status: 'error', error: { code: 'captcha_timeout' } });
  });

  it('[CAPT-14] waitForResult looks for a captcha result every 200 ms', async () => {
    const { captcha, timers } = await started();
    const watched: { token: string | null } = { token: null };
    void captcha.waitForResult().then((token) => {
      watched.token = token;
    });
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    expect(watched.token).toBeNull();
    await timers.advance(199);
    expect(watched.token).toBeNull();
    await timers.advance(1);
    expect(watched.token).toBe(captcha.getState().token);
  });
});

describe('a login', () => {
  it('[CAPT-18, CAPT-19] a login sends the captcha token with its first request, once, and gets a new one to send a code again', async () => {
    const { captcha, login, requests, timers } = await started();
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    const { token } = captcha.getState();
    const email = newEmail();
    await login.sendCode({ email });
    expect(captcha.getState()).toMatchObject({ status: 'ready', token: null });
    await timers.advance(limits.resendCooldownMs);
    const again = login.resendCode();
    await expect.poll(() => captcha.getState().status).toBe('success');
    await timers.advance(limits.captchaPollMs);
    await again;
    const bodies = await Promise.all(
      requests.filter(({ url }) => url.endsWith('/passwordless/init')).map((request) => request.json()),
    );
    expect(bodies).toEqual([
      { email, token, request_id: expect.any(String) },
      { email, token: expect.not.stringMatching(token ?? ''), request_id: expect.any(String) },
    ]);
  });

  it('[ERR-03] a login drops a captcha token that the service refused', async () => {
    const { captcha, login } = await started();
    captcha.execute();
    await expect.poll(() => captcha.getState().status).toBe('success');
    service.clock.advance(limits.captchaTokenLifeMs);
    await expect(login.sendCode({ email: newEmail() })).rejects.toMatchObject({ code: 'invalid_captcha' });
    expect(captcha.getState()).toMatchObject({ status: 'ready', token: null });
  });
});
