import {
  createCustodyClient,
  createWalletOwner,
  enterCustody,
  makeWallet,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes, emailRoutes, mfaRoutes, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  app,
  authenticatorOf,
  createProtected,
  enrolTotp,
  type Owner,
  openService,
  signFactor,
} from './mfa.testkit.ts';

// A verification belongs to one user, session and proof key of one app. These tests try to use it elsewhere.

const missing = 'missing_or_invalid_mfa';
const cookieHost = 'privy.example.com';
const pageOrigin = 'https://app.example.com';
const second = { ...app, id: 'latchkey-test-app-0000021' };
const legacy = { ...app, id: 'latchkey-test-app-0000022', legacy_custody_token: true };
const cookies = {
  ...app,
  id: 'latchkey-test-app-0000023',
  allowed_origins: [pageOrigin],
  custom_api_url: `https://${cookieHost}`,
};
const strict = { ...app, id: 'latchkey-test-app-0000024', approval: 'frame' as const };

let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [app, second, legacy, cookies, strict] });
});
afterAll(() => service.close());

const { verifyTotp, startSms, enrolSms, verifySms } = mfaRoutes;
const deviceOf = ({ wallet }: Pick<Owner, 'wallet'>) => ({
  ...wallet.ref,
  device_id: wallet.body.device.device_id,
  entropy_uid: wallet.entropyUid,
});

/** Creates a user of an app with a wallet, in one browser. */
async function createOwnerAt(email: string, appId: string) {
  const owner = await enterCustody(service, email, appId);
  const { json } = await owner.client.call(custodyRoutes.create, owner.wallet.body);
  if (!json.created) throw new Error(`The wallet was not created: ${json.code}`);
  return owner;
}

test('[MFA-36] a verification of one user recovers no wallet and removes no factor of another user in the same browser', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const bea = await createProtected(service, 'bea@example.com');
  await ada.client.call(verifyTotp, { code: ada.codeAt(), purpose: 'change_factors' });
  const token = bea.user.privyAccessToken;
  // Ada's browser calls with its own key and Bea's token.
  const recover = await ada.client.call(custodyRoutes.recover, bea.wallet.ref, { token });
  expect(recover.json.code).toBe(missing);
  expect((await ada.client.call(mfaRoutes.removeTotp, {}, { token })).json.code).toBe(missing);
  // A code from Ada's authenticator app does not verify Bea either.
  const wrong = await ada.client.call(verifyTotp, { code: ada.codeAt(30) }, { token });
  expect(wrong.json.code).toBe(missing);
  expect((await ada.client.call(custodyRoutes.connect, deviceOf(ada))).status).toBe(200);
});

test('[MFA-36] the factors of users with the same address in two apps are kept apart', async () => {
  const here = await createProtected(service, 'cleo@example.com');
  const there = await createOwnerAt('cleo@example.com', second.id);
  const { codeAt } = await enrolTotp(service, there);
  await there.client.call(mfaRoutes.clear, {});
  expect((await there.client.call(verifyTotp, { code: here.codeAt() })).json.code).toBe(missing);
  expect(
    (await here.client.call(verifyTotp, { code: here.codeAt(), purpose: 'change_factors' })).status,
  ).toBe(200);
  // A token of one app is refused under another app's id, and the browser's key has no verification in the other app.
  const { privyAccessToken: token } = here.user;
  const misnamed = await here.client.call(custodyRoutes.recover, here.wallet.ref, {
    token,
    appId: second.id,
  });
  expect(misnamed.json.code).toBe('missing_or_invalid_token');
  const crossed = { token: there.user.privyAccessToken, appId: second.id };
  const recovered = await here.client.call(custodyRoutes.recover, there.wallet.ref, crossed);
  expect(recovered.json.code).toBe(missing);
  expect((await there.client.call(verifyTotp, { code: codeAt() })).status).toBe(200);
});

test('[MFA-36] even an old client that sends the token for host back ends needs a verification', async () => {
  const dana = await createOwnerAt('dana@example.com', legacy.id);
  const { codeAt } = await enrolTotp(service, dana);
  await dana.client.call(mfaRoutes.clear, {});
  const tokens = [dana.user.token, dana.user.privyAccessToken];
  for (const token of tokens) {
    const refused = await dana.client.call(custodyRoutes.connect, deviceOf(dana), { token });
    expect(refused.json.code).toBe(missing);
  }
  await dana.client.call(verifyTotp, { code: codeAt() }, { token: dana.user.token });
  // Both tokens belong to one session.
  for (const token of tokens) {
    expect((await dana.client.call(custodyRoutes.connect, deviceOf(dana), { token })).status).toBe(200);
  }
  const back = await enterCustody(service, 'dana@example.com', legacy.id);
  const { token } = back.user;
  expect((await back.client.call(custodyRoutes.recover, dana.wallet.ref, { token })).json.code).toBe(missing);
});

