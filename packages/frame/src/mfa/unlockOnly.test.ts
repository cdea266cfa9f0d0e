import { expect, test } from 'vitest';
import { shareFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { addressOf, app, clear, dataOf, enrolTotp, signing } from './mfa.testkit.ts';

const { fixture, person, browser } = shareFrameFixture({ app });

test('does not permit new backup codes or the removal of a factor after a verification for unlocking only', async () => {
  const wallet = addressOf(await browser.request('privy:wallet:create'));
  const shown = await enrolTotp(fixture, browser);
  await clear(browser, person);
  const unlock = { purpose: 'unlock' };
  expect((await browser.request('privy:mfa:verify', unlock)).error?.type).toBe('missing_or_invalid_mfa');
  expect(dataOf(await browser.request('privy:mfa:verify', { ...shown(), ...unlock }))).toEqual({});
  expect(dataOf(await browser.request('privy:mfa:verify', unlock))).toEqual({});
  expect(signerOfHello(await browser.request('privy:wallet:rpc', signing(wallet)))).toBe(wallet);
  for (const [event, data] of [
    ['privy:mfa:verify', {}],
    ['privy:mfa:unenroll', { method: 'totp' }],
    ['privy:mfa:backup-codes', {}],
  ] as const)
    expect((await browser.request(event, data)).error?.type).toBe('missing_or_invalid_mfa');
});
