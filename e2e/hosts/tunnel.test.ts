import { freePort } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCoreApp, publishCoreHost } from '../harness/coreApp.ts';
import {
  type Harness,
  launchBrowser,
  type Profile,
  type SecureSites,
  startHarness,
  startSecureSites,
} from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';

// A development service behind a proxy with TLS, at a name of its own: what a developer shows others by a tunnel.

const name = 'latchkey.tunnel.test';

let harness: Harness;
let sites: SecureSites;
let profile: Profile;
let tunnelUrl: string;

beforeAll(async () => {
  const port = await freePort();
  tunnelUrl = `https://${name}:${port}`;
  harness = await startHarness({
    env: {
      LATCHKEY_TUNNEL_URL: tunnelUrl,
      LATCHKEY_ADMIN_KEY: 'a key of forty-three letters and digits 123',
    },
  });
  sites = await startSecureSites({ [name]: Number(new URL(harness.url).port) }, port);
  await publishCoreHost(harness, { apiUrl: tunnelUrl });
  profile = await launchBrowser({ resolve: [name] });
});
afterAll(async () => {
  await profile?.close();
  await sites?.close();
  await harness?.close();
});

test('logs in, makes a wallet and signs through the tunnel, with tokens in its name', async () => {
  const app = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  await app.logIn('tunnel@example.com');
  const address = await app.createWallet();
  expect(signerOfMessage('Hello', await app.signMessage('Hello'))).toBe(address);
  const [, claims = ''] = ((await app.getAccessToken()) ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: tunnelUrl });
});

test('tells a frame that was loaded past the tunnel where it belongs', async () => {
  await publishCoreHost(harness);
  const page = await profile.newPage();
  const told: string[] = [];
  page.on('pageerror', ({ message }) => void told.push(message));
  const app = await openCoreApp(harness, page, harness.host.crossSiteOrigin);
  const past = `[latchkey] The wallet frame was loaded from ${harness.url}, but the address of this service is ${tunnelUrl}.`;
  // The login loads a frame, which tells it once. The browser tells of a page's errors in its own time.
  await app.logIn('past@example.com');
  await expect.poll(() => told).toEqual([past]);
  // An operation loads another in the place of the one that was refused.
  await expect(app.createWallet()).rejects.toThrow(tunnelUrl);
  await expect.poll(() => told).toEqual([past, past]);
});

test('guards what others can reach as production does', async () => {
  const request = (path: string, headers: Record<string, string>) =>
    fetch(`${harness.url}${path}`, { headers }).then(({ status }) => status);
  expect(await request('/metrics', {})).toBe(401);
  expect(await request('/api/v1/admin/apps', { authorization: 'Bearer latchkey-dev-admin' })).toBe(401);
  const demo = Buffer.from('latchkey-demo-app-0000001:latchkey-demo-secret').toString('base64');
  const headers = { authorization: `Basic ${demo}`, 'privy-app-id': 'latchkey-demo-app-0000001' };
  expect(await request('/api/v1/users', headers)).toBe(401);
});
