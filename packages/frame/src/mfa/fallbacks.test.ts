import { meRoutes, mfaRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { randomBytes, toBase64url } from '../bytes.ts';
import type { Browser } from '../frameBrowser.testkit.ts';
import { named, type Person, shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { addressOf, app, clear, dataOf, enrolTotp, signing } from './mfa.testkit.ts';

// Proofs that stand in for lost factors. A digest replaces Argon2id, which has its own vectors.

const { fixture, person, browser } = shareFrameFixture({
  app: { ...app, mfa_removal_days: 7 },
  stretch: async ({ password, salt }) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...password, ...salt))),
});
const password = 'gravel-lantern-oblige';
const unverified = 'missing_or_invalid_mfa';
const countMethods = async ({ accessToken }: Person = person) => {
  const { json } = await fixture.service.call(meRoutes.getMe, { bearer: accessToken });
  return json.user.mfa_methods.length;
};
const createWallet = async () => addressOf(await browser.request('privy:wallet:create'));
const typeOf = async (act: Promise<{ error?: { type: string } }>) => (await act).error?.type;

/** Hands a passkey's secret to the frame, as its popup does. */
const handOver = (to: Browser, passkey: { credentialId: string; secret: Uint8Array }) =>
  to.act(async (frame) => {
    frame.passkey.keep({ ...passkey, secret: Uint8Array.from(passkey.secret) });
  });
const toPasskey = () => ({ credentialId: toBase64url(randomBytes(32)), secret: randomBytes(32) });

test('returns ten backup codes after an enrolment, of which one unlocks the wallet once, and another permits the removal of the factor', async () => {
  const wallet = await createWallet();
  await enrolTotp(fixture, browser);
  const { codes } = dataOf(await browser.request('privy:mfa:backup-codes')) as { codes: string[] };
  expect(new Set(codes).size).toBe(10);
  await clear(browser, person);
  const shown = (index: number) => ({ mfaMethod: 'backup_code', mfaCode: codes[index] });
  const sign = (index: number) =>
    browser.request('privy:wallet:rpc', { ...signing(wallet), ...shown(index) });
  expect(signerOfHello(await sign(0))).toBe(wallet);
  await clear(browser, person);
  expect(await typeOf(sign(0))).toBe(unverified);
  // A backup code permits no export, change of recovery, new codes or account change. These requests do not use it up.
  const before = fixture.calls.length;
  for (const [event, data] of [
    ['privy:wallets:check-export', { ...named(wallet), address: wallet }],
    ['privy:wallets:set-recovery', { ...named(wallet), recoveryMethod: 'privy' }],
    ['privy:mfa:backup-codes', {}],
    ['privy:mfa:verify', { purpose: 'change_account' }],
  ] as const)
    expect(await typeOf(browser.request(event, { ...data, ...shown(1) }))).toBe(unverified);
  expect(fixture.calls.slice(before)).toEqual([]);
  expect(await typeOf(browser.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  const removed = await browser.request('privy:mfa:unenroll', { method: 'totp', ...shown(1) });
  expect(dataOf(removed)).toEqual({});
  expect(await countMethods()).toBe(0);
});

test('requires a verification for new backup codes, and then refuses an earlier code', async () => {
  await createWallet();
  const shown = await enrolTotp(fixture, browser);
  const { codes } = dataOf(await browser.request('privy:mfa:backup-codes')) as { codes: string[] };
  expect(await typeOf(browser.request('privy:mfa:backup-codes'))).toBe(unverified);
  dataOf(await browser.request('privy:mfa:backup-codes', shown()));
  const old = { mfaMethod: 'backup_code', mfaCode: codes[0] };
  expect(await typeOf(browser.request('privy:mfa:verify', old))).toBe(unverified);
});

test('[S32] accepts the recovery password to remove a lost factor, but not to open the wallet before that', async () => {
  const wallet = await createWallet();
  const asked = { ...named(wallet), recoveryMethod: 'user-passcode', recoveryPassword: password };
  dataOf(await browser.request('privy:wallets:set-recovery', asked));
  await enrolTotp(fixture, browser);
  const other = await person.logInElsewhere();
  const prove = (recoveryPassword: string) =>
    other.request('privy:mfa:prove-recovery', { ...named(wallet), recoveryPassword });
  expect(await typeOf(prove('gravel-lantern'))).toBe('invalid_recovery_pin');
  expect(await typeOf(other.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  expect(dataOf(await prove(password))).toEqual({});
  const recover = () =>
    other.request('privy:wallets:recover', { ...named(wallet), recoveryPassword: password });
  expect(await typeOf(recover())).toBe(unverified);
  expect(dataOf(await other.request('privy:mfa:unenroll', { method: 'totp' }))).toEqual({});
  expect(await countMethods()).toBe(0);
  dataOf(await recover());
  expect(signerOfHello(await other.request('privy:wallet:rpc', signing(wallet)))).toBe(wallet);
});

test('[S32] accepts the wallet’s recovery passkey to remove a lost factor, and refuses another passkey', async () => {
  const wallet = await createWallet();
  const passkey = toPasskey();
  await handOver(browser, passkey);
  dataOf(await browser.request('privy:wallets:add-passkey', named(wallet)));
  await enrolTotp(fixture, browser);
  const other = await person.logInElsewhere();
  const prove = () => other.request('privy:mfa:prove-recovery', named(wallet));
  expect((await prove()).error?.code).toBe('exited_passkey_flow');
  await handOver(other, toPasskey());
  expect((await prove()).error?.code).toBe('recovery_passkey_not_found');
  expect(await typeOf(other.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  await handOver(other, passkey);
  expect(dataOf(await prove())).toEqual({});
  // The passkey result from the popup is valid for one operation.
  expect((await prove()).error?.code).toBe('exited_passkey_flow');
  expect(dataOf(await other.request('privy:mfa:unenroll', { method: 'totp' }))).toEqual({});
  expect(await countMethods()).toBe(0);
});

test('does not accept automatic recovery in place of a factor', async () => {
  const wallet = await createWallet();
  await enrolTotp(fixture, browser);
  const asked = { ...named(wallet), recoveryPassword: password };
  expect((await browser.request('privy:mfa:prove-recovery', asked)).error?.code).toBe('not_supported');
});

test('cancels a removal from a device that is older than the request, but not from an attacker’s new device', async () => {
  await createWallet();
  await enrolTotp(fixture, browser);
  await clear(browser, person);
  fixture.service.clock.advance(1_000);
  const thief = await fixture.logIn(person.email);
  const at = { bearer: thief.accessToken, body: {} };
  expect((await fixture.service.call(mfaRoutes.requestRemoval, at)).status).toBe(200);
  const theirs = await thief.openBrowser();
  expect(await typeOf(theirs.request('privy:mfa:cancel-removal'))).toBe(unverified);
  expect(dataOf(await browser.request('privy:mfa:cancel-removal'))).toEqual({});
  expect((await browser.request('privy:mfa:cancel-removal')).error?.code).toBe('not_found');
});
