import { createBrowserProfile } from '@latchkey/testkit';
import { expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { createGuestAccount, loginWithCrossAppAccount, logout } from '../index.ts';
import { providerId, readOnlyId, shareApps, tokenKey } from './crossApp.testkit.ts';

const apps = shareApps();

it('[XAPP-22] [SESS-01] one token per provider app is stored with the session, and removed at logout', async () => {
  const test = await apps.loggedIn();
  await apps.link(test, await apps.createHolder(readOnlyId));
  const { stored } = test.profile;
  const claimsOf = (appId: string) => {
    const [, payload = ''] = JSON.parse(stored.get(tokenKey(appId)) ?? '""').split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  };
  expect(claimsOf(providerId)).toMatchObject({ aid: providerId, scope: 'transact', exp: expect.any(Number) });
  expect(claimsOf(readOnlyId)).toMatchObject({ aid: readOnlyId, scope: 'read' });
  await logout(test.client);
  expect([...stored.keys()].filter((key) => key.startsWith('privy:cross-app:'))).toEqual([]);
});

it('[XAPP-22] tokens of provider apps are removed at the next start if the service has ended the session', async () => {
  const test = await apps.loggedIn();
  const { storage } = contextsOf(test.client).page;
  storage.set('refreshToken', 'of-no-session');
  storage.set('token', null);
  const { stored } = test.profile;
  const next = await apps.startPage({ profile: test.profile });
  expect(next.client.getState().authenticated).toBe(false);
  expect(stored.has(tokenKey())).toBe(false);
});

it("[XAPP-22] with blocked storage, a provider app's token lasts for the page, and is removed at logout", async () => {
  const test = await apps.loggedIn(undefined, {
    profile: createBrowserProfile(),
    page: { isStorageBlocked: true },
  });
  const { storage } = contextsOf(test.client).page;
  expect(storage.find(`privy:cross-app:${providerId}`)).toContain('.');
  await logout(test.client);
  expect(storage.find(`privy:cross-app:${providerId}`)).toBeNull();
});

it('a guest who logs in with a provider app becomes a user with that account', async () => {
  const test = await apps.startPage();
  await createGuestAccount(test.client);
  const popup = apps.agreeingPopup(test, await apps.createHolder()).window;
  const { user } = await loginWithCrossAppAccount(test.client, { appId: providerId, popup });
  expect([user.isGuest, user.linkedAccounts]).toMatchObject([false, [{ type: 'cross_app' }]]);
  expect(test.profile.stored.has(tokenKey())).toBe(true);
});
