import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Profile, type Rig, screenshot, startRig } from '../../e2e/rig/index.ts';
import { signerOfMessage, signerOfTypedData } from '../../e2e/rig/signer.ts';
import { openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// The published client, unmodified: react-auth 1.99.1 with nothing changed in its app but `apiUrl`.

const greeting = {
  domain: { name: 'Latchkey', version: '1', chainId: 1 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello from the published client' },
} as const;

let rig: Rig;

beforeAll(async () => {
  rig = await startRig({ app: { legacy_custody_token: true, token_issuer: 'privy.io' } });
  await publishReactAuthHost(rig, 'users-without-wallets');
});
afterAll(() => rig?.close());

describe.each([
  { where: 'same site', originOf: (host: Rig['host']) => host.origin },
  { where: 'third-party storage blocked', originOf: (host: Rig['host']) => host.crossSiteOrigin },
])('react-auth 1.99.1, $where', ({ where, originOf }) => {
  let profile: Profile;
  let app: PublishedApp;
  let address: string;
  const email = `${where.replaceAll(' ', '-')}@example.com`;
  const picture = (name: string) =>
    screenshot(profile.context.pages()[0]!, `conformance-${where.replaceAll(' ', '-')}-${name}`);

  beforeAll(async () => {
    profile = await launchBrowser();
    app = await openPublishedApp(rig, await profile.newPage(), originOf(rig.host));
  });
  afterAll(() => profile?.close());

  test('logs in by e-mail code', async () => {
    await app.logIn(email);
    expect(await app.read('user')).toMatch(/^did:privy:/);
    expect(await app.read('email')).toBe(email);
  });

  test('creates a wallet on the way', async () => {
    address = await app.read('address');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await app.read('connected')).toBe(address);
    await picture('wallet');
  });

  test('signs a message, typed data, and through the EIP-1193 provider', async () => {
    const message = await app.sign('Sign message');
    expect(signerOfMessage('Hello from the published client', message)).toBe(address);
    const typed = await app.sign('Sign typed data');
    expect(signerOfTypedData(greeting, typed)).toBe(address);
    const provided = await app.sign('Sign through provider');
    expect(signerOfMessage('Hello from the provider', provided)).toBe(address);
    await picture('signed');
  });

  test('survives a reload: still logged in, same wallet, signs again', async () => {
    const page = profile.context.pages().at(-1)!;
    app = await openPublishedApp(rig, page, originOf(rig.host));
    expect(await app.read('address')).toBe(address);
    const signature = await app.sign('Sign message');
    expect(signerOfMessage('Hello from the published client', signature)).toBe(address);
  });

  test('logs out, and the service ends the session', async () => {
    await app.press('Log out');
    const page = profile.context.pages().at(-1)!;
    await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
    await page.reload();
    expect(await app.read('user')).toBe('signed out');
  });
});
