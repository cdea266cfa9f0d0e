import { createAuthenticator } from '@latchkey/testkit';
import { meRoutes, mfaRoutes, passkeyRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import type { Browser } from '../frameBrowser.testkit.ts';
import {
  hello,
  helloBase64,
  isSignedBy,
  named,
  shareFrameFixture,
  signerOfHello,
} from '../frameFixture.testkit.ts';
import {
  addressOf,
  app,
  authenticatorOf,
  clear,
  dataOf,
  enrolTotp,
  refusal,
  signing,
} from './mfa.testkit.ts';

// The three methods of second factors through the frame, and the wallet that signs a first factor.

const { fixture, person, browser } = shareFrameFixture({ app });
let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return `+1201555${String(numbers).padStart(4, '0')}`;
}

const listMethods = async () => {
  const { json } = await fixture.service.call(meRoutes.getMe, { bearer: person.accessToken });
  return json.user.mfa_methods.map(({ type }) => type);
};
const createWallet = async (from: Browser = browser) => addressOf(await from.request('privy:wallet:create'));
const sign = (wallet: string, shown: object = {}, from: Browser = browser) =>
  from.request('privy:wallet:rpc', { ...signing(wallet), ...shown });

test('[FRAME-07, MFA-31, MFA-33] enrols a phone number, verifies it with the code that it receives, and removes it', async () => {
  const wallet = await createWallet();
  const phoneNumber = newNumber();
  const begun = await browser.request('privy:mfa:init-enrollment', { method: 'sms', phoneNumber });
  expect(dataOf(begun)).toEqual({ method: 'sms' });
  const submit = (code: string) =>
    browser.request('privy:mfa:submit-enrollment', { method: 'sms', phoneNumber, code });
  const code = fixture.service.outbox.codeFor(phoneNumber);
  const { error } = await submit(code === '000000' ? '000001' : '000000');
  // Published clients would send the wrong code again on the type `missing_or_invalid_mfa`.
  expect(error).toMatchObject({ type: 'error', code: 'invalid_enrollment_code' });
  expect(dataOf(await submit(code))).toEqual({});
  expect(await listMethods()).toEqual(['sms']);

  await clear(browser, person);
  expect(refusal(await sign(wallet))).toEqual(['missing_or_invalid_mfa', ['sms']]);
  fixture.service.clock.advance(30_000);
  const bearer = person.accessToken;
  await fixture.service.call(mfaRoutes.startSms, { bearer, body: { action: 'verify' } });
  const shown = { mfaMethod: 'sms', mfaCode: fixture.service.outbox.codeFor(phoneNumber) };
  const relyingParty = 'http://localhost:3000';
  expect(signerOfHello(await sign(wallet, { ...shown, relyingParty }))).toBe(wallet);
  fixture.service.clock.advance(30_000);
  await fixture.service.call(mfaRoutes.startSms, { bearer, body: { action: 'verify' } });
  const again = { mfaMethod: 'sms', mfaCode: fixture.service.outbox.codeFor(phoneNumber) };
  expect(dataOf(await browser.request('privy:mfa:unenroll', { method: 'sms', ...again }))).toEqual({});
  expect(await listMethods()).toEqual([]);
});

