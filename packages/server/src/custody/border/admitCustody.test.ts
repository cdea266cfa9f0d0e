import {
  type CallFlaws,
  createCustodyClient,
  createTestService,
  enterCustody,
  logIn,
  randomId,
  type TestService,
  toSetRecovery,
} from '@latchkey/testkit';
import { custodyRoutes, limits, sessionRoutes } from '@latchkey/wire';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { verifyToken } = custodyRoutes;
const shop = {
  name: 'Shop',
  email_auth: true,
  id: 'latchkey-shop-app-0000001',
  allowed_origins: ['https://shop.example'],
};
const blog = {
  name: 'Blog',
  email_auth: true,
  id: 'latchkey-blog-app-0000001',
  allowed_origins: ['https://blog.example'],
};
const legacy = {
  name: 'Old client',
  email_auth: true,
  id: 'latchkey-old-app-00000001',
  allowed_origins: ['http://localhost:3000'],
  legacy_custody_token: true,
};
const both = ['https://both.example'];

let service: TestService;
beforeAll(async () => {
  const onOneSite = [shop, blog].map((app) => ({
    ...app,
    allowed_origins: [...app.allowed_origins, ...both],
  }));
  service = await createTestService({ apps: [...onOneSite, legacy] });
});
afterAll(() => service.close());

let people = 0;
const enter = (appId?: string) => {
  people += 1;
  return enterCustody(service, `person-${people}@example.com`, appId);
};

