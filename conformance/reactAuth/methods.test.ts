import { telegramBot } from '@latchkey/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAuthenticator,
  type Harness,
  openProfile,
  type Profile,
  pressAndClose,
  startHarness,
} from '../../e2e/harness/index.ts';
import { openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// Logins with methods other than email, in the published client's own screens.

let harness: Harness;
let profile: Profile;
let page: Page;
let app: PublishedApp;

beforeAll(async () => {
  harness = await startHarness({
    app: {
      published_clients: true,
      farcaster_auth: true,
      google_oauth: true,
      passkey_auth: true,
      passkeys_for_signup_enabled: true,
      telegram_auth: true,
      telegram_auth_config: {
        bot_id: telegramBot.id,
        bot_name: telegramBot.name,
        link_enabled: true,
        seamless_auth_enabled: true,
      },
    },
  });
  await publishReactAuthHost(harness, {
    createOnLogin: 'off',
    loginMethods: ['email', 'farcaster', 'google', 'passkey', 'telegram'],
  });
  profile = await openProfile();
  page = await profile.newPage();
});
afterAll(async () => {
  await profile?.close();
  await harness?.close();
});
beforeEach(async () => {
  await page.goto(`${harness.host.origin}/rpc`);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  app = await openPublishedApp(harness, page, harness.host.origin);
});

const user = () => page.getByTestId('user').filter({ hasText: 'did:privy:' });
const accounts = async () => JSON.parse(await app.read('accounts')) as Record<string, unknown>[];

/** Opens Google from the client, and presses a button there. */
async function answerGoogle(answer: string): Promise<void> {
  await app.press('Log in');
  await app.modal.getByRole('button', { name: 'Google' }).click();
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor();
  const way = page.getByRole('button', { name: answer, exact: true });
  if (!(await way.isVisible())) await page.getByText('Unhappy ways').click();
  await way.click();
}

describe('react-auth 1.99.1', () => {
  test("[OAUTH-01] [OAUTH-10] react-auth logs in with Google by redirect, and removes the provider's parameters from the address", async () => {
    await answerGoogle('Allow');
    await user().waitFor();
    expect(await accounts()).toMatchObject([
      { type: 'google_oauth', email: 'ada@people.example', name: 'Ada Lovelace' },
    ]);
    await page.waitForURL((url) => !url.search.includes('privy_oauth'));
  });

  test('[ERR-20] [OAUTH-06] react-auth reports that the user denied the login, or that the provider limits requests', async () => {
    await answerGoogle('Deny');
    await app.modal.getByText('Authentication failed').waitFor();
    app = await openPublishedApp(harness, page, harness.host.origin);
    await answerGoogle('Rate limit');
    await app.modal.getByText('Request limit reached for Google').waitFor();
    expect(await app.read('user')).toBe('signed out');
  });

  test('[FARC-05] react-auth logs in with Farcaster after a phone approves the login', async () => {
    await app.press('Log in');
    const opened = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/v1/farcaster/init') && response.request().method() === 'POST',
    );
    await app.modal.getByRole('button', { name: 'Farcaster' }).click();
    const { connect_uri } = await (await opened).json();
    const channelToken = new URL(connect_uri).searchParams.get('channelToken') ?? '';
    await fetch(`${harness.sandboxUrl}/farcaster/app`, {
      method: 'POST',
      body: new URLSearchParams({ channelToken, username: 'ada', answer: 'approve' }),
    });
    await user().waitFor();
    expect(await accounts()).toMatchObject([
      { type: 'farcaster', username: 'ada', fid: expect.any(Number), displayName: 'Ada of the sandbox' },
    ]);
  });

  test('[TELE-09] [TELE-11] react-auth logs in with Telegram, using the script from the service', async () => {
    await app.press('Log in');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      app.modal.getByRole('button', { name: 'Telegram' }).click(),
    ]);
    await pressAndClose(popup.getByRole('button', { name: 'Ada Lovelace' }));
    await user().waitFor();
    expect(await accounts()).toMatchObject([
      { type: 'telegram', telegramUserId: '700000001', username: 'ada' },
    ]);
  });

  test('[ROUTE-06] react-auth logs in the user of a Telegram mini app', async () => {
    const url = encodeURIComponent(`${harness.host.origin}/`);
    await page.goto(`${harness.sandboxUrl}/telegram/mini-app?id=700000002&url=${url}`);
    await user().waitFor();
    expect(await accounts()).toMatchObject([{ type: 'telegram', telegramUserId: '700000002' }]);
  });

  test('[PASS-05] [PASS-06] [LINK-12] react-auth signs up with a passkey, logs in with it, links another and unlinks one', async () => {
    const device = await addAuthenticator(page);
    const enter = async (way: string) => {
      await app.press('Log in');
      await app.modal.getByRole('button', { name: 'I have a passkey' }).click();
      await app.modal.getByRole('button', { name: way }).click();
      await user().waitFor();
      await app.modal.waitFor({ state: 'detached' });
    };
    await enter('Create new account');
    const signedUp = await app.read('user');
    const [first] = await accounts();
    expect(first).toMatchObject({ type: 'passkey', createdWithBrowser: 'Chrome', createdWithOs: 'Linux' });
    await app.press('Log out');
    await page.getByText('signed out').waitFor();
    await enter('Log in with a passkey');
    expect(await app.read('user')).toBe(signedUp);

    await app.press('Link passkey');
    await app.modal.getByText('Chrome on Linux').waitFor();
    await device.forget();
    await app.modal.getByRole('button', { name: 'Add new passkey' }).click();
    await app.modal.getByText('Passkeys updated').waitFor();
    await app.modal.getByRole('button', { name: 'Done' }).click();
    await expect.poll(accounts).toHaveLength(2);
    const both = (await accounts()).map(({ credentialId }) => credentialId);
    expect(both).toEqual([first?.credentialId, expect.any(String)]);
    await app.press('Unlink a passkey');
    expect(await app.read('result')).toBe('1');
    expect(await accounts()).toMatchObject([{ credentialId: both[1] }]);
  });
});
