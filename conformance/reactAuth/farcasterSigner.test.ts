import { createPublicKey, verify } from 'node:crypto';
import { farcasterRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// Farcaster signers, in the published clients' own screens.

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    app: {
      published_clients: true,
      farcaster_auth: true,
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
    },
  });
});
afterAll(() => harness?.close());

async function answerOf(page: Page, path: string): Promise<Record<string, string>> {
  const response = await page.waitForResponse(
    (one) => new URL(one.url()).pathname === path && one.request().method() === 'POST' && one.ok(),
  );
  return response.json();
}
async function approve(page: 'app' | 'signer', form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({ ...form, answer: 'approve' });
  const { status } = await fetch(`${harness.sandboxUrl}/farcaster/${page}`, { method: 'POST', body });
  expect(status).toBe(200);
}

describe.each([
  { version: '1.99.1', client: undefined, username: 'conny' },
  { version: '3.45.0', client: 'react-auth-newest', username: 'nina' },
])('react-auth $version', ({ client, username }) => {
  let profile: Profile;
  let page: Page;
  let app: PublishedApp;
  beforeAll(async () => {
    await publishReactAuthHost(harness, {
      page: 'farcasterApp.jsx',
      loginMethods: ['farcaster'],
      ...(client ? { client } : {}),
    });
    profile = await openProfile();
    page = await profile.newPage();
    app = await openPublishedApp(harness, page, harness.host.origin);
  });
  afterAll(() => profile?.close());

  test('[FSIG-02] [FSIG-06] [FRAME-06] react-auth adds a Farcaster signer, and signs a hash with it', async () => {
    await app.press('Log in');
    const farcaster = app.modal.getByRole('button', { name: 'Farcaster' });
    const opening = answerOf(page, farcasterRoutes.init.path);
    // If Farcaster is the only login method, the client starts it by itself.
    await Promise.race([opening, farcaster.click().then(() => opening)]);
    const { connect_uri = '' } = await opening;
    await approve('app', {
      channelToken: new URL(connect_uri).searchParams.get('channelToken') ?? '',
      username,
    });
    await app.read('address');
    await app.modal.waitFor({ state: 'detached' });

    const asking = answerOf(page, farcasterRoutes.signerInit.path);
    await app.press('Add signer');
    const { signer_approval_url: url = '' } = await asking;
    await approve('signer', { token: new URL(url).searchParams.get('token') ?? '', username });
    const shown = await app.read('accounts');
    expect(shown).toMatch(/^0x[0-9a-f]{64}$/);
    await app.modal.waitFor({ state: 'detached' });

    await app.press('Sign hash');
    const [key = '', signature = ''] = (await app.read('result')).split(' ');
    expect(`0x${key}`).toBe(shown);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'hex')]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, new Uint8Array(20).fill(7), publicKey, Buffer.from(signature, 'hex'))).toBe(true);
  });
});
