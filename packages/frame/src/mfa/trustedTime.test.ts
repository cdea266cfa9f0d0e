import { custodyRoutes } from '@latchkey/wire';
import { beforeEach, expect, test } from 'vitest';
import type { Browser } from '../frameBrowser.testkit.ts';
import { shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { addressOf, app, clear, dataOf, enrolTotp, refusal, signing } from './mfa.testkit.ts';

// Time for which a verified factor keeps a wallet unlocked. Frame and service share a clock, which the tests advance.

const { fixture, person } = shareFrameFixture({ app: { ...app, mfa_trusted_time: 300 } });
const needed = ['missing_or_invalid_mfa', ['totp']];
let browser: Browser;
let wallet: string;
beforeEach(async () => {
  browser = await person.openBrowser(fixture.service.clock.now);
  wallet = addressOf(await browser.request('privy:wallet:create'));
});
const advance = (ms: number) => fixture.service.clock.advance(ms);
const sign = (from: Browser = browser, shown: object = {}) =>
  from.request('privy:wallet:rpc', { ...signing(wallet), ...shown });
const expectSigns = async (...given: Parameters<typeof sign>) =>
  expect(signerOfHello(await sign(...given))).toBe(wallet);
const callsOf = async (act: () => Promise<unknown>) => {
  const before = fixture.calls.length;
  await act();
  return fixture.calls.slice(before);
};

test('[MFA-36] locks the wallet in both tabs when the trusted time ends, and unlocks it in both with one verification', async () => {
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  await expectSigns(browser, shown());
  const tab = await browser.openTab();
  // Both tabs have the same session and key. A verification in one unlocks the wallet in the other for the rest of
  // the time.
  advance(100_000);
  await expectSigns(tab);
  advance(198_999);
  for (const one of [browser, tab]) await expectSigns(one);
  // In the last second an unlock is already refused, because its result would come too late to be used.
  for (const ms of [1_000, 1]) {
    advance(ms);
    for (const one of [browser, tab]) expect((await sign(one)).error?.type).toBe('missing_or_invalid_mfa');
  }
  for (const one of [browser, tab]) expect(refusal(await sign(one))).toEqual(needed);
  await expectSigns(tab, shown());
  await expectSigns(browser);
});

test('calls the service for signatures within the trusted time as often as without a second factor', async () => {
  const times = 8;
  const count = () =>
    callsOf(async () => {
      for (let time = 0; time < times; time += 1) {
        advance(20_000);
        await expectSigns();
      }
    });
  await expectSigns();
  const without = await count();
  await enrolTotp(fixture, browser);
  await expectSigns();
  expect(await count()).toEqual(without);
});

test('[MFA-36] locks an unlocked wallet within a minute after a factor was enrolled elsewhere', async () => {
  await expectSigns();
  const elsewhere = await person.logInElsewhere();
  expect((await elsewhere.request('privy:wallet:recover', { address: wallet })).error).toBeUndefined();
  const shown = await enrolTotp(fixture, elsewhere);
  // The service's answer about a token, and about factors, is valid for a minute.
  expect(refusal(await sign())).toEqual(needed);
  await expectSigns(browser, shown());
});

test('[MFA-36] requires a factor that was enrolled in one tab also in the other tab, once the trusted time has ended', async () => {
  const tab = await browser.openTab();
  await expectSigns(tab);
  await enrolTotp(fixture, browser);
  advance(240_000);
  expect(refusal(await sign(tab))).toEqual(needed);
});

test('[MFA-36] locks a wallet that was unlocked before the enrolment when the trusted time ends, even if nobody uses it', async () => {
  await expectSigns();
  await enrolTotp(fixture, browser);
  await expect.poll(() => fixture.calls.at(-1)).toBe(custodyRoutes.verifyToken.path);
  const find = () => browser.act(async ({ vault }, { userId }) => vault.find(userId, wallet));
  expect(await find()).not.toBeNull();
  advance(300_000);
  await expect.poll(find).toBeNull();
});

test('keeps signing in one tab while another removes the last factor, and keeps the wallet unlocked beyond the trusted time', async () => {
  const shown = await enrolTotp(fixture, browser);
  const tab = await browser.openTab();
  const asked = { method: 'totp', ...shown() };
  const [removed] = await Promise.all([browser.request('privy:mfa:unenroll', asked), expectSigns(tab)]);
  expect(dataOf(removed)).toEqual({});
  advance(60_000);
  await expectSigns(tab);
  advance(300_000);
  expect(await callsOf(() => expectSigns(tab))).not.toContain(custodyRoutes.connect.path);
});

test('accepts a code in only one of two tabs that submit it at the same time, and then signs in both tabs', async () => {
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const tab = await browser.openTab();
  const code = shown();
  const answers = await Promise.all([sign(browser, code), sign(tab, code)]);
  const types = answers.map(({ error }) => error?.type);
  expect(types.toSorted()).toEqual(['missing_or_invalid_mfa', undefined]);
  for (const one of [browser, tab]) await expectSigns(one);
});

test('[S31] refuses a code that was already used', async () => {
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const code = shown();
  await expectSigns(browser, code);
  await clear(browser, person);
  expect((await sign(browser, code)).error?.type).toBe('missing_or_invalid_mfa');
});
