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
import { isSolanaSignature, signerOfMessage } from '../../e2e/harness/signer.ts';
import { openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// The newest published client, unmodified, with real preflights from the browser. This file intercepts no request,
// because Playwright answers preflights itself if a test intercepts requests.

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({
    app: {
      published_clients: true,
      embedded_wallet_config: {
        ethereum: { create_on_login: 'users-without-wallets' },
        solana: { create_on_login: 'users-without-wallets' },
      },
    },
  });
  await publishReactAuthHost(harness, { page: 'reactAuthNewest.jsx', client: 'react-auth-newest' });
});
afterAll(() => harness?.close());

const hello = 'Hello from the newest client';

describe.each([
  { where: 'same site', addressOf: ({ origin }: Harness['host']) => origin, storage: 'open' },
  {
    where: 'third-party storage blocked',
    addressOf: ({ crossSiteOrigin }: Harness['host']) => crossSiteOrigin,
    storage: 'refused',
  },
])('react-auth 3.45.0, $where', ({ where, addressOf, storage }) => {
  let profile: Profile;
  let page: Page;
  let app: PublishedApp;
  let addresses: { ethereum: string; solana: string };
  const name = where.replaceAll(/\W+/g, '-');
  const email = `newest-${name}@example.com`;
  const picture = (step: string) => screenshot(page, `conformance-newest-${name}-${step}`);
  const readAddresses = async () => ({
    ethereum: await app.read('connected'),
    solana: await app.read('solana'),
  });

  beforeAll(async () => {
    profile = await openProfile({ isWhole: true });
    page = await profile.newPage();
    app = await openPublishedApp(harness, page, `${addressOf(harness.host)}/`);
  });
  afterAll(() => profile?.close());

  test(`react-auth finds the storage of its wallet frame ${storage}`, async () => {
    expect(await probeStorage(page)).toBe(storage);
  });

  test('react-auth logs in with an email code, and creates an Ethereum and a Solana wallet during the login', async () => {
    await app.logIn(email);
    expect(await app.read('email')).toBe(email);
    addresses = await readAddresses();
    expect(addresses.ethereum).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(addresses.solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    await picture('wallets');
  });

  test('react-auth signs a message with each wallet', async () => {
    const signature = await app.sign('Sign message');
    expect(signerOfMessage(hello, signature)).toBe(addresses.ethereum);
    const solana = await app.sign('Sign on Solana');
    expect(isSolanaSignature(hello, solana, addresses.solana)).toBe(true);
    await picture('signed');
  });

  test('react-auth shows the key of the wallet on the export page', async () => {
    expect(await app.exportKey()).toBe(addresses.ethereum);
    await picture('exported');
  });

  test('react-auth survives a reload: still logged in, same wallets, signs again, after another login if the frame keeps no key', async () => {
    const answers: Promise<{ code?: string }>[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/frame/wallets/recover')) answers.push(answer.json());
    });
    app = await openPublishedApp(harness, page, `${addressOf(harness.host)}/`);
    expect(await readAddresses()).toEqual(addresses);
    if (storage === 'refused') {
      // The login counts only for the key that the frame had before the reload, and this client cannot confirm the
      // login for a new key.
      await app.press('Sign message');
      await expect.poll(() => answers.length).toBeGreaterThan(0);
      expect(await answers[0]).toMatchObject({ code: 'recent_login_required' });
      app = await openPublishedApp(harness, page, `${addressOf(harness.host)}/`);
      await app.press('Log out');
      await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
      await harness.service.advance(31_000);
      await app.logIn(email);
    }
    expect(signerOfMessage(hello, await app.sign('Sign message'))).toBe(addresses.ethereum);
  });

  test('react-auth logs out, and is still logged out after a reload', async () => {
    await app.press('Log out');
    await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
    await page.reload();
    expect(await app.read('user')).toBe('signed out');
  });
});
