import { startIssuer } from '@latchkey/testkit';
import { customTokenRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrameFixture, openFrameFixture, signerOfHello } from '../frameFixture.testkit.ts';
import { app, signing } from '../mfa/mfa.testkit.ts';

// Someone whom the host signed in, by the messages of a host page over a real service.

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

test('[JWT-03] a login by the host’s own token creates a wallet, which is there after a reload', async () => {
  const token = await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub: 'ada' });
  const { json } = await fixture.service.call(customTokenRoutes.authenticate, { body: { token } });
  expect(json.user?.linked_accounts).toMatchObject([{ type: 'custom_auth', custom_user_id: 'ada' }]);
  const accessToken = json.privy_access_token ?? '';
  const browser = await fixture.openBrowser();
  const { data, error } = await browser.request('privy:wallet:create', { accessToken });
  expect([data, error]).toEqual([{ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) }, undefined]);
  const wallet = String(data?.address);
  await browser.reload();
  expect(signerOfHello(await browser.request('privy:wallet:rpc', { accessToken, ...signing(wallet) }))).toBe(
    wallet,
  );
});
