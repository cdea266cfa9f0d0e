import { createTestClient, createTestService, type TestClient, type TestService } from '@latchkey/testkit';
import { isCode, limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  captchaOf,
  createAccountLink,
  createAccountUpdate,
  createLoginConfirmation,
  findRemoval,
  getIdentityToken,
  listSessions,
  logout,
  sendUndoCode,
  takeUndoReference,
  toConfirmationAct,
  transferAccount,
  undoRemoval,
  unlinkAccount,
  unlinkEmail,
  unlinkPhone,
} from '../../index.ts';

const withCaptcha = {
  id: 'latchkey-test-app-0000002',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  captcha_enabled: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Harbour',
        email_auth: true,
        sms_auth: true,
        identity_tokens: true,
        allowed_origins: ['http://localhost:3000'],
      },
      withCaptcha,
    ],
  });
});
afterAll(() => service.close());

let people = 0;
const newNumber = () => `+1201555${String(++people).padStart(4, '0')}`;
const newEmail = () => `person-${++people}@company.example`;

async function signedIn(network?: (request: Request, forward: () => Promise<Response>) => Promise<Response>) {
  const test = createTestClient(service, network ? { network } : {});
  await test.client.start();
  const email = newEmail();
  await test.logIn(email);
  test.sent.length = 0;
  test.requests.length = 0;
  return { ...test, email };
}

async function linkNumber({ client }: Pick<TestClient, 'client'>): Promise<string> {
  const number = newNumber();
  const link = createAccountLink(client, 'sms');
  await link.sendCode(number);
  await link.submitCode(service.outbox.codeFor(number));
  return number;
}
/** Waits until the captcha that a call requires is passed and the call has its token. */
async function passNext({ client, timers }: Pick<TestClient, 'client' | 'timers'>): Promise<void> {
  await expect.poll(() => captchaOf(client).getState().status).toBe('success');
  await timers.advance(limits.captchaPollMs);
}
const bodiesOf = ({ requests }: Pick<TestClient, 'requests'>) =>
  Promise.all(requests.map(async (request) => [new URL(request.url).pathname, await request.clone().json()]));

const request_id: unknown = expect.any(String);

describe('linking', () => {
  it('[SESS-17] createAccountLink links an account once for callers that submit the same code simultaneously', async () => {
    const test = await signedIn();
    const number = newNumber();
    const link = createAccountLink(test.client, 'sms');
    await link.sendCode(number);
    const code = service.outbox.codeFor(number);
    const [one, two] = await Promise.all([link.submitCode(code), link.submitCode(code)]);
    expect(one.account).toMatchObject({ type: 'phone', number });
    expect(two.account).toEqual(one.account);
    expect(test.sent.filter((call) => call.endsWith('/passwordless_sms/link'))).toHaveLength(1);
  });

  it('[LINK-01, LINK-13, OTP-10] createAccountLink links a phone number with code and token, fetches the user again, and returns the account', async () => {
    const test = await signedIn();
    const { client } = test;
    const number = newNumber();
    const link = createAccountLink(client, 'sms');
    await link.sendCode('+1 (201) 555-'.concat(number.slice(-4)));
    const code = service.outbox.codeFor(number);
    const { user, account } = await link.submitCode(` ${code} `);
    expect(account).toMatchObject({ type: 'phone', number });
    expect(user.phone).toEqual({ number });
    expect(link.getState().status).toBe('done');
    expect(client.getState().user).toEqual(user);

    const posts = await bodiesOf(test);
    expect(posts).toEqual([
      ['/api/v1/passwordless_sms/init', { phoneNumber: number, request_id }],
      ['/api/v1/passwordless_sms/link', { phoneNumber: number, code }],
      ['/api/v1/sessions', expect.anything()],
    ]);
    expect(test.requests[1]?.headers.get('authorization')).toMatch(/^Bearer ey/);
    const identity = (await getIdentityToken(client))?.split('.')[1] ?? '';
    expect(Buffer.from(identity, 'base64url').toString()).toContain(number);
  });

  it('[LINK-02] linking, updating, confirming and unlinking fail without a user before any request', async () => {
    const { client, sent } = createTestClient(service);
    await client.start();
    sent.length = 0;
    const refused = { code: 'must_be_authenticated' };
    for (const method of ['email', 'sms'] as const) {
      const to = method === 'email' ? newEmail() : newNumber();
      await expect(createAccountLink(client, method).sendCode(to)).rejects.toMatchObject(refused);
      await expect(createAccountUpdate(client, method).sendCode(to)).rejects.toMatchObject(refused);
      await expect(createLoginConfirmation(client, method).sendCode(to)).rejects.toMatchObject(refused);
    }
    await expect(unlinkEmail(client, newEmail())).rejects.toMatchObject(refused);
    await expect(unlinkPhone(client, newNumber())).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
  });

  it('[LINK-03] createAccountLink refuses to link a second email address or phone number before any request', async () => {
    const test = await signedIn();
    await linkNumber(test);
    test.sent.length = 0;
    for (const [method, to] of [
      ['email', newEmail()],
      ['sms', newNumber()],
    ] as const) {
      await expect(createAccountLink(test.client, method).sendCode(to)).rejects.toMatchObject({
        code: 'cannot_link_more_of_type',
        message: `User already has an account of type ${method === 'sms' ? 'phone' : 'email'} linked.`,
      });
    }
    expect(test.sent).toEqual([]);
  });

  it("[LINK-05] createAccountLink refuses to link another user's phone number, and reports that another user has it", async () => {
    const owner = await signedIn();
    const number = await linkNumber(owner);
    const { client, timers } = await signedIn();
    await timers.advance(30_000);
    const link = createAccountLink(client, 'sms');
    await link.sendCode(number);
    const code = service.outbox.codeFor(number);
    await expect(link.submitCode(code)).rejects.toMatchObject({ code: 'linked_to_another_user' });
    expect(link.getState()).toMatchObject({ status: 'error', error: { code: 'linked_to_another_user' } });
    expect(client.getState().user?.phone).toBeNull();
  });

  it.each([
    ['500', async () => Response.json({ error: 'Oh', code: 'internal_error' }, { status: 500 })],
    ['an answer that is no user', async () => Response.json({})],
  ])(
    "[LINK-22, ERR-24] an account link that fails with %s raises 'Error linking account'",
    async (_, answer) => {
      const { client } = await signedIn(async (request, forward) =>
        request.url.endsWith('/link') ? answer() : forward(),
      );
      const link = createAccountLink(client, 'sms');
      const number = newNumber();
      await link.sendCode(number);
      const failed = link.submitCode(service.outbox.codeFor(number));
      await expect(failed).rejects.toMatchObject({
        code: 'failed_to_link_account',
        message: 'Error linking account',
      });
    },
  );
});

