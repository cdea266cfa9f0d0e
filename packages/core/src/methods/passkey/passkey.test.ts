import {
  createAuthenticator,
  createTestClient,
  createTestService,
  type TestService,
} from '@latchkey/testkit';
import { type ErrorCode, limits, passkeyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPasskeyLogin,
  initLinkWithPasskey,
  initLoginWithPasskey,
  linkWithPasskey,
  offerPasskeys,
  unlinkPasskey,
} from '../../passkey.ts';
import { logout } from '../../session/index.ts';
import { findRecentLogin } from '../recentLogin.ts';
import { giveCredentials } from './credentials.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  passkey_auth: true,
  passkeys_for_signup_enabled: true,
  allowed_origins: ['http://localhost:3000'],
};
const withCaptcha = { ...app, id: 'latchkey-test-app-0000002', captcha_enabled: true };

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, withCaptcha] });
});
afterAll(() => service.close());

/** A page of a person who has an authenticator. */
async function open(options: { appId?: string } = {}) {
  const test = createTestClient(service, options);
  const credentials = giveCredentials(test.page, createAuthenticator());
  await test.client.start();
  test.sent.length = 0;
  test.requests.length = 0;
  return { ...test, credentials };
}
const passkeyCalls = (sent: readonly string[]) => sent.filter((call) => call.includes('/passkeys/'));
const paths = (...routes: (keyof typeof passkeyRoutes)[]) =>
  routes.map((name) => `POST ${passkeyRoutes[name].path}`);
let people = 0;
const newEmail = () => `passkey-${++people}@company.example`;

/** Waits for what comes of an answer of the service. */
const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 5 }).toBe(true);

it('[PASS-05] [PASS-06] signs up, logs in, and sends what the authenticator answered', async () => {
  const { client, sent, requests } = await open();
  const passkey = createPasskeyLogin(client);
  const states: string[] = [];
  passkey.subscribe(() => states.push(passkey.getState().status));
  const { user, isNewUser } = await passkey.signUp();
  expect([isNewUser, user.linkedAccounts.map(({ type }) => type)]).toEqual([true, ['passkey']]);
  expect(states).toEqual(['generating-challenge', 'awaiting-passkey', 'submitting-response', 'done']);
  await logout(client);

  const again = await passkey.login();
  expect([again.user.id, again.isNewUser]).toEqual([user.id, false]);
  expect(passkeyCalls(sent)).toEqual(paths('startSignUp', 'signUp', 'startLogin', 'authenticate'));
  expect(findRecentLogin(client)?.method).toBe('passkey');
  const body = await requests.find(({ url }) => url.endsWith(passkeyRoutes.authenticate.path))?.json();
  const text = expect.stringMatching(/^[\w-]+$/);
  expect(body).toEqual({
    relying_party: 'http://localhost',
    challenge: text,
    authenticator_response: {
      id: text,
      raw_id: body.authenticator_response.id,
      response: { client_data_json: text, authenticator_data: text, signature: text, user_handle: text },
      authenticator_attachment: 'platform',
      client_extension_results: {},
      type: 'public-key',
    },
  });
});

it('[LINK-02] links nothing for no one, before any request and any dialog', async () => {
  const { client, sent, credentials } = await open();
  for (const refused of [initLinkWithPasskey(client), linkWithPasskey(client)])
    await expect(refused).rejects.toMatchObject({ code: 'must_be_authenticated' });
  expect([sent, credentials.asked]).toEqual([[], []]);
});

it('[PASS-05] [LINK-12] [LINK-13] links what was begun before the press, and unlinks it, and asks for the user anew', async () => {
  const { client, logIn, sent } = await open();
  await logIn(newEmail());
  await expect(initLoginWithPasskey(client)).rejects.toMatchObject({ code: 'no_auth_flow' });
  const begun = await initLinkWithPasskey(client);
  sent.length = 0;
  const { account } = await linkWithPasskey(client, begun);
  expect(account.type).toBe('passkey');
  const user = await unlinkPasskey(client, account.type === 'passkey' ? account.credentialId : '');
  expect(user.linkedAccounts.map(({ type }) => type)).toEqual(['email']);
  expect(client.getState().user).toEqual(user);
  const [link, unlink] = paths('link', 'unlink');
  expect(sent).toEqual([link, 'POST /api/v1/sessions', unlink, 'POST /api/v1/sessions']);
});

it('[LINK-04] [PASS-04] links five, and refuses the sixth before any request', async () => {
  const { client, logIn, sent, credentials } = await open();
  await logIn(newEmail());
  for (let held = 0; held < 5; held += 1) await linkWithPasskey(client);
  sent.length = 0;
  const asked = credentials.asked.length;
  for (const refused of [linkWithPasskey(client), initLinkWithPasskey(client)]) {
    await expect(refused).rejects.toMatchObject({
      code: 'cannot_link_more_of_type',
      message: 'Cannot link more passkeys to account.',
    });
  }
  expect([sent, credentials.asked.length]).toEqual([[], asked]);
});