test('[MFA-14, MFA-33, FRAME-07] enrols a passkey by its id, verifies it with its response, and removes it with an empty list', async () => {
  const wallet = await createWallet();
  const bearer = person.accessToken;
  const authenticator = createAuthenticator();
  const start = await fixture.service.call(passkeyRoutes.startLink, { bearer, body: {} });
  const made = authenticator.make(start.json.options);
  await fixture.service.call(passkeyRoutes.link, { bearer, body: { authenticator_response: made } });
  const begun = await browser.request('privy:mfa:init-enrollment', { method: 'passkey' });
  expect(dataOf(begun)).toEqual({ method: 'passkey' });
  const submit = (credentialIds: string[], shown: object = {}) =>
    browser.request('privy:mfa:submit-enrollment', { method: 'passkey', credentialIds, ...shown });
  expect(dataOf(await submit([made.id]))).toEqual({});
  expect(await listMethods()).toEqual(['passkey']);

  await clear(browser, person);
  expect(refusal(await sign(wallet))).toEqual(['missing_or_invalid_mfa', ['passkey']]);
  const use = async () => {
    const { json } = await fixture.service.call(mfaRoutes.startPasskey, { bearer, body: {} });
    const mfaCode = authenticator.use(json.options);
    return { mfaMethod: 'passkey', mfaCode, relyingParty: 'http://localhost:3000' };
  };
  const shown = await use();
  expect(signerOfHello(await sign(wallet, shown))).toBe(wallet);
  await clear(browser, person);
  expect((await sign(wallet, shown)).error?.type).toBe('missing_or_invalid_mfa');
  expect((await submit([])).error?.type).toBe('missing_or_invalid_mfa');
  expect(dataOf(await submit([], await use()))).toEqual({});
  expect(await listMethods()).toEqual([]);
});

test('[MFA-16] requires a code of the enrolled authenticator app to enrol a phone number as well', async () => {
  await createWallet();
  const shown = await enrolTotp(fixture, browser);
  const asked = { method: 'sms', phoneNumber: newNumber() };
  expect((await browser.request('privy:mfa:init-enrollment', asked)).error?.type).toBe(
    'missing_or_invalid_mfa',
  );
  expect(dataOf(await browser.request('privy:mfa:init-enrollment', { ...asked, ...shown() }))).toEqual({
    method: 'sms',
  });
  const code = fixture.service.outbox.codeFor(asked.phoneNumber);
  expect(dataOf(await browser.request('privy:mfa:submit-enrollment', { ...asked, code }))).toEqual({});
  expect((await listMethods()).toSorted()).toEqual(['sms', 'totp']);
});

test('[FRAME-07] refuses an enrolment or a removal with a missing field or an unsupported method before anything is sent', async () => {
  await createWallet();
  const before = fixture.calls.length;
  const phoneNumber = newNumber();
  for (const [event, data] of [
    ['privy:mfa:init-enrollment', { method: 'sms' }],
    ['privy:mfa:init-enrollment', { method: 'backup_code' }],
    ['privy:mfa:submit-enrollment', { method: 'sms', phoneNumber }],
    ['privy:mfa:submit-enrollment', { method: 'sms', code: '123456' }],
    ['privy:mfa:submit-enrollment', { method: 'totp' }],
    ['privy:mfa:submit-enrollment', { method: 'passkey' }],
    ['privy:mfa:submit-enrollment', { method: 'passkey', credentialIds: [1] }],
    ['privy:mfa:submit-enrollment', { method: 'constructor', code: '123456' }],
    ['privy:mfa:unenroll', { method: 'passkey' }],
    ['privy:mfa:unenroll', { method: 'constructor' }],
  ] as const) {
    const { error } = await browser.request(event, data);
    expect(error?.type, JSON.stringify(data)).toBe('invalid_request_arguments');
  }
  expect(fixture.calls.slice(before)).toEqual([]);
});

test('[EMBW-18] reports with its own error type that the provider refused a phone number, and then accepts another number', async () => {
  await createWallet();
  const request = () =>
    browser.request('privy:mfa:init-enrollment', { method: 'sms', phoneNumber: newNumber() });
  fixture.service.outbox.setDown(true, 'twilio_verification_failed');
  expect((await request()).error?.type).toBe('twilio_verification_failed');
  fixture.service.outbox.setDown(false);
  fixture.service.clock.advance(30_000);
  expect(dataOf(await request())).toEqual({ method: 'sms' });
});

