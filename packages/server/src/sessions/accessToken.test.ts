import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { keySetRoutes, limits, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type App, createApps } from '../apps/index.ts';
import { type Audit, createAudit } from '../audit/index.ts';
import { createSealing, openKeyring, type Sealing } from '../crypto/index.ts';
import type { World } from '../world.ts';
import { createSessions, type Sessions } from './index.ts';
import { createSigningKeys, type SigningKey, type SigningKeys } from './keys/signingKeys.ts';

const serviceUrl = 'http://localhost:4000';
const issuer = 'https://issuer.example';
const allowed_origins = ['http://localhost:3000'];
const testApps = [
  { id: 'latchkey-test-app-0000001', name: 'First', email_auth: true, allowed_origins, token_issuer: issuer },
  {
    id: 'latchkey-test-app-0000002',
    name: 'Second',
    email_auth: true,
    allowed_origins,
    legacy_custody_token: true,
  },
];

let service: TestService;
let world: World;
let audit: Audit;
let sealing: Sealing;
let sessions: Sessions;
let signingKeys: SigningKeys;
let app: App;
let otherApp: App;
let key: SigningKey;
let login: TokenReply;
let loggedInAtMs: number;

/** Creates the modules over the test service's database, as another process of the same deployment would. */
beforeAll(async () => {
  service = await createTestService({ apps: testApps });
  world = service.world;
  audit = createAudit(world);
  sealing = createSealing(world, {
    keyring: openKeyring(world, world.config.partsKeks, world.config.aws),
    store: 'parts',
  });
  signingKeys = createSigningKeys(world, { audit, sealing });
  const apps = createApps(world, {
    audit,
    verificationKey: signingKeys.verificationKey,
    toOnRampServices: () => ({}),
  });
  sessions = createSessions(world, { apps, audit, signingKeys });
  const find = async (id = '') => (await apps.find(id)) ?? expect.fail(`no app ${id}`);
  app = await find(testApps[0]?.id);
  otherApp = await find(testApps[1]?.id);
  await enter();
  key = await createSigningKeys(world, { audit, sealing }).get(app.id);
});
async function enter(): Promise<void> {
  login = await logIn(service, 'ada@example.com');
  loggedInAtMs = service.clock.now();
}

// One test advances the clock past the end of the shared login's tokens.
beforeEach(async () => {
  const hasEnded = Number(claimsOf(login.token).exp) * 1000 <= service.clock.now();
  if (hasEnded) await enter();
});
afterAll(() => service.close());

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (jwt: string | null, part: number) =>
  JSON.parse(Buffer.from(jwt?.split('.')[part] ?? '', 'base64url').toString()) as Record<string, unknown>;
const claimsOf = (jwt: string | null) => decode(jwt, 1);

