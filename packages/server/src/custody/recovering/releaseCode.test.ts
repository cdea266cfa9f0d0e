import { randomBytes } from 'node:crypto';
import {
  confirm,
  createCustodyClient,
  createTestService,
  createWalletOwner,
  logIn,
  makeWallet,
  type TestService,
} from '@latchkey/testkit';
import {
  custodyRoutes,
  emailRoutes,
  guestRoutes,
  limits,
  mfaRoutes,
  reauthenticateRoute,
  smsRoutes,
} from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProtected } from '../../mfa/mfa.testkit.ts';
import { createActor, harbour } from '../../safeguards/takeover.testkit.ts';
import { pickAddress } from './releaseCode.ts';

// Logins and confirmations pass through the host page. In an app with strict approval, a code opens a wallet to a new
// key instead. It goes to the owner's oldest address and is typed into the wallet's own page.

const frameApp = { ...harbour, approval: 'frame' as const, mfa_methods: ['totp' as const] };
const hostApp = { ...frameApp, id: 'latchkey-test-app-0000002', approval: 'page' as const };
const strictApp = {
  ...frameApp,
  id: 'latchkey-test-app-0000003',
  session_key_binding: 'strict' as const,
};

let service: TestService;
let actor: ReturnType<typeof createActor>;
beforeEach(async () => {
  service = await createTestService({ apps: [frameApp, hostApp, strictApp] });
  actor = createActor(service);
});
afterEach(() => service.close());

const { create, import: importRoute, recover, sendReleaseCode, verifyToken } = custodyRoutes;
const ada = 'ada@example.com';
const dayMs = 24 * 60 * 60_000;
const tenMinutesMs = 600_000;

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

async function openBrowser(email = ada, appId?: string) {
  const login = await logIn(service, email, appId ? { appId } : {});
  const client = await createCustodyClient(service, {
    token: login.privy_access_token ?? '',
    ...(appId ? { appId } : {}),
  });
  return { login, client };
}