test('[MFA-36] refuses a first factor in a browser without the first wallet, and names that wallet', async () => {
  const wallet = await createWallet();
  const other = await person.logInElsewhere();
  // An attacker's own imported wallet cannot sign instead.
  fixture.service.clock.advance(1_000);
  addressOf(await other.request('privy:wallet:import', { privateKey: 'ab'.repeat(32) }));
  const { secret } = dataOf(await other.request('privy:mfa:init-enrollment', { method: 'totp' }));
  const submit = () =>
    other.request('privy:mfa:submit-enrollment', {
      method: 'totp',
      code: authenticatorOf(fixture, secret)(),
    });
  expect((await submit()).error).toMatchObject({ type: 'wallet_not_on_device', entropyId: wallet });
  expect(await listMethods()).toEqual([]);
  // After this browser recovers the owner's wallet, the same enrolment continues.
  dataOf(await other.request('privy:wallet:recover', { address: wallet }));
  expect(dataOf(await submit())).toEqual({});
  expect(await listMethods()).toEqual(['totp']);
});

test('signs a first factor with a wallet that was created on Solana and is not unlocked', async () => {
  const { publicKey } = dataOf(await browser.request('privy:solana-wallet:create'));
  await browser.reload();
  const shown = await enrolTotp(fixture, browser);
  expect(await listMethods()).toEqual(['totp']);
  await clear(browser, person);
  const request = { method: 'signMessage', params: { message: helloBase64 } };
  expect(refusal(await browser.request('privy:solana-wallet:rpc', { publicKey, request }))).toEqual([
    'missing_or_invalid_mfa',
    ['totp'],
  ]);
  const signed = await browser.request('privy:solana-wallet:rpc', { publicKey, request, ...shown() });
  expect(isSignedBy(signed, String(publicKey), hello)).toBe(true);
});

test('refuses to complete an enrolment that was started before a reload, and accepts a new one', async () => {
  await createWallet();
  const { secret } = dataOf(await browser.request('privy:mfa:init-enrollment', { method: 'totp' }));
  await browser.reload();
  const submitted = await browser.request('privy:mfa:submit-enrollment', {
    method: 'totp',
    code: authenticatorOf(fixture, secret)(),
  });
  expect(submitted.error?.code).toBe('not_found');
  expect(await listMethods()).toEqual([]);
  await enrolTotp(fixture, browser);
  expect(await listMethods()).toEqual(['totp']);
});

test('[MFA-36] refuses to create, add, import, recover, export or change a recovery without a code of the enrolled factor, and leaves no pending part in the browser with the wallet', async () => {
  const wallet = await createWallet();
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const other = await person.logInElsewhere();
  const privateKey = 'cd'.repeat(32);
  for (const [from, event, data] of [
    [other, 'privy:wallets:recover', named(wallet)],
    [other, 'privy:wallet:recover', { address: wallet }],
    [other, 'privy:wallet:import', { privateKey }],
    [browser, 'privy:wallets:import', { privateKey, chainType: 'ethereum' }],
    [browser, 'privy:solana-wallet:create', { ethereumAddress: wallet }],
    [browser, 'privy:wallets:add', { ...named(wallet), chainType: 'ethereum', hdWalletIndex: 1 }],
    [
      browser,
      'privy:wallets:set-recovery',
      { ...named(wallet), recoveryMethod: 'user-passcode', recoveryPassword: 'gravel-lantern' },
    ],
    [browser, 'privy:wallets:check-export', { ...named(wallet), address: wallet }],
  ] as const)
    expect([event, ...refusal(await from.request(event, data))]).toEqual([
      event,
      'missing_or_invalid_mfa',
      ['totp'],
    ]);
  // The recovery request contains the code, as published clients send it.
  dataOf(await other.request('privy:wallets:recover', { ...named(wallet), ...shown() }));
  expect(signerOfHello(await sign(wallet, {}, other))).toBe(wallet);
  const parts = await browser.act(({ store }, { userId }) => store.list(userId));
  expect(parts.filter(({ state }) => state === 'pending')).toEqual([]);
});