/** Creates a token like the login's with some changes, signed with the app's own key unless another is given. */
function craft(
  change: { header?: Record<string, unknown>; claims?: Record<string, unknown> } = {},
  privateKey: KeyObject = key.privateKey,
): string {
  const header = { ...decode(login.token, 0), ...change.header };
  const signed = `${encode(header)}.${encode({ ...claimsOf(login.token), ...change.claims })}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

async function expectRefused(token: string | null, by: App = app): Promise<void> {
  await expect(sessions.authenticate(by, token)).rejects.toMatchObject({ code: 'missing_or_invalid_token' });
}

describe('signed tokens', () => {
  test('[SESS-02, S19] `token` is signed with ES256 and has subject, expiration, issuer, and the app as audience', () => {
    expect(decode(login.token, 0)).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.kid });
    const { sub, iss, aud, sid, iat, exp, ...rest } = claimsOf(login.token);
    expect({ sub, iss, aud }).toEqual({ sub: login.user?.id, iss: issuer, aud: app.id });
    expect(sid).toMatch(/^[a-z2-7]{25}$/);
    expect(Number(exp) - Number(iat)).toBe(3_600);
    expect(Number(iat)).toBe(Math.floor(loggedInAtMs / 1000));
    expect(rest).toEqual({});
  });

  test('[SESS-02] `privy_access_token` has the service as audience and names the app and the session of `token`', () => {
    expect(decode(login.privy_access_token, 0)).toEqual({ alg: 'HS256', typ: 'JWT', kid: key.kid });
    const { aud, aid, ...rest } = claimsOf(login.privy_access_token);
    expect({ aud, aid }).toEqual({ aud: serviceUrl, aid: app.id });
    const { aud: _, ...customer } = claimsOf(login.token);
    expect(rest).toEqual(customer);
  });

  test('the issuer of an access token is the service if the app sets none', async () => {
    const other = await logIn(service, 'ada@example.com', { appId: otherApp.id });
    expect(claimsOf(other.token).iss).toBe(serviceUrl);
  });

  test('[S24] each login has a session id of its own', async () => {
    const again = await logIn(service, 'ada@example.com');
    expect(again.user?.id).toBe(login.user?.id);
    expect(claimsOf(again.token).sid).not.toBe(claimsOf(login.token).sid);
  });
});

describe('signing keys', () => {
  test('[S19] a standard library verifies an access token with the key set from both of its paths', async () => {
    for (const route of [keySetRoutes.get, keySetRoutes.getForServers]) {
      const { status, json } = await service.call(route);
      expect(status).toBe(200);
      expect(JSON.stringify(json)).not.toContain('"d"');
      const verified = await jwtVerify(login.token ?? '', createLocalJWKSet(json as JSONWebKeySet), {
        audience: app.id,
        issuer,
        currentDate: new Date(service.clock.now()),
      });
      expect(verified.payload.sub).toBe(login.user?.id);
    }
  });

  test('each app has a signing key of its own, also available as PEM', async () => {
    const pem = await signingKeys.verificationKey(app.id);
    expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect(pem).not.toBe(await signingKeys.verificationKey(otherApp.id));
  });

  test('ten processes that need an app’s first signing key at once agree on one', async () => {
    const processes = Array.from({ length: 10 }, () => createSigningKeys(world, { audit, sealing }));
    const kids = await Promise.all(
      processes.map(async (keys) => (await keys.get('latchkey-test-app-0000009')).kid),
    );
    expect(new Set(kids)).toHaveLength(1);
  });

  test('the private part of a signing key is sealed at rest', async () => {
    const rows = await world.database.statement<{ row: string }>(
      'test_keys',
      'select s::text as row from signing_keys s',
    )([]);
    const pkcs8 = key.privateKey.export({ format: 'der', type: 'pkcs8' });
    const { d = '' } = key.privateKey.export({ format: 'jwk' });
    const dump = rows.map(({ row }) => row).join('\n');
    expect(dump).toContain(key.kid);
    for (const secret of [pkcs8.toString('hex'), Buffer.from(d, 'base64url').toString('hex'), d]) {
      expect(dump).not.toContain(secret);
    }
  });
});

describe('verification of access tokens', () => {
  test('[S19] authentication accepts both access tokens of a living session', async () => {
    for (const token of [login.token, login.privy_access_token, craft()]) {
      const session = await sessions.authenticate(app, token);
      expect(session.userId).toBe(login.user?.id);
      expect(session.sessionId).toBe(claimsOf(login.token).sid);
    }
  });

  test('[S19] authentication refuses a missing token, nonsense, and a token whose signature is missing or does not match', async () => {
    const [header, claims, signature = ''] = craft().split('.');
    await expectRefused(null);
    for (const token of [
      '',
      'nonsense',
      '..',
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}.${encode({ ...claimsOf(login.token), sub: 'did:privy:somebodyelse' })}.${signature}`,
      `${header}.${claims}.${Buffer.alloc(64).toString('base64url')}`,
      `${craft()}.x`,
    ]) {
      await expectRefused(token);
    }
  });

  test('[S19] authentication refuses a token with alg `none` and one with an HMAC keyed with the public key', async () => {
    const pem = await signingKeys.verificationKey(app.id);
    const jwk = JSON.stringify(key.publicJwk);
    for (const alg of ['none', 'None', 'NONE', '']) await expectRefused(craft({ header: { alg } }));
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS512', 'sha512'],
    ] as const) {
      for (const secret of [pem, pem.trim(), jwk, key.publicKey.export({ format: 'der', type: 'spki' })]) {
        const signed = `${encode({ alg, typ: 'JWT', kid: key.kid })}.${encode(claimsOf(login.token))}`;
        await expectRefused(`${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`);
      }
    }
  });

  test('[S19, S20] authentication accepts the service’s own token only with its own key and its own claims', async () => {
    const { secret, header } = key.service;
    const claims = claimsOf(login.privy_access_token);
    const [, payload = '', mac = ''] = (login.privy_access_token ?? '').split('.');
    const sealed = (change: Record<string, unknown>, otherHeader = header, otherSecret = secret) => {
      const signed = `${otherHeader}.${encode({ ...claims, ...change })}`;
      return `${signed}.${createHmac('sha256', otherSecret).update(signed).digest('base64url')}`;
    };
    expect((await sessions.authenticate(app, sealed({}))).userId).toBe(login.user?.id);

    const other = (await createSigningKeys(world, { audit, sealing }).get(otherApp.id)).service;
    const nowS = Math.floor(service.clock.now() / 1000);
    for (const token of [
      `${header}.${payload}.`,
      `${header}.${payload}.${Buffer.alloc(32).toString('base64url')}`,
      `${header}.${encode({ ...claims, sub: 'did:privy:somebodyelse' })}.${mac}`,
      `${header}.${payload}.${mac}.x`,
      sealed({}, encode({ alg: 'none', typ: 'JWT', kid: key.kid })),
      sealed({}, encode({ alg: 'HS512', typ: 'JWT', kid: key.kid })),
      sealed({}, key.jwtHeader),
      sealed({}, header, Buffer.from(key.publicJwk.x, 'base64url')),
      sealed({}, other.header, other.secret),
      // With the right key, but wrong claims: audience, app, issuer, times or session.
      sealed({ aud: app.id }),
      sealed({ aid: otherApp.id }),
      sealed({ iss: serviceUrl }),
      sealed({ exp: nowS }),
      sealed({ exp: nowS + 7_200 }),
      sealed({ sid: undefined }),
      // With the claims of the service's token, but signed by the app's key pair.
      craft({ claims }),
    ]) {
      await expectRefused(token);
    }
  });

  test('[S19] authentication refuses a token that contains its key or points to one', async () => {
    const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...attacker.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256' };
    const headers = [
      { jwk },
      { jku: 'https://evil.example/jwks.json' },
      { x5u: 'https://evil.example/cert.pem' },
      { x5c: ['MIIB'] },
      { crit: ['exp'] },
      { kid: '../../dev/null' },
      {},
    ];
    for (const header of headers) await expectRefused(craft({ header }, attacker.privateKey));
    // Such a header is refused even if the app's own key signed the token.
    for (const header of headers.slice(0, -1)) await expectRefused(craft({ header }));
  });

  test('[S19] authentication refuses a token of another type, or with claims that are missing, expired, not yet valid, too long-lived, or of another issuer or user', async () => {
    const nowS = Math.floor(service.clock.now() / 1000);
    await expectRefused(craft({ header: { typ: 'dpop+jwt' } }));
    await expectRefused(craft({ header: { typ: undefined } }));
    for (const claims of [
      { exp: undefined },
      { exp: nowS },
      { iat: undefined },
      { iat: nowS - 3_601, exp: nowS + 60 },
      { nbf: nowS + 60 },
      { iss: undefined },
      { iss: 'https://evil.example' },
      { iss: serviceUrl },
      { sub: undefined },
      { sub: 'did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa' },
    ]) {
      await expectRefused(craft({ claims }));
    }
  });

  test('[S20] authentication refuses a token of another app or audience, without a session, or of an unknown session', async () => {
    const other = await logIn(service, 'ada@example.com', { appId: otherApp.id });
    await expectRefused(other.token);
    await expectRefused(other.privy_access_token);
    await expectRefused(login.token, otherApp);
    // Like an identity token: right key, right audience, no session.
    await expectRefused(craft({ claims: { sid: undefined, linked_accounts: '[]' } }));
    for (const claims of [
      { aud: otherApp.id },
      { aud: undefined },
      { aud: serviceUrl },
      { aud: serviceUrl, aid: otherApp.id },
      { aud: [serviceUrl, app.id] },
      { sid: 'a'.repeat(25) },
    ]) {
      await expectRefused(craft({ claims }));
    }
  });

  test('[S19] authentication refuses an expired token, and [S23] one whose session ended, at once', async () => {
    const leaver = await logIn(service, 'leaver@example.com');
    await sessions.authenticate(app, leaver.token);
    await service.call(sessionRoutes.logout, { body: { refresh_token: leaver.refresh_token } });
    await expectRefused(leaver.token);

    const sleeper = await logIn(service, 'sleeper@example.com');
    service.clock.advance(limits.accessTokenLifeMs - 2_000);
    await sessions.authenticate(app, sleeper.token);
    service.clock.advance(2_000);
    await expectRefused(sleeper.token);
  });
});