describe('updating', () => {
  it('[LINK-15, LINK-16] an update requests a code to the new email address, then submits the old and the new address with the code', async () => {
    const test = await signedIn();
    const next = newEmail();
    const update = createAccountUpdate(test.client, 'email');
    await update.sendCode(next.toUpperCase());
    expect(test.client.getState().user?.email).toEqual({ address: test.email });
    const code = service.outbox.codeFor(next);
    const { account } = await update.submitCode(code);
    expect(account).toMatchObject({ type: 'email', address: next });
    expect(test.client.getState().user?.email).toEqual({ address: next });
    expect(await bodiesOf(test)).toEqual([
      ['/api/v1/passwordless/init', { email: next, request_id }],
      ['/api/v1/passwordless/update', { oldAddress: test.email, newAddress: next, code }],
      ['/api/v1/sessions', expect.anything()],
    ]);
  });

  it('[LINK-15, LINK-16] [CAPT-06] createAccountUpdate updates a phone number, and solves the captcha for the second number of a day by itself', async () => {
    const test = createTestClient(service, { appId: withCaptcha.id });
    await test.client.start();
    const login = test.logIn(newEmail());
    await passNext(test);
    await login;
    const old = await linkNumber(test);
    test.requests.length = 0;
    const next = newNumber();
    const update = createAccountUpdate(test.client, 'sms');
    const sent = update.sendCode(next);
    await passNext(test);
    await sent;
    const code = service.outbox.codeFor(next);
    await update.submitCode(code);
    expect(test.client.getState().user?.phone).toEqual({ number: next });
    const init = '/api/v1/passwordless_sms/init';
    expect((await bodiesOf(test)).slice(0, 4)).toEqual([
      [init, { phoneNumber: next, request_id }],
      ['/api/v1/captcha/challenge', { action: 'login' }],
      [init, { phoneNumber: next, request_id, token: expect.stringMatching(/^login\./) }],
      ['/api/v1/passwordless_sms/update', { old_phone_number: old, new_phone_number: next, code }],
    ]);
    // A used token is not kept for another call.
    expect(captchaOf(test.client).getState()).toMatchObject({ status: 'ready', token: null });
  });

  it("[CAPT-06] createAccountUpdate passes on the service's rate limit for a second phone number if the app has no captcha", async () => {
    const test = await signedIn();
    await linkNumber(test);
    await expect(createAccountUpdate(test.client, 'sms').sendCode(newNumber())).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retry_after_s: expect.any(Number) },
    });
  });

  it('[LINK-16] [CAPT-18] an email update sends the captcha token, if there is one, with the new address', async () => {
    const test = createTestClient(service, { appId: withCaptcha.id });
    await test.client.start();
    const captcha = captchaOf(test.client);
    const pass = async () => {
      captcha.execute();
      await expect.poll(() => captcha.getState().status).toBe('success');
      return captcha.getState().token;
    };
    await pass();
    await test.logIn(newEmail());
    test.requests.length = 0;
    const [first, second] = [newEmail(), newEmail()];
    await createAccountUpdate(test.client, 'email').sendCode(first);
    const token = await pass();
    await createAccountUpdate(test.client, 'email').sendCode(second);
    const starts = (await bodiesOf(test)).filter(([path]) => path === '/api/v1/passwordless/init');
    expect(starts.map(([, body]) => body)).toEqual([
      { email: first, request_id },
      { email: second, request_id, token },
    ]);
  });

  it('[LINK-17] createAccountUpdate refuses, before any request, to update an email address or phone number that the user does not have', async () => {
    const byEmail = await signedIn();
    await expect(createAccountUpdate(byEmail.client, 'sms').sendCode(newNumber())).rejects.toMatchObject({
      code: 'not_found',
      message: 'User does not have a phone number linked to their account.',
    });
    expect(byEmail.sent).toEqual([]);
    await linkNumber(byEmail);
    await unlinkEmail(byEmail.client, byEmail.email);
    byEmail.sent.length = 0;
    await expect(createAccountUpdate(byEmail.client, 'email').sendCode(newEmail())).rejects.toMatchObject({
      code: 'not_found',
      message: 'User does not have an email linked to their account.',
    });
    expect(byEmail.sent).toEqual([]);
  });
});

