import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { signerOfMessage, signerOfTypedData } from '../../e2e/harness/signer.ts';
import { bundlePublishedHost } from '../bundle.ts';
import { openPublishedApp, type PublishedApp } from './publishedApp.ts';

// The published clients, unmodified, in an app whose users use their wallets from another app. The clients open the
// popup and read its answers. Our service serves the popup's page.

const requesterId = 'latchkey-market-app-00001';
const order = {
  domain: { name: 'Market', version: '1', chainId: 31_337 },
  types: { Order: [{ name: 'what', type: 'string' }] },
  primaryType: 'Order',
  message: { what: 'One lantern' },
} as const;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    hosted: 'same-site',
    app: {
      name: 'Tidewater',
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
      cross_app_requesters: [{ app_id: requesterId, read_only: false }],
    },
    moreApps: [
      {
        id: requesterId,
        name: 'Harbour market',
        published_clients: true,
        cross_app_auth: true,
        cross_app_requesters: [],
        embedded_wallet_config: { ethereum: { create_on_login: 'off' } },
      },
    ],
  });
});
afterAll(() => harness?.close());

describe.each([
  { version: '1.99.1', client: undefined },
  { version: '3.45.0', client: 'react-auth-newest' },
])('react-auth $version as the requester', ({ version, client }) => {
  let profile: Profile;
  let page: Page;
  let app: PublishedApp;
  const name = version.replaceAll('.', '-');
  beforeAll(async () => {
    harness.host.setPage('/', {
      body: '<div id="root"></div><style>* { backdrop-filter: none !important }</style>',
      script: await bundlePublishedHost('crossAppApp.jsx', client),
      config: {
        apiUrl: harness.url,
        appId: requesterId,
        providerAppId: harness.appId,
        chainId: 31_337,
        rpcUrl: harness.chainUrl,
      },
    });
    profile = await openProfile();
    page = await profile.newPage();
    app = await openPublishedApp(harness, page, `${harness.host.crossSiteOrigin}/`);
  });
  afterAll(() => profile?.close());

  async function through(open: () => Promise<void>, answer: (popup: Page) => Promise<void>): Promise<void> {
    const [popup] = await Promise.all([page.waitForEvent('popup'), open()]);
    await Promise.all([popup.waitForEvent('close'), answer(popup)]);
  }
  /** Presses a button in the popup. Ignores a failed press: the button can close the popup before the press ends. */
  const pressIn = (button: string) => (popup: Page) =>
    popup
      .getByRole('button', { name: button, exact: true })
      .click()
      .catch(() => undefined);
  const request = async (act: string, answer: string) => {
    await through(() => app.press(act), pressIn(answer));
    return app.read('result');
  };

  test('[XAPP-04] [XAPP-05] [XAPP-13] react-auth links an account from another app, signs and sends with its wallet, and unlinks it', async () => {
    await app.logIn(`market-${name}@example.com`);
    const email = `tidewater-${name}@example.com`;
    await through(
      () => app.press('Link it'),
      async (popup) => {
        await popup.getByRole('button', { name: 'Log in to Tidewater', exact: true }).click();
        await popup.locator('input[type=email]').fill(email);
        await popup.keyboard.press('Enter');
        await popup.locator('input[name=code]').fill(await harness.inbox.nextCode(email));
        await pressIn('Allow')(popup);
      },
    );
    expect(await app.read('result')).toBe('done');
    const address = await app.read('address');
    expect(await app.read('accounts')).toContain('cross_app');

    const message = await request('Sign message', 'Sign');
    expect(signerOfMessage('Hello from the published client', message)).toBe(address);
    expect(signerOfTypedData(order, await request('Sign typed data', 'Sign'))).toBe(address);
    await harness.chain.fund(address, 10n ** 18n);
    const hash = await request('Send', 'Approve');
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    await expect
      .poll(() => harness.chain.request('eth_getTransactionReceipt', [hash]))
      .toMatchObject({ from: address.toLowerCase(), status: '0x1' });
    expect(await request('Sign message', 'Cancel')).toBe('error: User rejected request');

    await app.press('Unlink it');
    expect(await app.read('result')).toBe('done');
    await expect.poll(() => app.read('accounts')).toBe('email');
  });

  test('[XAPP-04] [XAPP-05] react-auth logs in with an account from another app, through its hook and through the row in its modal', async () => {
    await app.press('Log out');
    await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
    // The user is still logged in at the provider. The connection that ended is created again.
    await through(() => app.press('Log in with it'), pressIn('Allow'));
    await page.getByTestId('user').filter({ hasText: 'did:privy:' }).waitFor();
    expect(await app.read('accounts')).toBe('cross_app');
    const user = await app.read('user');
    await app.press('Log out');
    await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
    await app.press('Log in');
    await through(() => app.modal.getByRole('button', { name: 'Tidewater' }).click(), pressIn('Continue'));
    await page.getByTestId('user').filter({ hasText: 'did:privy:' }).waitFor();
    expect(await app.read('user')).toBe(user);
  });
});
