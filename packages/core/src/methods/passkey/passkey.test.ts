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

/** Opens a page for a person who has an authenticator. */
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

/** Waits for a condition that becomes true after a reply of the service. */
const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 5 }).toBe(true);

it('[PASS-05] [PASS-06] a user signs up and logs in with a passkey, and the authenticator’s response is sent', async () => {
  const { client, sent, requests } = await open();
  const passkey = createPasskeyLogin(client);
  const states: string[] = [];
  passkey.subscribe(() => states.push(passkey.getState().status));
  const { user, isNewUser } = await passkey.signUp();
  expect(isNewUser).toBe(true);
  expect(user.linkedAccounts.map(({ type }) => type)).toEqual(['passkey']);
  expect(states).toEqual(['generating-challenge', 'awaiting-passkey', 'submitting-response', 'done']);
  await logout(client);

  const again = await passkey.login();
  expect(again.user.id).toEqual(user.id);
  expect(again.isNewUser).toBe(false);
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

it('[LINK-02] a passkey is not linked without a user, before any request and any dialog', async () => {
  const { client, sent, credentials } = await open();
  for (const refused of [initLinkWithPasskey(client), linkWithPasskey(client)])
    await expect(refused).rejects.toMatchObject({ code: 'must_be_authenticated' });
  expect(sent).toEqual([]);
  expect(credentials.asked).toEqual([]);
});

it('[PASS-05] [LINK-12] [LINK-13] a passkey is linked with options from before the click and unlinked, and the user is fetched again', async () => {
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

it('[LINK-04] [PASS-04] five passkeys can be linked, and a sixth is refused before any request', async () => {
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
  expect(sent).toEqual([]);
  expect(credentials.asked.length).toEqual(asked);
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
it.each(exceptions)('[PASS-03] a passkey login reports %s as %s, and ends', async (name, code) => {
  const { client, sent, credentials } = await open();
  credentials.answer = new DOMException('of the browser', name);
  const passkey = createPasskeyLogin(client);
  await expect(passkey.login()).rejects.toMatchObject({ code });
  expect(passkey.getState()).toMatchObject({ status: 'error', error: { code } });
  if (code === 'passkey_not_allowed')
    expect(passkey.getState().error?.message).toBe('Passkey request timed out or rejected by user.');
  expect(passkeyCalls(sent)).toEqual(paths('startLogin'));
});

it('the passkey dialog ends if the user leaves or starts another login', async () => {
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
  expect(passkey.getState().status).toBe('initial');
  expect(credentials.asked[1]?.isOpen).toBe(false);
  expect(sent).not.toContain(paths('authenticate')[0]);
});

describe("an offer in the browser's autofill", () => {
  const told: string[] = [];
  const begin = (client: Parameters<typeof offerPasskeys>[0]) => {
    told.length = 0;
    return offerPasskeys(client, {
      onLogin: ({ user }) => told.push(user.id),
      onFailed: ({ code }) => told.push(code),
    });
  };

  it('offerPasskeys logs in the user who accepts a passkey in autofill, and reports a passkey that is not known', async () => {
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

  it('a passkey offer in autofill gets a new challenge a minute before the old one ends, for as long as it is open', async () => {
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
    expect(told).toEqual([]);
    expect(timers.waiting).toBe(0);
  });

  it('a passkey offer in autofill ends without an error when a dialog opens', async () => {
    const { client, credentials } = await open();
    credentials.answer = 'wait';
    begin(client);
    await until(() => credentials.asked.length === 1);
    credentials.answer = new DOMException('dismissed', 'NotAllowedError');
    await expect(createPasskeyLogin(client).login()).rejects.toMatchObject({ code: 'passkey_not_allowed' });
    expect(credentials.asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'optional']);
    expect(told).toEqual([]);
  });

  it('a passkey offer in autofill reports no error if the browser then finds that it cannot offer passkeys', async () => {
    const { client, credentials, sent } = await open();
    credentials.answer = new DOMException('no list to offer passkeys in', 'NotSupportedError');
    begin(client);
    await until(() => credentials.asked.length === 1);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
    expect(passkeyCalls(sent)).toEqual(paths('startLogin'));
  });

  it('offerPasskeys makes no offer in autofill if it was ended at once, the browser does not support it, or the app has a captcha', async () => {
    const guarded = await open({ appId: withCaptcha.id });
    begin(guarded.client);
    const old = await open();
    Object.assign(old.page.window, { PublicKeyCredential: class {} });
    begin(old.client);
    const left = await open();
    begin(left.client)();
    // Waits until an offer would have started.
    await import('./autofill.ts');
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([guarded, old, left].map(({ sent }) => passkeyCalls(sent))).toEqual([[], [], []]);
  });
});

/** Creates an authenticator with a passkey that the service does not know. */
function strangerWithAPasskey() {
  const authenticator = createAuthenticator();
  authenticator.make({ rp: { id: 'localhost' }, user: { id: 'nobody' }, challenge: '' } as Parameters<
    typeof authenticator.make
  >[0]);
  return authenticator;
}
