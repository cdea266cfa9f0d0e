import { deviceRoutes } from '@latchkey/wire';
import { beforeEach, expect, test } from 'vitest';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import { addressOfKey, named, shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { exportKit } from '../operations/exportKit.ts';
import { exportWallet } from '../operations/exportWallet.ts';
import { addressOf, app, dataOf, enrolTotp, signing } from './mfa.testkit.ts';

// Acts that ask for a factor anew, also of a person whose wallet is open. Frame and service have one clock, which the tests move.

const { fixture, person } = shareFrameFixture({
  app: { ...app, sensitive_max_age: 0, mfa_trusted_time: 3_600 },
  stretch: async ({ password, salt }) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...password, ...salt))),
});
const unverified = 'missing_or_invalid_mfa';
let browser: Browser;
let wallet: string;
let shown: () => object;
beforeEach(async () => {
  browser = await person.openBrowser(fixture.service.clock.now);
  wallet = addressOf(await browser.request('privy:wallet:create'));
  shown = await enrolTotp(fixture, browser);
});
const typeOf = async (act: Promise<FrameAnswer>) => (await act).error?.type;
const advance = (ms: number) => fixture.service.clock.advance(ms);
const place = () => ({ rootAddress: wallet, wallet: { address: wallet } });
const press = (what: 'key' | 'phrase' = 'key') =>
  browser.act((frame, session) => exportWallet(frame, session, { ...place(), what }));
const pressKit = () =>
  browser.act((frame, session) => exportKit(frame, session, { ...place(), password: 'gravel-lantern' }));
const expectOpen = async () =>
  expect(signerOfHello(await browser.request('privy:wallet:rpc', signing(wallet)))).toBe(wallet);

test('[EXPO-03, S13] a key is taken out after a verification of its own alone, which all presses of one page share', async () => {
  await expectOpen();
  const request = { ...named(wallet), address: wallet };
  expect(await typeOf(browser.request('privy:wallets:check-export', request))).toBe(unverified);
  for (const act of [press, pressKit]) await expect(act()).rejects.toMatchObject({ type: unverified });
  // A verification that names nothing, as of a script in the page, permits none.
  dataOf(await browser.request('privy:mfa:verify', shown()));
  for (const act of [press, pressKit]) await expect(act()).rejects.toMatchObject({ type: unverified });
  advance(30_000);
  dataOf(await browser.request('privy:mfa:verify', { purpose: 'export', ...shown() }));
  expect(addressOfKey(await press())).toBe(wallet);
  advance(240_000);
  expect((await press('phrase')).split(' ')).toHaveLength(12);
  expect(await pressKit()).toContain(wallet);
  advance(61_000);
  for (const act of [press, pressKit]) await expect(act()).rejects.toMatchObject({ type: unverified });
  await expectOpen();
  // Ours asks for leave with the code itself.
  dataOf(await browser.request('privy:wallets:check-export', { ...request, ...shown() }));
  expect(addressOfKey(await press())).toBe(wallet);
});

test('[MFA-36, S13] how a wallet is recovered changes after a verification of its own, once', async () => {
  await expectOpen();
  const byPassword = { recoveryMethod: 'user-passcode', recoveryPassword: 'gravel-lantern' };
  const set = (given: object = {}) =>
    browser.request('privy:wallets:set-recovery', { ...named(wallet), ...byPassword, ...given });
  expect(await typeOf(set())).toBe(unverified);
  await expectOpen();
  expect(dataOf(await set(shown()))).toMatchObject({ recoveryMethod: 'user-passcode' });
  expect(await typeOf(set())).toBe(unverified);
  advance(30_000);
  // By the events of older clients too: their forced verification names nothing, so that they are asked again, with the code.
  dataOf(await browser.request('privy:mfa:verify', shown()));
  const older = { address: wallet, recoveryMethod: 'privy' };
  expect(await typeOf(browser.request('privy:wallet:set-recovery', older))).toBe(unverified);
  advance(30_000);
  dataOf(await browser.request('privy:wallet:set-recovery', { ...older, ...shown() }));
  advance(30_000);
  const old = { address: wallet, recoveryPassword: 'gravel-lantern' };
  expect(await typeOf(browser.request('privy:wallet:set-recovery-password', old))).toBe(unverified);
  dataOf(await browser.request('privy:wallet:set-recovery-password', { ...old, ...shown() }));
});

test('a verification in a message is for the act of that message, and for no other', async () => {
  const forExport = { ...named(wallet), address: wallet, ...shown() };
  dataOf(await browser.request('privy:wallets:check-export', forExport));
  const asked = { ...named(wallet), recoveryMethod: 'user-passcode', recoveryPassword: 'gravel-lantern' };
  expect(await typeOf(browser.request('privy:wallets:set-recovery', asked))).toBe(unverified);
  expect(await typeOf(browser.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  advance(30_000);
  // One that opened the wallet permits nothing besides.
  dataOf(await browser.request('privy:wallet:connect', { address: wallet, ...shown() }));
  expect(await typeOf(browser.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  expect(await typeOf(browser.request('privy:mfa:verify'))).toBe(unverified);
});

test('a verification that is named is good for that act of the page, and only while it stands', async () => {
  const bearer = person.accessToken;
  const { json } = await fixture.service.call(deviceRoutes.list, { bearer });
  const params = { device_id: json.devices[0]?.id ?? '' };
  const revoke = async () =>
    (await fixture.service.call(deviceRoutes.revoke, { bearer, params, body: {} })).json.code;
  dataOf(await browser.request('privy:mfa:verify', shown()));
  expect(await revoke()).toBe(unverified);
  advance(30_000);
  const purpose = 'revoke_device';
  dataOf(await browser.request('privy:mfa:verify', { purpose, ...shown() }));
  // Acts that waited together share one prompt: the second asks whether it stands.
  expect(dataOf(await browser.request('privy:mfa:verify', { purpose }))).toEqual({});
  expect(await typeOf(browser.request('privy:mfa:verify', { purpose: 'export' }))).toBe(unverified);
  advance(120_000);
  expect(await typeOf(browser.request('privy:mfa:verify', { purpose }))).toBe(unverified);
  expect(await revoke()).toBe(unverified);
  dataOf(await browser.request('privy:mfa:verify', { purpose, ...shown() }));
  expect(await revoke()).toBeUndefined();
});