describe('custody authentication', () => {
  test('[S20] authenticateCustody accepts `privy_access_token`, and `token` only if the app’s settings allow it', async () => {
    const strict = await logIn(service, 'keeper@example.com');
    await sessions.authenticateCustody(app, strict.privy_access_token);
    await expect(sessions.authenticateCustody(app, strict.token)).rejects.toMatchObject({
      code: 'missing_or_invalid_token',
    });
    const legacy = await logIn(service, 'keeper@example.com', { appId: otherApp.id });
    await sessions.authenticateCustody(otherApp, legacy.token);
    await sessions.authenticateCustody(otherApp, legacy.privy_access_token);
  });

  test('custody routes refuse a session that logged in before its user’s custody epoch, and accept a newer one', async () => {
    const before = await logIn(service, 'mover@example.com');
    service.clock.advance(1_000);
    const setEpoch = world.database.statement(
      'test_epoch',
      'update users set custody_epoch_ms = $2 where user_id = $1',
    );
    await setEpoch([before.user?.id, service.clock.now()]);
    await expect(sessions.authenticateCustody(app, before.privy_access_token)).rejects.toMatchObject({
      code: 'missing_or_invalid_token',
    });
    const after = await logIn(service, 'mover@example.com');
    const session = await sessions.authenticateCustody(app, after.privy_access_token);
    expect(session.authTimeMs).toBe(service.clock.now());
  });
});
