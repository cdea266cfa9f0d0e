import { oauthRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import { linkCrossAppAccount, logout, unlinkCrossAppAccount } from '../index.ts';
import { providerId, readOnlyId, saidBy, shareApps, tokenKey } from './crossApp.testkit.ts';

const apps = shareApps();

describe('a provider app account', () => {
  it('[XAPP-01] [LINK-03] a user can link one account per provider app, and the account has its subject, app and wallet addresses', async () => {
    const test = await apps.startPage();
    await test.logIn('linker@company.example');
    const holder = await apps.createHolder();
    const { account } = await apps.link(test, holder);
    expect(account).toMatchObject({
      type: 'cross_app',
      subject: expect.stringMatching(/^[\w-]{43}$/),
      providerApp: { id: providerId },
      embeddedWallets: [{ address: holder.address }],
      smartWallets: [],
    });

    test.sent.length = 0;
    const popup = apps.openPopup(test, () => {});
    const second = linkCrossAppAccount(test.client, { appId: providerId, popup: popup.window });
    expect(await saidBy(second)).toEqual([
      'cannot_link_more_of_type',
      'User already has an account of type cross_app linked.',
    ]);
    expect(test.sent).toEqual([]);
    expect(popup.visited).toEqual([]);
    expect(popup.window.closed).toBe(true);

    // Accounts of another provider app are counted separately.
    const { account: other } = await apps.link(test, await apps.createHolder(readOnlyId));
    expect(other).toMatchObject({ type: 'cross_app', providerApp: { id: readOnlyId } });
    expect(test.client.getState().user?.linkedAccounts.map(({ type }) => type)).toEqual([
      'email',
      'cross_app',
      'cross_app',
    ]);
  });

  it('linkCrossAppAccount does not link an account to another user who logged in during the request', async () => {
    const test = await apps.startPage();
    await test.logIn('first@company.example');
    const holder = await apps.createHolder();
    const popup = apps.openPopup(test, (url, say) => {
      void (async () => {
        const back = await apps.answer(url, holder);
        await logout(test.client);
        await test.logIn('second@company.example');
        await apps.comeBack(test, back, say);
      })();
    });
    const link = linkCrossAppAccount(test.client, { appId: providerId, popup: popup.window });
    expect((await failureOf(link)).code).toBe('must_be_authenticated');
    expect(test.client.getState().user?.linkedAccounts).toMatchObject([{ type: 'email' }]);
  });

  it('[XAPP-22] unlinkCrossAppAccount unlinks an account only by its own subject, and removes its token', async () => {
    const test = await apps.startPage();
    await test.logIn('unlinker@company.example');
    const { account } = await apps.link(test, await apps.createHolder());
    expect(test.profile.stored.has(tokenKey())).toBe(true);
    test.sent.length = 0;
    for (const subject of ['', 'someone-else'])
      expect(await saidBy(unlinkCrossAppAccount(test.client, { subject }))).toEqual([
        'invalid_data',
        'Invalid subject',
      ]);
    expect(test.sent).toEqual([]);
    const subject = account.type === 'cross_app' ? account.subject : '';
    const user = await unlinkCrossAppAccount(test.client, { subject });
    expect(user.linkedAccounts.map(({ type }) => type)).toEqual(['email']);
    expect(test.profile.stored.has(tokenKey())).toBe(false);
    expect(test.sent[0]).toBe(`POST ${oauthRoutes.unlink.path}`);
  });
});
