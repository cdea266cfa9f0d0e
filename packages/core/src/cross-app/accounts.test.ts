import { oauthRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import { linkCrossAppAccount, logout, unlinkCrossAppAccount } from '../index.ts';
import { providerId, readOnlyId, saidBy, shareApps, tokenKey } from './crossApp.testkit.ts';

const apps = shareApps();

describe('an account of another app', () => {
  it('[XAPP-01] [LINK-03] is one of each app, with its subject, the app and the addresses of its wallets', async () => {
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
    expect([test.sent, popup.visited, popup.window.closed]).toEqual([[], [], true]);

    // Another app counts for itself.
    const { account: other } = await apps.link(test, await apps.createHolder(readOnlyId));
    expect(other).toMatchObject({ type: 'cross_app', providerApp: { id: readOnlyId } });
    expect(test.client.getState().user?.linkedAccounts.map(({ type }) => type)).toEqual([
      'email',
      'cross_app',
      'cross_app',
    ]);
  });

  it('is no other user’s: who logged in meanwhile did not ask for it', async () => {
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

  it('[XAPP-22] is taken away with its token, by its subject alone', async () => {
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
