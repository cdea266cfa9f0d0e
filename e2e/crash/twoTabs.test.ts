import { claimsOf } from '@latchkey/testkit';
import { limits, sessionRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { openCoreApp, shareCoreFixture } from '../harness/coreApp.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { callAsHost } from '../harness/signIn.ts';

const { harness, profile, open } = shareCoreFixture();

test('two tabs that create a wallet at once both get the same one, and both sign with it', async () => {
  const one = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  await one.logIn('tabs@example.com');
  const two = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  const addresses = await Promise.all([one.createWallet(), two.createWallet()]);
  expect(new Set(addresses).size).toBe(1);
  for (const tab of [one, two]) {
    expect(signerOfMessage('hello', await tab.signMessage('hello'))).toBe(addresses[0]);
  }
});

test('two browsers that create a wallet at once both get the same one, and both sign with it', async () => {
  const other = await open();
  try {
    const one = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
    await one.logIn('browsers@example.com');
    await harness.service.advance(31_000);
    const two = await openCoreApp(harness, await other.newPage(), harness.host.origin);
    await two.logIn('browsers@example.com');
    const addresses = await Promise.all([one.createWallet(), two.createWallet()]);
    expect(new Set(addresses).size).toBe(1);
    for (const browser of [one, two]) {
      expect(signerOfMessage('hello', await browser.signMessage('hello'))).toBe(addresses[0]);
    }
  } finally {
    await other.close();
  }
});

test('[SESS-17] tabs whose token has expired refresh it at most once each for all callers, and stay in one session', async () => {
  const one = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  await one.logIn('refresh@example.com');
  const old = await one.getAccessToken();
  const two = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  let refreshes = 0;
  profile.context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/sessions') refreshes += 1;
  });
  const longerThanToken = 2 * limits.accessTokenLifeMs;
  await harness.service.advance(longerThanToken);
  for (const tab of [one, two]) await tab.page.clock.setFixedTime(Date.now() + longerThanToken);
  const tokens = await Promise.all(
    [one, one, one, one, two, two, two, two].map((tab) => tab.getAccessToken()),
  );
  // Usually one tab refreshes for both. Both refresh if the tokens that one stored reach the other only after the
  // lock is free. Then the service returns the same successor to both (decision 3), with access tokens of different
  // seconds.
  for (const ofTab of [tokens.slice(0, 4), tokens.slice(4)]) expect(new Set(ofTab).size).toBe(1);
  expect(new Set(tokens).size).toBeLessThanOrEqual(refreshes);
  expect(tokens).not.toContain(old);
  expect(new Set(tokens.map((token) => claimsOf(token).sid)).size).toBe(1);
  expect(refreshes).toBeGreaterThan(0);
  expect(refreshes).toBeLessThanOrEqual(2);
});

test('[SESS-18] after a log-out the service refuses the refresh token, the page’s local storage has no token, the frame was cleared, and the other tab is logged out', {
  tags: 'story',
}, async () => {
  const one = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  await one.logIn('logout@example.com');
  await one.createWallet();
  const two = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  const refreshToken = await one.page.evaluate(() =>
    JSON.parse(localStorage.getItem('privy:refresh_token') ?? ''),
  );
  await one.page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener('message', ({ data }) => heard.push(data?.event));
  });
  await one.logout();
  await expect.poll(() => one.page.evaluate(() => Reflect.get(window, 'heard'))).toContain('privy:mfa:clear');
  const kept = await one.page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /token|pat/.test(key)),
  );
  expect(kept).toEqual([]);
  const refresh = await callAsHost(harness, sessionRoutes.refresh.path, { refresh_token: refreshToken });
  expect(await refresh.json()).toMatchObject({ code: 'missing_or_invalid_token' });
  await expect.poll(() => two.isAuthenticated()).toBe(false);
});