test('a valid custody request is answered with its user and session, and a nonce for the next proof', async () => {
  const { user, client } = await enter();
  const { status, json, headers } = await client.call(verifyToken, {});
  expect({ status, json }).toEqual({
    status: 200,
    json: { user_id: user.userId, session_id: expect.any(String), unlocked_for: null },
  });
  expect(headers.get('dpop-nonce')).toMatch(/^[\w-]{20,}$/);
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test.each<[string, CallFlaws]>([
  ['a host script', { origin: 'http://localhost:3000' }],
  ['another site', { origin: 'https://evil.example' }],
  ['a page with an opaque origin', { origin: 'null' }],
  ['curl, without Origin', { origin: null }],
  ['a cross-site request that lies about its Origin', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a same-site page of another port', { headers: { 'sec-fetch-site': 'same-site' } }],
])('[S6] a custody route refuses a call from %s', async (_, flaws) => {
  const { client } = await enter();
  const refused = await client.call(verifyToken, {}, flaws);
  expect(refused).toMatchObject({ status: 403, json: { code: 'origin_not_allowed' } });
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
});

test.each<[string, CallFlaws]>([
  ['no proof', { proof: null }],
  ['a proof that is no token', { proof: 'a.b.c' }],
  ['another method', { claims: { htm: 'GET' } }],
  ['another path', { claims: { htu: 'http://localhost:4000/api/v1/frame/wallets/recover' } }],
  ['another host', { claims: { htu: 'http://localhost:4001/api/v1/frame/token/verify' } }],
  ['another token', { claims: { ath: 'A'.repeat(43) } }],
  ['no token hash', { claims: { ath: undefined } }],
  ['another body', { claims: { bh: 'A'.repeat(43) } }],
  ['no body hash', { claims: { bh: undefined } }],
  ['another embedding page', { claims: { po: 'https://evil.example' } }],
  ['no embedding page', { claims: { po: undefined } }],
  ['no time', { claims: { iat: undefined } }],
  ['no id', { claims: { jti: undefined } }],
  ['a short id', { claims: { jti: 'short' } }],
  ['another type', { header: { typ: 'JWT' } }],
  ['no key', { header: { jwk: undefined } }],
])('a custody request is refused because of its proof: %s', async (_, flaws) => {
  const { client } = await enter();
  await client.call(verifyToken, {});
  expect(await client.call(verifyToken, {}, flaws)).toMatchObject({
    status: 401,
    json: { code: 'invalid_dpop_proof' },
  });
});

test('a proof of possession is refused if another key signed it than the one that it contains, or if it contains a private key', async () => {
  const { client } = await enter();
  const nonce = (await client.call(verifyToken, {})).headers.get('dpop-nonce');
  const stranger = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(stranger.publicKey);
  const swapped = await client.call(verifyToken, {}, { header: { jwk } });
  expect(swapped.json.code).toBe('invalid_dpop_proof');
  const claims = JSON.parse(
    Buffer.from(client.lastProof().split('.')[1] ?? '', 'base64url').toString(),
  ) as object;
  const withPrivate = { typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(stranger.privateKey) };
  const proof = await new SignJWT({ ...claims, jti: randomId(), nonce })
    .setProtectedHeader(withPrivate)
    .sign(stranger.privateKey);
  expect((await client.call(verifyToken, {}, { proof })).json.code).toBe('invalid_dpop_proof');
});

test('custody routes that release, export, change or import refuse a token of no session', async () => {
  const { client, wallet } = await enter();
  const { ref, body, entropyUid } = wallet;
  expect((await client.call(custodyRoutes.create, body)).json.created).toBe(true);
  const { device_id } = body.device;
  const recovery = { ...body.recovery, recovery_id: randomId(), recovery_version: 2 };
  for (const token of ['', 'nobody', 'a.b.c']) {
    const answers = [
      await client.call(custodyRoutes.connect, { ...ref, device_id, entropy_uid: entropyUid }, { token }),
      await client.call(custodyRoutes.recover, ref, { token }),
      await client.call(custodyRoutes.recoveryParameters, ref, { token }),
      await client.call(custodyRoutes.export, { ...ref, address: wallet.address, what: 'key' }, { token }),
      await client.call(custodyRoutes.setRecovery, toSetRecovery(wallet, recovery), { token }),
      await client.call(custodyRoutes.import, { ...body, kind: 'imported-key' }, { token }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 401, json: { code: 'missing_or_invalid_token' } });
  }
});

test('a proof of possession is valid for one request', async () => {
  const { client } = await enter();
  expect((await client.call(verifyToken, {})).status).toBe(200);
  const again = await client.call(verifyToken, {}, { proof: client.lastProof() });
  expect(again).toMatchObject({ status: 401, json: { code: 'invalid_dpop_proof' } });
});

test('a proof of possession needs a recent nonce of the server for this app, but not the right time', async () => {
  const { client } = await enter();
  const first = await client.call(verifyToken, {}, { retry: false });
  expect(first).toMatchObject({ status: 401, json: { code: 'use_dpop_nonce' } });
  expect(first.headers.get('dpop-nonce')).toBeTruthy();
  const slow = { claims: { iat: 1 }, retry: false };
  expect((await client.call(verifyToken, {}, slow)).status).toBe(200);

  const context = await service.call(custodyRoutes.context, {
    appId: shop.id,
    body: { app_id: shop.id, parent_origin: 'https://shop.example', ancestor_origins: [] },
  });
  const { dpop_nonce: nonce } = context.json;
  for (const wrong of [nonce, 'A'.repeat(30), '', 7]) {
    const refused = await client.call(verifyToken, {}, { claims: { nonce: wrong }, retry: false });
    expect(refused.json.code).toBe('use_dpop_nonce');
  }
  service.clock.advance(limits.dpopNonceLifeMs);
  expect((await client.call(verifyToken, {}, { retry: false })).json.code).toBe('use_dpop_nonce');
  expect((await client.call(verifyToken, {}, { retry: false })).status).toBe(200);
});

test.each<[string, (tokens: Awaited<ReturnType<typeof enterCustody>>['user']) => CallFlaws]>([
  ['no token', () => ({ token: '' })],
  ['a forged token', ({ privyAccessToken }) => ({ token: `${privyAccessToken.slice(0, -8)}AAAAAAAA` })],
  ['the token of host back ends', ({ token }) => ({ token })],
  ['a plain bearer', () => ({ scheme: 'Bearer' })],
  ['the frame of another app', () => ({ appId: shop.id })],
])('a custody request with %s is refused', async (_, flawsOf) => {
  const { user, client } = await enter();
  const refused = await client.call(verifyToken, {}, flawsOf(user));
  expect(refused).toMatchObject({ status: 401, json: { code: 'missing_or_invalid_token' } });
});

test('an app with legacy_custody_token also accepts the access token for host back ends', async () => {
  const { user, client } = await enter(legacy.id);
  expect((await client.call(verifyToken, {}, { token: user.token })).status).toBe(200);
  expect((await client.call(verifyToken, {})).status).toBe(200);
});

test('a custody route refuses a session that was logged out, and a token that expired', async () => {
  const ada = await enter();
  expect((await ada.client.call(verifyToken, {})).status).toBe(200);
  await service.call(sessionRoutes.logout, {
    bearer: ada.user.privyAccessToken,
    body: { refresh_token: ada.user.refreshToken },
  });
  expect((await ada.client.call(verifyToken, {})).json.code).toBe('missing_or_invalid_token');
  const eve = await enter();
  service.clock.advance(limits.accessTokenLifeMs);
  expect((await eve.client.call(verifyToken, {})).json.code).toBe('missing_or_invalid_token');
});

test('[S6] the page around the frame must be an origin of the token’s app, even if two apps share a site', async () => {
  const from = (parent_origin: string) => ({ parent_origin });
  const { privy_access_token: token } = await logIn(service, 'ada@example.com', {
    appId: shop.id,
    origin: 'https://shop.example',
  });
  const client = await createCustodyClient(service, { token: token ?? '', appId: shop.id });
  expect((await client.call(verifyToken, from('https://shop.example'))).status).toBe(200);
  expect((await client.call(verifyToken, from('https://both.example'))).status).toBe(200);
  for (const origin of ['https://blog.example', 'https://shop.example.evil.example', 'null', '']) {
    const refused = await client.call(verifyToken, from(origin));
    expect(refused).toMatchObject({ status: 403, json: { code: 'origin_not_allowed' } });
  }
  const foreign = await client.call(verifyToken, from('https://both.example'), { appId: blog.id });
  expect(foreign).toMatchObject({ status: 401, json: { code: 'missing_or_invalid_token' } });
});
