import { deviceRoutes } from '@latchkey/wire';
import { beforeEach, expect, test } from 'vitest';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import { addressOfKey, named, shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { exportKit } from '../operations/exportKit.ts';
import { exportWallet } from '../operations/exportWallet.ts';
import { addressOf, app, dataOf, enrolTotp, signing } from './mfa.testkit.ts';

// Acts that require a fresh verification even if the wallet is unlocked. Frame and service share a clock, which the
// tests advance.

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

test('[EXPO-03, S13] exports a key only after a verification for an export, which permits further exports until it is five minutes old', async () => {
  await expectOpen();
  const request = { ...named(wallet), address: wallet };
  expect(await typeOf(browser.request('privy:wallets:check-export', request))).toBe(unverified);
  for (const act of [press, pressKit]) await expect(act()).rejects.toMatchObject({ type: unverified });
  // A verification without a purpose, which a script in the page could have obtained, permits no export.
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
  // Our client sends the code with its request for permission.
  dataOf(await browser.request('privy:wallets:check-export', { ...request, ...shown() }));
  expect(addressOfKey(await press())).toBe(wallet);
});

test('[MFA-36, S13] changes the recovery of a wallet only after a verification for that, which permits a single change', async () => {
  await expectOpen();
  const byPassword = { recoveryMethod: 'user-passcode', recoveryPassword: 'gravel-lantern' };
  const set = (given: object = {}) =>
    browser.request('privy:wallets:set-recovery', { ...named(wallet), ...byPassword, ...given });
  expect(await typeOf(set())).toBe(unverified);
  await expectOpen();
  expect(dataOf(await set(shown()))).toMatchObject({ recoveryMethod: 'user-passcode' });
  expect(await typeOf(set())).toBe(unverified);
  advance(30_000);
  // Events of older clients require it too. Their forced verification names no purpose, so they must send the code
  // again.
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

test('accepts a verification in a message for the act of that message only', async () => {
  const forExport = { ...named(wallet), address: wallet, ...shown() };
  dataOf(await browser.request('privy:wallets:check-export', forExport));
  const asked = { ...named(wallet), recoveryMethod: 'user-passcode', recoveryPassword: 'gravel-lantern' };
  expect(await typeOf(browser.request('privy:wallets:set-recovery', asked))).toBe(unverified);
  expect(await typeOf(browser.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  advance(30_000);
  // A verification that unlocked the wallet permits nothing else.
  dataOf(await browser.request('privy:wallet:connect', { address: wallet, ...shown() }));
  expect(await typeOf(browser.request('privy:mfa:unenroll', { method: 'totp' }))).toBe(unverified);
  expect(await typeOf(browser.request('privy:mfa:verify'))).toBe(unverified);
});

test('accepts a verification with a purpose only for an act with that purpose, and only until it expires', async () => {
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
  // Acts that waited together share one prompt. The second one checks that the verification is still valid.
  expect(dataOf(await browser.request('privy:mfa:verify', { purpose }))).toEqual({});
  expect(await typeOf(browser.request('privy:mfa:verify', { purpose: 'export' }))).toBe(unverified);
  advance(120_000);
  expect(await typeOf(browser.request('privy:mfa:verify', { purpose }))).toBe(unverified);
  expect(await revoke()).toBe(unverified);
  dataOf(await browser.request('privy:mfa:verify', { purpose, ...shown() }));
  expect(await revoke()).toBeUndefined();
});
