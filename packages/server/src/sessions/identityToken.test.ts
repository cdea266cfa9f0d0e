import { claimsOf, createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  forkRoute,
  keySetRoutes,
  limits,
  reauthenticateRoute,
  sessionRoutes,
  type WireUser,
} from '@latchkey/wire';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityClaims } from './identityToken.ts';

const withIdentity = {
  id: 'latchkey-test-app-0000003',
  name: 'With identity tokens',
  email_auth: true,
  identity_tokens: true,
  legacy_custody_token: true,
  token_issuer: 'privy.io',
  allowed_origins: ['http://localhost:3000'],
};
const { id: appId } = withIdentity;

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [withIdentity] });
});
afterAll(() => service.close());

test('[SESS-03] an app with identity tokens gets one at login and refresh, and other apps do not', async () => {
  const login = await logIn(service, 'ada@example.com', { appId });
  const keys = (await service.call(keySetRoutes.get, { appId })).json;
  const check = async (token: string | null | undefined) =>
    jwtVerify(token ?? '', createLocalJWKSet(keys as JSONWebKeySet), {
      issuer: 'privy.io',
      audience: appId,
      typ: 'JWT',
      currentDate: new Date(service.clock.now()),
    });
  const { payload } = await check(login.identity_token);
  const { linked_accounts: accounts, ...claims } = payload;
  const nowS = Math.floor(service.clock.now() / 1000);
  expect(claims).toEqual({
    sub: login.user?.id,
    iss: 'privy.io',
    aud: appId,
    iat: nowS,
    exp: nowS + limits.accessTokenLifeMs / 1000,
    cr: String(login.user?.created_at),
  });
  expect(JSON.parse(String(accounts))).toEqual([{ type: 'email', address: 'ada@example.com', lv: nowS }]);

  const { json } = await service.call(sessionRoutes.refresh, {
    appId,
    body: { refresh_token: login.refresh_token },
  });
  expect((await check(json.identity_token)).payload.sub).toBe(login.user?.id);
  expect((await logIn(service, 'ada@example.com')).identity_token).toBeNull();
});

test('[S20] an identity token authorises no fork, no reauthentication and no log-out', async () => {
  const login = await logIn(service, 'grace@example.com', { appId });
  const bearer = login.identity_token ?? '';
  const fork = await service.call(forkRoute, {
    appId,
    bearer,
    body: { refresh_token: login.refresh_token },
  });
  expect(fork.json.code).toBe('missing_or_invalid_token');
  const body = { method: 'email', email: 'grace@example.com', code: '000000' };
  const proof = await service.call(reauthenticateRoute, { appId, bearer, body });
  expect(proof.json.code).toBe('missing_or_invalid_token');
  await service.call(sessionRoutes.logout, { appId, bearer });
  const { status } = await service.call(sessionRoutes.refresh, {
    appId,
    body: { refresh_token: login.refresh_token },
  });
  expect(status).toBe(200);
});

test('[S20] an access token has none of the claims that only an identity token has', async () => {
  const login = await logIn(service, 'kay@example.com', { appId });
  for (const token of [login.token, login.privy_access_token]) {
    for (const claim of ['linked_accounts', 'cr', 'guest', 'custom_metadata'])
      expect(claimsOf(token)).not.toHaveProperty(claim);
  }
});

test('identity claims mark guests, contain metadata as JSON, and use short field names', () => {
  const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: 2 };
  const user: WireUser = {
    id: 'did:privy:x',
    created_at: 7,
    linked_accounts: [
      { type: 'phone', phoneNumber: '+12015550123', ...times },
      { type: 'farcaster', fid: 5, owner_address: '0x1', bio: 'no', ...times },
      { type: 'twitter_oauth', subject: 's', username: null, profile_picture_url: 'https://x/p', ...times },
    ],
    mfa_methods: [],
    has_accepted_terms: false,
    is_guest: true,
    custom_metadata: { tier: 2 },
  };
  const claims = identityClaims(user, { appId: 'app', issuer: 'iss', nowMs: 0 });
  expect(claims).toMatchObject({ cr: '7', guest: 't', custom_metadata: '{"tier":2}' });
  expect(JSON.parse(String(claims.linked_accounts))).toEqual([
    { type: 'phone', phone_number: '+12015550123', lv: 2 },
    { type: 'farcaster', fid: 5, oa: '0x1', lv: 2 },
    { type: 'twitter_oauth', subject: 's', pfp: 'https://x/p', lv: 2 },
  ]);
});