const exceptions: [name: string, code: ErrorCode][] = [
  ['NotAllowedError', 'passkey_not_allowed'],
  ['AbortError', 'passkey_not_allowed'],
  ['InvalidStateError', 'passkey_already_added'],
  ['SecurityError', 'passkey_not_supported'],
  ['NotSupportedError', 'passkey_not_supported'],
  ['ConstraintError', 'passkey_not_supported'],
  ['UnknownError', 'unknown_auth_error'],
];
it.each(exceptions)('[PASS-03] tells of %s as %s, and posts nothing', async (name, code) => {
  const { client, sent, credentials } = await open();
  credentials.answer = new DOMException('of the browser', name);
  const passkey = createPasskeyLogin(client);
  await expect(passkey.login()).rejects.toMatchObject({ code });
  expect(passkey.getState()).toMatchObject({ status: 'error', error: { code } });
  if (code === 'passkey_not_allowed')
    expect(passkey.getState().error?.message).toBe('Passkey request timed out or rejected by user.');
  expect(passkeyCalls(sent)).toEqual(paths('startLogin'));
});

it('ends the dialog of a person who walks away, and of a caller that asks again', async () => {
  const { client, sent, credentials } = await open();
  credentials.answer = 'wait';
  const passkey = createPasskeyLogin(client);
  const first = expect(passkey.login()).rejects.toMatchObject({ code: 'passkey_not_allowed' });
  await until(() => credentials.asked.length === 1);
  const second = expect(passkey.login()).rejects.toMatchObject({ code: 'passkey_not_allowed' });
  await first;
  await until(() => credentials.asked.length === 2);
  expect(credentials.asked.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  passkey.reset();
  await second;
  expect([passkey.getState().status, credentials.asked[1]?.isOpen]).toEqual(['initial', false]);
  expect(sent).not.toContain(paths('authenticate')[0]);
});

describe('an offer among what the browser fills in', () => {
  const told: string[] = [];
  const begin = (client: Parameters<typeof offerPasskeys>[0]) => {
    told.length = 0;
    return offerPasskeys(client, {
      onLogin: ({ user }) => told.push(user.id),
      onFailed: ({ code }) => told.push(code),
    });
  };

  it('logs in who takes it, and tells of a passkey that is not known any more', async () => {
    const { client, credentials } = await open();
    const { user } = await createPasskeyLogin(client).signUp();
    await logout(client);
    begin(client);
    await until(() => told.length > 0);
    expect(told).toEqual([user.id]);
    expect(credentials.asked.at(-1)?.mediation).toBe('conditional');

    const stranger = await open();
    giveCredentials(stranger.page, strangerWithAPasskey());
    begin(stranger.client);
    await until(() => told.length > 0);
    expect(told).toEqual(['invalid_credentials']);
  });

  it('takes a new challenge a minute before the old one ends, for as long as it stands', async () => {
    const { client, credentials, sent, timers } = await open();
    credentials.answer = 'wait';
    const end = begin(client);
    await until(() => credentials.asked.length === 1);
    await timers.advance(limits.passkeyChallengeLifeMs - 60_001);
    expect(credentials.asked.map(({ isOpen }) => isOpen)).toEqual([true]);
    await timers.advance(1);
    await until(() => credentials.asked.length === 2);
    expect(credentials.asked.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(passkeyCalls(sent)).toEqual(paths('startLogin', 'startLogin'));
    end();
    await until(() => credentials.asked[1]?.isOpen === false);
    expect([told, timers.waiting]).toEqual([[], 0]);
  });

  it('gives way to a dialog, and says nothing of it', async () => {
    const { client, credentials } = await open();
    credentials.answer = 'wait';
    begin(client);
    await until(() => credentials.asked.length === 1);
    credentials.answer = new DOMException('dismissed', 'NotAllowedError');
    await expect(createPasskeyLogin(client).login()).rejects.toMatchObject({ code: 'passkey_not_allowed' });
    expect(credentials.asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'optional']);
    expect(told).toEqual([]);
  });

  it('says nothing where the browser finds only then that it cannot offer any', async () => {
    const { client, credentials, sent } = await open();
    credentials.answer = new DOMException('no list to offer passkeys in', 'NotSupportedError');
    begin(client);
    await until(() => credentials.asked.length === 1);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([told, passkeyCalls(sent)]).toEqual([[], paths('startLogin')]);
  });

  it('is none where no one can take it, or a captcha comes first', async () => {
    const guarded = await open({ appId: withCaptcha.id });
    begin(guarded.client);
    const old = await open();
    Object.assign(old.page.window, { PublicKeyCredential: class {} });
    begin(old.client);
    const left = await open();
    begin(left.client)();
    // An offer would have begun by then.
    await import('./autofill.ts');
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([guarded, old, left].map(({ sent }) => passkeyCalls(sent))).toEqual([[], [], []]);
  });
});

/** An authenticator with a passkey that the service never saw. */
function strangerWithAPasskey() {
  const authenticator = createAuthenticator();
  authenticator.make({ rp: { id: 'localhost' }, user: { id: 'nobody' }, challenge: '' } as Parameters<
    typeof authenticator.make
  >[0]);
  return authenticator;
}