async function openBrowserBySms(phoneNumber: string) {
  await service.call(smsRoutes.sendCode, { body: { phoneNumber } });
  const body = { phoneNumber, code: service.outbox.codeFor(phoneNumber) };
  const { json: login } = await service.call(smsRoutes.authenticate, { body });
  return { login, client: await createCustodyClient(service, { token: login.privy_access_token ?? '' }) };
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('in an app with strict approval', () => {
  let owner: Owner;
  beforeEach(async () => {
    owner = await createWalletOwner(service, ada);
  });

  test('[S12] with strict approval a fresh login does not open the wallet, and the refusal says where to confirm', async () => {
    const { client } = await openBrowser();
    const refused = await client.call(recover, owner.wallet.ref);
    expect(refused).toMatchObject({
      status: 403,
      json: { code: 'recent_login_required', data: { key: client.thumbprint, confirm_in: 'wallet' } },
    });
    expect((await owner.client.call(recover, owner.wallet.ref)).json.code).toBe('recent_login_required');
  });

  test('[S12] with strict approval a confirmation that names the key, which the host page sees, does not open the wallet', async () => {
    const { client, login } = await openBrowser();
    const act = { purpose: 'release', key: client.thumbprint } as const;
    expect((await confirm(service, login, ada, act)).status).toBe(200);
    expect((await client.call(recover, owner.wallet.ref)).json.code).toBe('recent_login_required');
  });

  test('[S12] a release code sent to the owner opens the wallet for ten minutes, only to the key that requested it', async () => {
    const { client, login } = await openBrowser();
    const sent = await client.call(sendReleaseCode, owner.wallet.ref);
    expect(sent).toMatchObject({ status: 200, json: { channel: 'email', sent_to: 'a•••@example.com' } });
    const code = service.outbox.codeFor(ada);
    const other = await createCustodyClient(service, { token: login.privy_access_token ?? '' });
    const stolen = await other.call(recover, { ...owner.wallet.ref, code });
    expect(stolen.json.code).toBe('invalid_credentials');
    const opened = await client.call(recover, { ...owner.wallet.ref, code });
    expect(opened).toMatchObject({
      status: 200,
      json: { recovery_key: owner.wallet.body.recovery.recovery_key },
    });
    // The answer may have been lost, so the same request is answered again, and a code is no longer needed.
    expect((await client.call(recover, { ...owner.wallet.ref, code })).status).toBe(200);
    service.clock.advance(tenMinutesMs);
    expect((await client.call(recover, owner.wallet.ref)).status).toBe(200);
    expect((await other.call(recover, { ...owner.wallet.ref, code })).json.code).toBe('invalid_credentials');
    service.clock.advance(1);
    expect((await client.call(recover, owner.wallet.ref)).json.code).toBe('recent_login_required');
    expect((await client.call(recover, { ...owner.wallet.ref, code })).json.code).toBe('invalid_credentials');
  });

  test('[S12] a repeated request for a release code gets the same answer and sends no second code', async () => {
    const { client } = await openBrowser();
    const request = { ...owner.wallet.ref, request_id: 'a-request-0000000000001' };
    const sent = await client.call(sendReleaseCode, request);
    const code = service.outbox.codeFor(ada);
    const before = service.outbox.messages.length;
    expect((await client.call(sendReleaseCode, request)).json).toEqual(sent.json);
    expect(service.outbox.messages).toHaveLength(before);
    const another = { ...owner.wallet.ref, request_id: 'a-request-0000000000002' };
    expect((await client.call(sendReleaseCode, another)).json.code).toBe('too_many_requests');
    const opened = await client.call(recover, { ...owner.wallet.ref, code });
    expect(opened.status).toBe(200);
  });

  test('[S12] a login code does not open the wallet, and a release code does not log in', async () => {
    const { client } = await openBrowser();
    service.clock.advance(limits.resendCooldownMs);
    await service.call(emailRoutes.sendCode, { body: { email: ada } });
    const ofLogin = { ...owner.wallet.ref, code: service.outbox.codeFor(ada) };
    expect((await client.call(recover, ofLogin)).json.code).toBe('invalid_credentials');
    await client.call(sendReleaseCode, owner.wallet.ref);
    const act = { purpose: 'release', key: client.thumbprint } as const;
    const code = service.outbox.codeFor(ada);
    const confirmed = await service.call(reauthenticateRoute, {
      bearer: owner.user.token,
      body: { method: 'email', email: ada, code, ...act },
    });
    expect(confirmed.json.code).toBe('invalid_credentials');
    const entered = await service.call(emailRoutes.authenticate, { body: { email: ada, code } });
    expect(entered.json.code).toBe('invalid_credentials');
  });

  test('[S12] five wrong release codes use up the right one, and a release code expires', async () => {
    const { client } = await openBrowser();
    await client.call(sendReleaseCode, owner.wallet.ref);
    const code = service.outbox.codeFor(ada);
    for (let tries = 0; tries < limits.codeTriesPerNetwork; tries += 1) {
      const refused = await client.call(recover, { ...owner.wallet.ref, code: wrongOf(code) });
      expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_credentials' } });
    }
    expect((await client.call(recover, { ...owner.wallet.ref, code })).json.code).toBe('invalid_credentials');

    expect((await client.call(sendReleaseCode, owner.wallet.ref)).json).toMatchObject({
      code: 'too_many_requests',
      data: { retry_after_s: 30 },
    });
    service.clock.advance(limits.resendCooldownMs);
    await client.call(sendReleaseCode, owner.wallet.ref);
    const second = service.outbox.codeFor(ada);
    service.clock.advance(limits.codeLifeMs);
    const late = await client.call(recover, { ...owner.wallet.ref, code: second });
    expect(late.json.code).toBe('invalid_credentials');
    await client.call(sendReleaseCode, owner.wallet.ref);
    const third = { ...owner.wallet.ref, code: service.outbox.codeFor(ada) };
    expect((await client.call(recover, third)).status).toBe(200);
  });

  test('[S12] if one proof key sends the same release code several times at once, the wallet opens for that key', async () => {
    const { client } = await openBrowser();
    await client.call(sendReleaseCode, owner.wallet.ref);
    const body = { ...owner.wallet.ref, code: service.outbox.codeFor(ada) };
    const answers = await Promise.all([1, 2, 3].map(() => client.call(recover, body)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await client.call(recover, body)).status).toBe(200);
  });

  test('[S12] the release code goes to the oldest address, not to one that an attacker has linked', async () => {
    const { client, login } = await openBrowser();
    expect((await actor.linkPhone(login, '+12015550143')).status).toBe(200);
    const sent = await client.call(sendReleaseCode, owner.wallet.ref);
    expect(sent.json).toMatchObject({ channel: 'email', sent_to: 'a•••@example.com' });
  });

  test('[S12] an address that an attacker substituted gets no release code while the change can be undone', async () => {
    const { client, login } = await openBrowser();
    expect((await actor.replaceEmail(login, ada, 'thief@example.com')).status).toBe(200);
    const sent = await client.call(sendReleaseCode, owner.wallet.ref);
    expect(sent.json).toMatchObject({ channel: 'email', sent_to: 'a•••@example.com' });
    const opened = await client.call(recover, { ...owner.wallet.ref, code: service.outbox.codeFor(ada) });
    expect(opened.status).toBe(200);
  });

  test('[S12] with strict approval a user with a second factor needs the factor, and gets no release code', async () => {
    const email = 'factor@example.com';
    const guarded = await createProtected(service, email);
    const { client } = await openBrowser(email);
    expect((await client.call(sendReleaseCode, guarded.wallet.ref)).json.code).toBe('not_supported');
    expect((await client.call(recover, guarded.wallet.ref)).json.code).toBe('missing_or_invalid_mfa');
    expect((await client.call(mfaRoutes.verifyTotp, { code: guarded.codeAt() })).status).toBe(200);
    expect((await client.call(recover, guarded.wallet.ref)).status).toBe(200);
  });

  test('the message with a release code says what the code does, and where to enter it', async () => {
    const { client } = await openBrowser();
    await client.call(sendReleaseCode, owner.wallet.ref);
    const letter = service.outbox.messages.filter(({ to }) => to === ada).at(-1);
    expect(letter?.subject).toBe('Open your wallet at Harbour');
    expect(letter?.text).toContain('Your code to open your wallet in a new browser at Harbour:');
    expect(letter?.text).toContain("Only enter it in the wallet's own window");
  });
});

test('[S12] an address linked after the wallet gets release codes after seven days, and a user without an address gets none', async () => {
  const phone = '+12015550122';
  const guestBody = { guest_credential: randomBytes(32).toString('base64url') };
  const { json: guest } = await service.call(guestRoutes.authenticate, { body: guestBody });
  const client = await createCustodyClient(service, { token: guest.privy_access_token ?? '' });
  const wallet = makeWallet({ appId: frameApp.id, userId: guest.user?.id ?? '' });
  expect((await client.call(create, wallet.body)).json.created).toBe(true);
  const refused = await client.call(sendReleaseCode, wallet.ref);
  expect(refused).toMatchObject({ status: 422, json: { code: 'not_supported' } });
  expect(refused.json.error).toContain('A second factor opens the wallet too');
  service.clock.advance(limits.resendCooldownMs);
  await service.call(smsRoutes.sendCode, { bearer: guest.token ?? '', body: { phoneNumber: phone } });
  const body = { phoneNumber: phone, code: service.outbox.codeFor(phone) };
  expect((await service.call(smsRoutes.link, { bearer: guest.token ?? '', body })).status).toBe(200);
  expect((await client.call(sendReleaseCode, wallet.ref)).json.code).toBe('not_supported');

  // A key imported after the address does not make the address older than the first wallet.
  const own = makeWallet({ appId: frameApp.id, userId: guest.user?.id ?? '' });
  const imported = await client.call(importRoute, { ...own.body, kind: 'imported-key' as const });
  expect(imported.json.created).toBe(true);
  expect((await client.call(sendReleaseCode, own.ref)).json.code).toBe('not_supported');
  service.clock.advance(7 * dayMs + 1);
  const { login, client: later } = await openBrowserBySms(phone);
  expect(login.user?.id).toBe(guest.user?.id);
  const sent = await later.call(sendReleaseCode, wallet.ref);
  expect(sent).toMatchObject({ status: 200, json: { channel: 'sms', sent_to: '+1•••••••22' } });
  expect(service.outbox.smsMessages.at(-1)?.text).toMatch(
    /^\d{6} is your code to open your wallet in a new browser at Harbour\. Only enter it in the wallet's own window\.\n/,
  );
});

describe('pickAddress', () => {
  const at = (days: number, subject = `day-${days}@example.com`) => ({
    type: 'email' as const,
    subject,
    firstVerifiedAtMs: days * dayMs,
  });
  const facts = { walletSinceMs: 10 * dayMs, nowMs: 30 * dayMs };

  test.each([
    ['is the oldest', [at(9), at(4), at(25)], 4],
    ['is one that existed when the wallet was created', [at(10), at(28)], 10],
    ['is one that is older than seven days', [at(22), at(29)], 22],
    ['is not one that was added after the wallet in the last seven days', [at(23), at(29)], null],
    ['is missing if the user has none', [], null],
  ])('the address that a release code goes to %s', (_, addresses, day) => {
    expect(pickAddress(addresses, facts)?.firstVerifiedAtMs ?? null).toBe(day === null ? null : day * dayMs);
  });
});

test('an app without strict approval sends no release code, and a login releases the wallet', async () => {
  const owner = await createWalletOwner(service, ada, hostApp.id);
  const { client } = await openBrowser(ada, hostApp.id);
  expect((await client.call(sendReleaseCode, owner.wallet.ref)).json.code).toBe('not_supported');
  expect((await client.call(recover, owner.wallet.ref)).status).toBe(200);
});

test('[S12] with strict approval and strict key binding, only a code binds another key of an old session', async () => {
  const owner = await createWalletOwner(service, ada, strictApp.id);
  service.clock.advance(tenMinutesMs + 1);
  const client = await createCustodyClient(service, {
    token: owner.user.privyAccessToken,
    appId: strictApp.id,
  });
  const bindings = async () =>
    service.database
      .statement(
        'release_keys',
        'select thumbprint from session_keys',
      )([])
      .then((rows) => rows.length);
  expect((await client.call(verifyToken, {})).json.code).toBe('recent_login_required');
  expect((await client.call(recover, owner.wallet.ref)).json).toMatchObject({
    code: 'recent_login_required',
    data: { confirm_in: 'wallet' },
  });
  expect((await client.call(sendReleaseCode, owner.wallet.ref)).status).toBe(200);
  const code = service.outbox.codeFor(ada);
  const wrong = await client.call(recover, { ...owner.wallet.ref, code: wrongOf(code) });
  expect(wrong.json.code).toBe('invalid_credentials');
  expect(await bindings()).toBe(1);
  expect((await client.call(recover, { ...owner.wallet.ref, code })).status).toBe(200);
  expect(await bindings()).toBe(2);
  expect((await client.call(verifyToken, {})).status).toBe(200);
  await expect
    .poll(() =>
      service.outbox.messages
        .filter(({ to }) => to === ada)
        .map(({ subject }) => subject)
        .join(),
    )
    .toContain('new browser');
});
