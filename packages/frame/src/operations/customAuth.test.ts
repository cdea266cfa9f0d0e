import { startIssuer } from '@latchkey/testkit';
import { customTokenRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrameFixture, openFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { app, signing } from '../mfa/mfa.testkit.ts';

// Wallet of a user who logs in with the host app's own token, over a real service.

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let fixture: FrameFixture;
beforeAll(async () => {
  issuer = await startIssuer(() => fixture.service.clock.now());
  const custom_jwt_config = { ...rules, public_key: issuer.publicKey() };
  fixture = await openFrameFixture({ app: { ...app, custom_jwt_auth: true, custom_jwt_config } });
});
afterAll(async () => {
  await fixture?.close();
  await issuer?.close();
});

test('[JWT-03] creates a wallet after a login with the host app’s own token, and signs with it after a reload', async () => {
  const token = await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub: 'ada' });
  const { json } = await fixture.service.call(customTokenRoutes.authenticate, { body: { token } });
  expect(json.user?.linked_accounts).toMatchObject([{ type: 'custom_auth', custom_user_id: 'ada' }]);
  const accessToken = json.privy_access_token ?? '';
  const browser = await fixture.openBrowser();
  const { data, error } = await browser.request('privy:wallet:create', { accessToken });
  expect(data).toEqual({ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) });
  expect(error).toBeUndefined();
  const wallet = String(data?.address);
  await browser.reload();
  expect(signerOfHello(await browser.request('privy:wallet:rpc', { accessToken, ...signing(wallet) }))).toBe(
    wallet,
  );
});
