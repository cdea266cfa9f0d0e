import { custodyRoutes } from '@latchkey/wire';
import { beforeEach, expect, test } from 'vitest';
import type { Browser } from '../frameBrowser.testkit.ts';
import { shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { addressOf, app, clear, dataOf, enrolTotp, refusal, signing } from './mfa.testkit.ts';

// For how long a verified factor keeps what is unlocked. Frame and service have one clock here, which the tests move.

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

test('[MFA-36] what a factor opened is closed when its time is over, in every tab, and one verification opens it in all', async () => {
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  await expectSigns(browser, shown());
  const tab = await browser.openTab();
  // The same session and key: what was verified in one tab opens the wallet in the other, for the rest of the time.
  advance(100_000);
  await expectSigns(tab);
  advance(198_999);
  for (const one of [browser, tab]) await expectSigns(one);
  // In its last second it opens nothing that could not be used any more.
  for (const ms of [1_000, 1]) {
    advance(ms);
    for (const one of [browser, tab]) expect((await sign(one)).error?.type).toBe('missing_or_invalid_mfa');
  }
  for (const one of [browser, tab]) expect(refusal(await sign(one))).toEqual(needed);
  await expectSigns(tab, shown());
  await expectSigns(browser);
});

test('within its time signing asks the service no more often than without a factor', async () => {
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

test('[MFA-36] a factor that is enrolled elsewhere closes within a minute what was open here before', async () => {
  await expectSigns();
  const elsewhere = await person.logInElsewhere();
  expect((await elsewhere.request('privy:wallet:recover', { address: wallet })).error).toBeUndefined();
  const shown = await enrolTotp(fixture, elsewhere);
  // The service's word on a token holds for a minute, and so does what it says of factors.
  expect(refusal(await sign())).toEqual(needed);
  await expectSigns(browser, shown());
});

test('[MFA-36] a factor that is enrolled in one tab binds the other one', async () => {
  const tab = await browser.openTab();
  await expectSigns(tab);
  await enrolTotp(fixture, browser);
  advance(240_000);
  expect(refusal(await sign(tab))).toEqual(needed);
});

test('[MFA-36] what was open when a factor was enrolled ends with that factor, also when no one uses it', async () => {
  await expectSigns();
  await enrolTotp(fixture, browser);
  await expect.poll(() => fixture.calls.at(-1)).toBe(custodyRoutes.verifyToken.path);
  const find = () => browser.act(async ({ vault }, { userId }) => vault.find(userId, wallet));
  expect(await find()).not.toBeNull();
  advance(300_000);
  await expect.poll(find).toBeNull();
});

test('while the last factor is removed in one tab, the other signs on, and its wallet has no end any more', async () => {
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

test('of two tabs that verify at once with one code, one is told that it was used, and both sign', async () => {
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const tab = await browser.openTab();
  const code = shown();
  const answers = await Promise.all([sign(browser, code), sign(tab, code)]);
  const types = answers.map(({ error }) => error?.type);
  expect(types.toSorted()).toEqual(['missing_or_invalid_mfa', undefined]);
  for (const one of [browser, tab]) await expectSigns(one);
});

test('[S31] a code that signed once verifies nothing again', async () => {
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const code = shown();
  await expectSigns(browser, code);
  await clear(browser, person);
  expect((await sign(browser, code)).error?.type).toBe('missing_or_invalid_mfa');
});
