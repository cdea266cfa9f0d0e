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

// A development service behind a TLS proxy with a host name of its own, as a developer shows it to others through a
// tunnel.

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

test('a user logs in, creates a wallet and signs through the tunnel, and the tokens name the tunnel as their issuer', async () => {
  const app = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  await app.logIn('tunnel@example.com');
  const address = await app.createWallet();
  expect(signerOfMessage('Hello', await app.signMessage('Hello'))).toBe(address);
  const [, claims = ''] = ((await app.getAccessToken()) ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: tunnelUrl });
});

test('a frame that was loaded without the tunnel reports the address of the tunnel', async () => {
  await publishCoreHost(harness);
  const page = await profile.newPage();
  const told: string[] = [];
  page.on('pageerror', ({ message }) => void told.push(message));
  const app = await openCoreApp(harness, page, harness.host.crossSiteOrigin);
  const past = `[latchkey] The wallet frame was loaded from ${harness.url}, but the address of this service is ${tunnelUrl}.`;
  // The login loads a frame, which reports it once. The browser delivers a page's errors at its own pace.
  await app.logIn('past@example.com');
  await expect.poll(() => told).toEqual([past]);
  // An operation replaces the refused frame with another.
  await expect(app.createWallet()).rejects.toThrow(tunnelUrl);
  await expect.poll(() => told).toEqual([past, past]);
});

test('a service behind a tunnel accepts neither the keys for development nor an anonymous request for metrics', async () => {
  const request = (path: string, headers: Record<string, string>) =>
    fetch(`${harness.url}${path}`, { headers }).then(({ status }) => status);
  expect(await request('/metrics', {})).toBe(401);
  expect(await request('/api/v1/admin/apps', { authorization: 'Bearer latchkey-dev-admin' })).toBe(401);
  const demo = Buffer.from('latchkey-demo-app-0000001:latchkey-demo-secret').toString('base64');
  const headers = { authorization: `Basic ${demo}`, 'privy-app-id': 'latchkey-demo-app-0000001' };
  expect(await request('/api/v1/users', headers)).toBe(401);
});