test('[MFA-36] the wallet requires a verification with cookies and with strict approval, too', async () => {
  const post = async (path: string, body: object, cookie?: string) => {
    const headers = new Headers({ 'content-type': 'application/json', 'privy-app-id': cookies.id });
    headers.set('host', cookieHost);
    headers.set('origin', pageOrigin);
    if (cookie) headers.set('cookie', cookie);
    const url = `http://localhost:4000${path}`;
    const response = await service.fetch(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    const kept = response.headers.getSetCookie().map((one) => one.split(';')[0]);
    return { json: (await response.json()) as TokenReply, cookie: kept.join('; ') };
  };
  const logIn = async () => {
    service.clock.advance(30_000);
    await post(emailRoutes.sendCode.path, { email: 'elsa@example.com' });
    const code = service.outbox.codeFor('elsa@example.com');
    return post(emailRoutes.authenticate.path, { email: 'elsa@example.com', code });
  };
  const enter = async ({ json }: { json: TokenReply }) =>
    createCustodyClient(service, {
      token: json.privy_access_token ?? '',
      appId: cookies.id,
      parentOrigin: pageOrigin,
    });
  const first = await logIn();
  const client = await enter(first);
  const wallet = makeWallet({ appId: cookies.id, userId: first.json.user?.id ?? '' });
  const started = await client.call(mfaRoutes.startTotp, {});
  const codeAt = authenticatorOf(service, started.json.totpSecret);
  expect((await client.call(mfaRoutes.enrolTotp, { code: codeAt() })).status).toBe(200);
  service.clock.advance(60_000);
  const unlockedFor = async (at: typeof client, token?: string) =>
    (await at.call(custodyRoutes.verifyToken, {}, token === undefined ? {} : { token })).json.unlocked_for;
  expect(await unlockedFor(client)).toBe(840);
  const refreshed = await post(sessionRoutes.refresh.path, {}, first.cookie);
  expect(await unlockedFor(client, refreshed.json.privy_access_token ?? '')).toBe(840);
  const again = await enter(await logIn());
  expect(await unlockedFor(again)).toBe(0);
  expect((await again.call(custodyRoutes.create, wallet.body)).json.code).toBe(missing);

  const gwen = await createOwnerAt('gwen@example.com', strict.id);
  await enrolTotp(service, gwen);
  const back = await enterCustody(service, 'gwen@example.com', strict.id);
  const opened = await back.client.call(custodyRoutes.recover, gwen.wallet.ref);
  expect(opened.json.code).toBe(missing);
});

test('[S31] an SMS factor code is accepted only from its own user and in time, and a code of another app’s enrolment is not', async () => {
  const phoneNumber = '+12015550501';
  const enrol = async (owner: Owner) => {
    await owner.client.call(startSms, { action: 'enroll', phoneNumber });
    const wallet = signFactor(owner, 'sms', phoneNumber);
    const body = { phoneNumber, code: service.outbox.codeFor(phoneNumber), wallet };
    expect((await owner.client.call(enrolSms, body)).status).toBe(200);
    service.clock.advance(600_000);
  };
  // Two users have the same phone number.
  const hana = await createWalletOwner(service, 'hana@example.com');
  await enrol(hana);
  const ida = await createWalletOwner(service, 'ida@example.com');
  await enrol(ida);
  const codeFor = async (owner: Owner) => {
    await owner.client.call(startSms, { action: 'verify' });
    return service.outbox.codeFor(phoneNumber);
  };
  const ofHana = await codeFor(hana);
  expect((await ida.client.call(verifySms, { code: ofHana })).json.code).toBe(missing);
  expect((await hana.client.call(verifySms, { code: ofHana })).status).toBe(200);
  service.clock.advance(600_000);
  // A code that is too old is refused.
  const late = await codeFor(hana);
  service.clock.advance(600_000);
  expect((await hana.client.call(verifySms, { code: late })).json.code).toBe(missing);
  // A code of an enrolment in another app verifies no factor.
  const jana = await createOwnerAt('jana@example.com', second.id);
  await jana.client.call(startSms, { action: 'enroll', phoneNumber });
  const ofEnrolment = service.outbox.codeFor(phoneNumber);
  expect((await hana.client.call(verifySms, { code: ofEnrolment })).json.code).toBe(missing);
});
