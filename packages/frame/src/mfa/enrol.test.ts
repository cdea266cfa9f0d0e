import { custodyRoutes, mfaRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import type { FrameAnswer } from '../frameBrowser.testkit.ts';
import { shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { addressOf, app, clear, dataOf, enrolTotp, refusal, signing } from './mfa.testkit.ts';

// Second factors as a host page uses them: the frame's own code with a real service.

const { fixture, person, browser } = shareFrameFixture({ app });

const listMethods = async () => {
  const { json } = await fixture.service.call(mfaRoutes.list, { bearer: person.accessToken });
  return json.factors.map(({ type }) => type);
};
const named = (entropyId: string) => ({ entropyId, entropyIdVerifier: 'ethereum-address-verifier' as const });
const needed = ['missing_or_invalid_mfa', ['totp']];

test('[MFA-33, MFA-36, FRAME-08] enrols an authenticator app in the browser with the wallet, and after privy:mfa:clear signs again only once a message contains a code', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  const shown = await enrolTotp(fixture, browser);
  expect(await listMethods()).toEqual(['totp']);
  // The user has just proved a factor, so the wallet is unlocked.
  expect(signerOfHello(await browser.request('privy:wallet:rpc', signing(wallet)))).toBe(wallet);
  await clear(browser, person);
  expect(refusal(await browser.request('privy:wallet:rpc', signing(wallet)))).toEqual(needed);
  expect(refusal(await browser.request('privy:wallets:connect', named(wallet)))).toEqual(needed);
  const signed: FrameAnswer = await browser.request('privy:wallet:rpc', { ...signing(wallet), ...shown() });
  expect(signerOfHello(signed)).toBe(wallet);
  // One verification is valid for the app's trusted time, not for one signature.
  const before = fixture.calls.length;
  expect(signerOfHello(await browser.request('privy:wallet:rpc', signing(wallet)))).toBe(wallet);
  expect(fixture.calls.slice(before)).toEqual([]);
});

test('[MFA-30] refuses a second factor of a wrong form before anything is sent', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  const before = fixture.calls.length;
  const request = async (shown: object) => {
    const { error } = await browser.request('privy:wallet:rpc', { ...signing(wallet), ...shown });
    return [error?.type, error?.message];
  };
  const type = 'invalid_request_arguments';
  for (const mfaMethod of ['totp', 'sms', 'backup_code'])
    for (const mfaCode of [123456, {}, ['123456'], '', undefined])
      expect(await request({ mfaMethod, mfaCode })).toEqual([type, 'Invalid MFA code']);
  for (const mfaCode of ['123456', 1, [], undefined])
    expect(await request({ mfaMethod: 'passkey', mfaCode })).toEqual([
      type,
      'Invalid authenticator response',
    ]);
  for (const mfaMethod of ['telepathy', undefined])
    expect(await request({ mfaMethod, mfaCode: '123456' })).toEqual([type, 'Unsupported MFA method']);
  expect(fixture.calls.slice(before)).toEqual([]);
});

test('keeps an unlocked wallet unlocked after a wrong code, without a new connection', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  await enrolTotp(fixture, browser);
  const wrong = { mfaMethod: 'totp', mfaCode: '000000' };
  const refused = await browser.request('privy:mfa:verify', wrong);
  expect(refused.error).toMatchObject({ type: 'missing_or_invalid_mfa', code: 'missing_or_invalid_mfa' });
  const before = fixture.calls.length;
  expect(signerOfHello(await browser.request('privy:wallet:rpc', signing(wallet)))).toBe(wallet);
  expect(fixture.calls.slice(before)).not.toContain(custodyRoutes.connect.path);
});

test('[MFA-24, MFA-25, EMBW-18] refuses even a right code after four wrong ones, with an error type of its own', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const wrong = { ...signing(wallet), mfaMethod: 'totp', mfaCode: '000000' };
  for (let tries = 0; tries < 4; tries += 1)
    expect((await browser.request('privy:wallet:rpc', wrong)).error?.type).toBe('missing_or_invalid_mfa');
  const { error } = await browser.request('privy:wallet:rpc', { ...signing(wallet), ...shown() });
  expect(error).toMatchObject({
    type: 'mfa_verification_max_attempts_reached',
    message: 'Max MFA verification attempts reached',
    retry_after_s: 10,
  });
});

test('[MFA-33, FRAME-10] verifies a second factor without a signature, and does not let that verification remove the factor', async () => {
  await browser.request('privy:wallet:create');
  expect(dataOf(await browser.request('privy:mfa:verify'))).toEqual({});
  const shown = await enrolTotp(fixture, browser);
  expect((await browser.request('privy:mfa:unenroll', { method: 'totp' })).error?.type).toBe(
    'missing_or_invalid_mfa',
  );
  expect((await browser.request('privy:mfa:verify')).error?.type).toBe('missing_or_invalid_mfa');
  expect(dataOf(await browser.request('privy:mfa:verify', shown()))).toEqual({});
  expect((await browser.request('privy:mfa:unenroll', { method: 'totp' })).error?.type).toBe(
    'missing_or_invalid_mfa',
  );
  fixture.service.clock.advance(30_000);
  expect(dataOf(await browser.request('privy:mfa:unenroll', { method: 'totp', ...shown() }))).toEqual({});
  expect(await listMethods()).toEqual([]);
  expect(dataOf(await browser.request('privy:mfa:verify'))).toEqual({});
});

test('[FRAME-12] locks the wallet after privy:mfa:clear and deletes the verifications at the service', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  await enrolTotp(fixture, browser);
  await browser.reload();
  expect(dataOf(await browser.request('privy:wallets:connect', named(wallet)))).toEqual({
    entropyId: wallet,
  });
  await clear(browser, person);
  expect(refusal(await browser.request('privy:wallets:connect', named(wallet)))).toEqual(needed);
});

test('answers a v1 client’s connect event with the address although a factor is missing, and keeps the wallet locked, because v1 clients cannot prompt for a factor there', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  const created = await browser.request('privy:solana-wallet:create', { ethereumAddress: wallet });
  const publicKey = String(dataOf(created).publicKey);
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const connect = () => browser.request('privy:wallet:connect', { address: wallet });
  expect(dataOf(await connect())).toEqual({ address: wallet });
  expect(dataOf(await browser.request('privy:solana-wallet:connect', { publicKey }))).toEqual({ publicKey });
  expect(await browser.act(async ({ vault }, { userId }) => vault.find(userId, wallet))).toBeNull();
  expect(refusal(await browser.request('privy:wallet:rpc', signing(wallet)))).toEqual(needed);
  const signed = await browser.request('privy:wallet:rpc', { ...signing(wallet), ...shown() });
  expect(signerOfHello(signed)).toBe(wallet);
  // A wallet that is not in this browser is still refused, so the client recovers it.
  const strange = { address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  await clear(browser, person);
  expect((await browser.request('privy:wallet:connect', strange)).error?.type).toBe('wallet_not_on_device');
});

test('[FRAME-12] locks the wallet after privy:mfa:clear without a token, as published clients send it', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  const find = () => browser.act(async ({ vault }, { userId }) => vault.find(userId, wallet));
  expect(await find()).not.toBeNull();
  dataOf(await browser.request('privy:mfa:clear', { accessToken: undefined, userId: person.userId }));
  expect(await find()).toBeNull();
});