describe('unlinking', () => {
  it('[LINK-06, LINK-13, OTP-10] unlinkEmail unlinks an email address and fetches the user again', async () => {
    const test = await signedIn();
    await linkNumber(test);
    test.requests.length = 0;
    const user = await unlinkEmail(test.client, test.email.toUpperCase());
    expect(user.email).toBeNull();
    expect(test.client.getState().user).toEqual(user);
    expect(await bodiesOf(test)).toEqual([
      ['/api/v1/passwordless/unlink', { address: test.email }],
      ['/api/v1/sessions', expect.anything()],
    ]);
  });

  it('[LINK-07, LINK-13, OTP-10] unlinkPhone unlinks a phone number once for simultaneous calls, and fetches the user again', async () => {
    const test = await signedIn();
    const number = await linkNumber(test);
    test.requests.length = 0;
    const twice = [unlinkPhone(test.client, number), unlinkPhone(test.client, number)];
    const [user, again] = await Promise.all(twice);
    expect(again).toBe(user);
    expect(test.client.getState().user?.phone).toBeNull();
    expect(await bodiesOf(test)).toEqual([
      ['/api/v1/passwordless_sms/unlink', { phoneNumber: number }],
      ['/api/v1/sessions', expect.anything()],
    ]);
  });

  it('unlinkEmail refuses to unlink the last login account', async () => {
    const { client, email } = await signedIn();
    await expect(unlinkEmail(client, email)).rejects.toMatchObject({ code: 'cannot_unlink_sole_account' });
    expect(client.getState().user?.email).toEqual({ address: email });
  });

  it('unlinking succeeds even if the user cannot be fetched again', async () => {
    let isDown = false;
    const test = await signedIn(async (request, forward) => {
      const isRefused = isDown && request.url.endsWith('/api/v1/sessions');
      return isRefused ? Response.json({ error: 'Off', code: 'app_disabled' }, { status: 403 }) : forward();
    });
    const number = await linkNumber(test);
    isDown = true;
    await unlinkPhone(test.client, number);
    expect(test.client.getState()).toMatchObject({ authenticated: true, user: { phone: null } });
    await logout(test.client);
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
  });
});

it("an old login is confirmed by a code to one of the user's addresses, and the refused link of a phone number then succeeds", async () => {
  const { client, email, timers } = await signedIn();
  await timers.advance(600_001);
  const link = createAccountLink(client, 'sms');
  const number = newNumber();
  const refused = await link.sendCode(number).catch((error: unknown) => error);
  expect(isCode(refused, 'recent_login_required')).toBe(true);

  const confirmation = createLoginConfirmation(client, 'email');
  await confirmation.sendCode(email);
  await confirmation.submitCode(service.outbox.codeFor(email));
  await link.sendCode(number);
  await link.submitCode(service.outbox.codeFor(number));
  expect(client.getState().user?.phone).toEqual({ number });
});

