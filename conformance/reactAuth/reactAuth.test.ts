import { Address, Secp256k1 } from 'ox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Harness,
  openProfile,
  type Profile,
  probeStorage,
  screenshot,
  startHarness,
} from '../../e2e/harness/index.ts';
import { signerOfMessage, signerOfTypedData } from '../../e2e/harness/signer.ts';
import { isWide, openPublishedApp, type PublishedApp, publishReactAuthHost, walked } from './publishedApp.ts';

// The published client, unmodified. In its app only `apiUrl` is changed.

const greeting = {
  domain: { name: 'Latchkey', version: '1', chainId: 1 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello from the published client' },
} as const;

/** Address of the key that the host app imports. */
const imported = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: `0x${'5a'.repeat(32)}` }), {
  checksum: true,
});

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({
    app: {
      published_clients: true,
      embedded_wallet_config: { user_owned_recovery_options: ['user-passcode'] },
    },
  });
  await publishReactAuthHost(harness);
  if (isWide) await publishReactAuthHost(harness, { path: '/older', client: 'react-auth-v1-events' });
});
afterAll(() => harness?.close());

const clients = walked([
  {
    version: '1.99.1',
    where: 'same site',
    addressOf: ({ origin }: Harness['host']) => `${origin}/`,
    storage: 'open',
  },
  {
    version: '1.99.1',
    where: 'third-party storage blocked',
    addressOf: ({ crossSiteOrigin }: Harness['host']) => `${crossSiteOrigin}/`,
    storage: 'refused',
  },
  {
    // Uses the earlier family of wallet events: `privy:wallet:*`.
    version: '1.90.0',
    where: 'older, same site',
    addressOf: ({ origin }: Harness['host']) => `${origin}/older`,
    storage: 'open',
  },
]);

// The first of these is the main journey.
describe.each(clients.slice(0, 1))('react-auth $version, $where', { tags: 'story' }, completeJourney);
describe.each(clients.slice(1))('react-auth $version, $where', completeJourney);

function completeJourney({ version, where, addressOf, storage }: (typeof clients)[number]): void {
  let profile: Profile;
  let page: Page;
  let app: PublishedApp;
  let address: string;
  const email = `${where.replaceAll(/\W+/g, '-')}@example.com`;
  const picture = (name: string) => screenshot(page, `conformance-${where.replaceAll(/\W+/g, '-')}-${name}`);

  beforeAll(async () => {
    profile = await openProfile({ isWhole: true });
    page = await profile.newPage();
    app = await openPublishedApp(harness, page, addressOf(harness.host));
  });
  afterAll(() => profile?.close());

  test(`react-auth finds the storage of its wallet frame ${storage}`, async () => {
    expect(await probeStorage(page)).toBe(storage);
  });

  test('react-auth logs in with an email code', async () => {
    await app.logIn(email);
    expect(await app.read('user')).toMatch(/^did:privy:/);
    expect(await app.read('email')).toBe(email);
  });

  test('react-auth creates a wallet during the login', async () => {
    address = await app.read('address');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await app.read('connected')).toBe(address);
    await picture('wallet');
  });

  test('react-auth signs a message, typed data, and through the EIP-1193 provider', async () => {
    const message = await app.sign('Sign message');
    expect(signerOfMessage('Hello from the published client', message)).toBe(address);
    const typed = await app.sign('Sign typed data');
    expect(signerOfTypedData(greeting, typed)).toBe(address);
    const provided = await app.sign('Sign through provider');
    expect(signerOfMessage('Hello from the provider', provided)).toBe(address);
    await picture('signed');
  });

  test('react-auth shows the key of the wallet on the export page', async () => {
    expect(await app.exportKey()).toBe(address);
    await picture('exported');
  });

  test('react-auth survives a reload: still logged in, same wallet, signs again if the frame keeps its key', async () => {
    app = await openPublishedApp(harness, page, addressOf(harness.host));
    expect(await app.read('address')).toBe(address);
    if (storage === 'refused') return;
    const signature = await app.sign('Sign message');
    expect(signerOfMessage('Hello from the published client', signature)).toBe(address);
  });

  if (storage === 'refused') {
    test('react-auth is asked for a recent login to open a wallet whose key the frame lost at a reload, and signs after another login', async () => {
      expect(await app.read('connected')).toBe(address);
      const refused = page.waitForResponse(
        (response) => response.url().endsWith('/frame/wallets/recover') && response.status() === 403,
      );
      await app.press('Sign message');
      expect((await (await refused).json()).code).toBe('recent_login_required');
      app = await openPublishedApp(harness, page, addressOf(harness.host));
      await app.press('Log out');
      await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
      await harness.service.advance(31_000);
      await app.logIn(email);
      const signature = await app.sign('Sign message');
      expect(signerOfMessage('Hello from the published client', signature)).toBe(address);
    });
  }

  if (version === '1.99.1' && storage === 'open') {
    test('react-auth adds a second wallet, and imports a key, which signs', async () => {
      await app.read('connected');
      await app.press('Add wallet');
      const added = await app.read('result');
      await app.press('Import wallet');
      await expect.poll(() => app.read('result')).toBe(imported);
      expect(await app.read('imported')).toBe(imported);
      const signature = await app.sign('Sign with the imported one');
      expect(signerOfMessage('Hello from the provider', signature)).toBe(imported);
      const listIndexes = async () => {
        const accounts = JSON.parse(await app.read('accounts')) as {
          address?: string;
          walletIndex?: number;
        }[];
        return accounts.map(({ address: own, walletIndex }) => [own, walletIndex]);
      };
      await expect.poll(listIndexes).toEqual(
        expect.arrayContaining([
          [address, 0],
          [added, 1],
          [imported, 0],
        ]),
      );
    });
  }

  if (version === '1.99.1' && storage === 'open') {
    test('react-auth sets a password, which opens the wallet in a new browser profile', async () => {
      const password = 'correct-horse-battery';
      await app.setPassword(password);
      expect(await app.read('result')).toBe('user-passcode');
      await app.press('Fork session');
      await expect.poll(() => app.read('result')).not.toBe('user-passcode');
      const forked = encodeURIComponent(await app.read('result'));

      const device = await openProfile();
      try {
        const fresh = await device.newPage();
        const there = await openPublishedApp(harness, fresh, `${harness.host.origin}/?privy_token=${forked}`);
        expect(await there.read('user')).toBe(await app.read('user'));
        // Before its wallet is connected, this client would show an error instead of the password field.
        await there.read('connected');
        await there.press('Sign message');
        await there.modal.getByText('Please provision your account on this new device.').waitFor();
        const recover = there.modal.getByRole('button', { name: 'Recover your account' });
        await there.modal.locator('input').fill('correct-horse-batteri');
        await recover.click();
        await there.modal.getByText('Invalid recovery password, please try again.').waitFor();
        await there.modal.locator('input').fill(password);
        await recover.click();
        await there.modal.getByRole('button', { name: 'Sign and continue' }).click();
        const signature = await there.read('result');
        expect(signerOfMessage('Hello from the published client', signature)).toBe(address);
      } finally {
        await device.close();
      }
    });
  }

  test('react-auth logs out, and is still logged out after a reload', async () => {
    await app.press('Log out');
    await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
    await page.reload();
    expect(await app.read('user')).toBe('signed out');
  });
}