it('unlinkAccount sends the handle of an account to the route of its type, for five types', async () => {
  const test = await signedIn();
  const { client } = test;
  const number = await linkNumber(test);
  const user = await unlinkAccount(client, { method: 'sms', handle: number });
  expect(user.linkedAccounts.map(({ type }) => type)).toEqual(['email']);
  expect(client.getState().user).toEqual(user);
  test.requests.length = 0;
  for (const account of [
    { method: 'telegram', handle: '1' },
    { method: 'farcaster', handle: 1 },
    { method: 'oauth', handle: { provider: 'google', subject: '1' } },
    { method: 'passkey', handle: 'credential' },
  ] as const)
    await expect(unlinkAccount(client, account)).rejects.toMatchObject({ code: 'not_found' });
  expect(await bodiesOf(test)).toEqual([
    ['/api/v1/telegram/unlink', { telegram_user_id: '1' }],
    ['/api/v1/farcaster/unlink', { fid: 1 }],
    ['/api/v1/oauth/unlink', { provider: 'google', subject: '1' }],
    ['/api/v1/passkeys/unlink', { credential_id: 'credential' }],
  ]);
});

it('a transfer of each of five account types sends the data of its offer', async () => {
  const test = await signedIn();
  const userInfo = { subject: '7' };
  const offer = { nonce: 'n', subject: '7', displayName: 'Ada', otherWalletAddress: null, userInfo };
  const data = { telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) } };
  for (const transfer of [
    { method: 'email', offer },
    { method: 'farcaster', offer },
    { method: 'google', offer },
    { method: 'sms', offer },
    { method: 'telegram', offer, data },
  ] as const)
    await expect(transferAccount(test.client, transfer)).rejects.toSatisfy(isCode);
  expect(await bodiesOf(test)).toEqual([
    ['/api/v1/passwordless/transfer', { nonce: 'n', email: '7' }],
    ['/api/v1/farcaster/transfer', { nonce: 'n', farcaster_id: '7' }],
    ['/api/v1/oauth/transfer', { nonce: 'n', userInfo }],
    ['/api/v1/passwordless_sms/transfer', { nonce: 'n', phoneNumber: '7' }],
    ['/api/v1/telegram/transfer', { nonce: 'n', ...data }],
  ]);
});

it('a change with its own confirmation ends the other sessions; a change with a recent login ends none', async () => {
  const owner = await signedIn();
  const elsewhere = createTestClient(service);
  await elsewhere.client.start();
  service.clock.advance(30_000);
  await elsewhere.logIn(owner.email);
  const isOut = () =>
    listSessions(elsewhere.client).then(
      () => false,
      () => true,
    );
  const next = newEmail();
  const early = createAccountUpdate(owner.client, 'email');
  await early.sendCode(next);
  await early.submitCode(service.outbox.codeFor(next));
  expect(await isOut()).toBe(false);

  await owner.timers.advance(600_001);
  const update = createAccountUpdate(owner.client, 'email');
  const last = newEmail();
  const refusal = await update.sendCode(last).catch((error: unknown) => error);
  expect(toConfirmationAct(refusal)).toEqual({ purpose: 'account_change' });
  const confirmation = createLoginConfirmation(owner.client, 'email');
  await confirmation.sendCode(next);
  await confirmation.submitCode(service.outbox.codeFor(next), toConfirmationAct(refusal));
  await update.sendCode(last);
  await update.submitCode(service.outbox.codeFor(last));
  expect(await isOut()).toBe(true);
  expect(await listSessions(owner.client)).toHaveLength(1);
});

it('findRemoval finds the removal of an address without a session, and undoRemoval ends the session of the signed-in user', async () => {
  const { client, email } = await signedIn();
  const update = createAccountUpdate(client, 'email');
  const next = newEmail();
  await update.sendCode(next);
  await update.submitCode(service.outbox.codeFor(next));
  await service.service.sweep();
  const mail = service.outbox.messages.findLast(({ to }) => to === email)?.text ?? '';
  const link = /http\S+latchkey_undo=\S+/.exec(mail)?.[0] ?? '';
  const page = { url: link };
  const owner = createTestClient(service, { page });
  await owner.client.start();
  const reference = takeUndoReference(owner.client) ?? '';
  expect(link).toContain(reference);
  expect(takeUndoReference(owner.client)).toBeNull();
  const removal = await findRemoval(owner.client, reference);
  expect(removal).toMatchObject({ type: 'email', undoUntil: expect.any(Date) });
  expect(JSON.stringify(removal)).not.toContain(email);
  service.clock.advance(30_000);
  await sendUndoCode(client, reference);
  const code = service.outbox.codeFor(email);
  await expect(undoRemoval(client, { reference, code: '000000' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  const { holdUntil } = await undoRemoval(client, { reference, code });
  expect(holdUntil.getTime() - service.clock.now()).toBeLessThan(24 * 60 * 60_000 + 1_000);
  expect(client.getState()).toMatchObject({ authenticated: false, user: null });
  await expect(findRemoval(client, reference)).rejects.toMatchObject({ code: 'not_found' });
});
