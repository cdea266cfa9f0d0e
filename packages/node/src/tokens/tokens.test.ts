import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { isCode } from '@latchkey/wire';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServerClient, type ServerClient } from '../index.ts';

const appId = 'latchkey-test-app-0000001';
const otherAppId = 'latchkey-test-app-0000002';
const demoAppId = 'latchkey-demo-app-0000001';

/** Returns the reason why a check refused, or `taken`. */
const flawOf = (checked: Promise<unknown>) =>
  checked.then(
    () => 'taken',
    (error: unknown) => (isCode(error, 'missing_or_invalid_token') ? error.details?.reason : error),
  );

describe('tokens of the service', () => {
  let service: TestService;
  let asked: string[];
  const clientOf = (id: string) =>
    createServerClient({
      appId: id,
      apiUrl: service.config.url,
      now: () => service.clock.now(),
      fetch: (input, init) => {
        asked.push(String(input));
        return service.fetch(new Request(input, init));
      },
    });

  beforeAll(async () => {
    const app = { name: 'Test app', email_auth: true, identity_tokens: true };
    const allowed_origins = ['http://localhost:3000'];
    service = await createTestService({
      apps: [
        { ...app, id: appId, allowed_origins },
        { ...app, id: otherAppId, allowed_origins },
        { ...app, id: demoAppId, allowed_origins, published_clients: true },
      ],
    });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    asked = [];
  });

  test('[S20] each token is accepted as its own kind, and as no other', async () => {
    const latchkey = clientOf(appId);
    const reply = await logIn(service, 'ada@example.com');
    const { user, token, identity_token: identity, privy_access_token: ofService } = reply;
    const access = await latchkey.verifyAccessToken(token ?? '');
    expect(access).toMatchObject({ userId: user?.id, appId, issuer: service.config.url });
    expect(access.expiresAt.getTime() - access.issuedAt.getTime()).toBe(3_600_000);
    const known = await latchkey.verifyIdentityToken(identity ?? '');
    expect(known).toMatchObject({
      userId: user?.id,
      createdAt: new Date((user?.created_at ?? 0) * 1000),
      isGuest: false,
      accounts: [{ type: 'email', address: 'ada@example.com', lv: expect.any(Number) }],
      customMetadata: {},
    });

    expect(await flawOf(latchkey.verifyAccessToken(identity ?? ''))).toBe('type');
    expect(await flawOf(latchkey.verifyIdentityToken(token ?? ''))).toBe('type');
    expect(await flawOf(latchkey.verifyAccessToken(ofService ?? ''))).not.toBe('taken');
    expect(await flawOf(latchkey.verifyIdentityToken(ofService ?? ''))).not.toBe('taken');
  });

  test('[S20] a token of another app is refused, because its key is unknown', async () => {
    const other = clientOf(otherAppId);
    const { token, identity_token: identity } = await logIn(service, 'ada@example.com');
    expect(await flawOf(other.verifyAccessToken(token ?? ''))).toBe('unknown_key');
    expect(await flawOf(other.verifyIdentityToken(identity ?? ''))).toBe('unknown_key');
  });

  test('a token of an app with its own issuer, such as the demo app, is accepted without the option issuer', async () => {
    const latchkey = clientOf(demoAppId);
    const { token } = await logIn(service, 'ada@example.com', { appId: demoAppId });
    expect(await latchkey.verifyAccessToken(token ?? '')).toMatchObject({ issuer: 'privy.io' });
    const other = createServerClient({
      appId: demoAppId,
      apiUrl: service.config.url,
      now: () => service.clock.now(),
      issuer: 'https://auth.example.com',
      fetch: (input, init) => service.fetch(new Request(input, init)),
    });
    await expect(other.verifyAccessToken(token ?? '')).rejects.toMatchObject({
      message: expect.stringMatching(/'privy\.io', expected 'https:\/\/auth\.example\.com'/),
      details: { reason: 'issuer', expected: 'https://auth.example.com', found: 'privy.io' },
    });
  });

  test('a token is valid for an hour, and the keys are fetched once', async () => {
    const latchkey = clientOf(appId);
    const { token } = await logIn(service, 'ada@example.com');
    await Promise.all([latchkey.verifyAccessToken(token ?? ''), latchkey.verifyAccessToken(token ?? '')]);
    await latchkey.verifyAccessToken(token ?? '');
    expect(asked).toEqual([`${service.config.url}/api/v1/apps/${appId}/jwks.json`]);
    service.clock.advance(3_600_000 - 1_000);
    expect(await flawOf(latchkey.verifyAccessToken(token ?? ''))).toBe('taken');
    service.clock.advance(7_000);
    expect(await flawOf(latchkey.verifyAccessToken(token ?? ''))).toBe('expired');
  });
});

describe('forged tokens', () => {
  const issuer = 'https://auth.example.com';
  const nowS = 1_900_000_000;
  let pair: Awaited<ReturnType<typeof generateKeyPair>>;
  let publicJwk: Record<string, unknown>;
  let nowMs: number;
  let answers: (() => Response | Promise<Response>)[];
  let asked: number;
  let latchkey: ServerClient;

  beforeAll(async () => {
    pair = await generateKeyPair('ES256', { extractable: true });
    publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  });
  beforeEach(() => {
    nowMs = nowS * 1000;
    asked = 0;
    answers = [() => Response.json({ keys: [publicJwk] })];
    latchkey = createServerClient({
      appId,
      apiUrl: issuer,
      now: () => nowMs,
      fetch: async () => {
        asked += 1;
        return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error();
      },
    });
  });

  const right = { sub: 'did:privy:a', iss: issuer, aud: appId, sid: 's', iat: nowS, exp: nowS + 3_600 };
  const header = { alg: 'ES256', typ: 'JWT', kid: 'one' };
  const sign = (claims: object = {}, more: object = {}, key: unknown = pair.privateKey) =>
    new SignJWT({ ...right, ...claims } as Record<string, unknown>)
      .setProtectedHeader({ ...header, ...more })
      .sign(key as CryptoKey);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('the access token from which the forged ones are made is accepted', async () => {
    expect(await flawOf(latchkey.verifyAccessToken(await sign()))).toBe('taken');
  });

  test.each<[string, object, string]>([
    ['another issuer', { iss: 'https://evil.example' }, 'issuer'],
    ['no issuer', { iss: undefined }, 'issuer'],
    ['another audience', { aud: otherAppId }, 'audience'],
    ['several audiences', { aud: [appId, otherAppId] }, 'audience'],
    ['a list of one audience', { aud: [appId] }, 'audience'],
    ['an expiry in the past', { exp: nowS - 10 }, 'expired'],
    ['no expiry', { exp: undefined }, 'malformed'],
    ['an expiry as text', { exp: String(nowS + 60) }, 'malformed'],
    ['a life of more than an hour', { exp: nowS + 3_601 }, 'malformed'],
    ['a start in the future', { nbf: nowS + 60 }, 'not_yet'],
    ['no user', { sub: undefined }, 'malformed'],
    ['a user id that is not text', { sub: 7 }, 'malformed'],
    ['an empty user', { sub: '' }, 'malformed'],
    ['no session', { sid: undefined }, 'type'],
    ['linked accounts', { linked_accounts: '[]' }, 'type'],
  ])('[S19] an access token with %s is refused', async (_, claims, reason) => {
    expect(await flawOf(latchkey.verifyAccessToken(await sign(claims)))).toBe(reason);
  });

  test.each<[string, object, string]>([
    ['another type', { typ: 'dpop+jwt' }, 'type'],
    ['no type', { typ: undefined }, 'type'],
    ['a key of its own (jwk)', { jwk: { kty: 'EC' } }, 'malformed'],
    ['a URL of keys (jku)', { jku: 'https://evil.example/keys' }, 'malformed'],
    ['a URL of certificates (x5u)', { x5u: 'https://evil.example/certificate' }, 'malformed'],
    ['certificates (x5c)', { x5c: ['AA=='] }, 'malformed'],
    ['no key id', { kid: undefined }, 'unknown_key'],
    ['a key id that is a path', { kid: '../../one' }, 'unknown_key'],
    ['a key id that is a property', { kid: '__proto__' }, 'unknown_key'],
  ])('[S19] an access token whose header has %s is refused', async (_, more, reason) => {
    expect(await flawOf(latchkey.verifyAccessToken(await sign({}, more)))).toBe(reason);
  });

  test('[S19] tokens with the algorithm none, an HMAC with the public key, another algorithm, an attacker’s key or a cut signature are refused', async () => {
    const claims = encode(right);
    const token = await sign();
    const [head, body, signature = ''] = token.split('.');
    const stranger = await generateKeyPair('ES256');
    const publicBytes = new TextEncoder().encode(JSON.stringify(publicJwk));
    const forged = {
      none: `${encode({ ...header, alg: 'none' })}.${claims}.`,
      None: `${encode({ ...header, alg: 'None' })}.${claims}.`,
      hmac: await sign({}, { alg: 'HS256' }, publicBytes),
      rsa: await sign({}, { alg: 'RS256' }, (await generateKeyPair('RS256')).privateKey),
      stranger: await sign({}, {}, stranger.privateKey),
      noSignature: `${head}.${body}.`,
      cut: `${head}.${body}.${signature.slice(0, -4)}`,
      zero: `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
      der: `${head}.${body}.${Buffer.from(`3044${'00'.repeat(68)}`, 'hex').toString('base64url')}`,
      changed: `${head}.${encode({ ...right, sub: 'did:privy:b' })}.${signature}`,
      twoParts: `${head}.${body}`,
      fourParts: `${token}.x`,
      empty: '',
      bearer: `Bearer ${token}`,
      huge: `${token}${'a'.repeat(70_000)}`,
    };
    for (const [name, text] of Object.entries(forged)) {
      expect([name, await flawOf(latchkey.verifyAccessToken(text))]).not.toEqual([name, 'taken']);
    }
  });

  test('[S19] forged key ids cause at most one request per 30 s, after which a new key is found', async () => {
    await latchkey.verifyAccessToken(await sign());
    for (let count = 0; count < 50; count += 1) {
      expect(await flawOf(latchkey.verifyAccessToken(await sign({}, { kid: `made-up-${count}` })))).toBe(
        'unknown_key',
      );
    }
    expect(asked).toBe(1);
    answers = [() => Response.json({ keys: [publicJwk, { ...publicJwk, kid: 'two' }] })];
    nowMs += 31_000;
    expect(await flawOf(latchkey.verifyAccessToken(await sign({}, { kid: 'two' })))).toBe('taken');
    expect(asked).toBe(2);
  });

  test('a new issuer of the app is accepted after 30 s at the latest, and the old one is then refused', async () => {
    await latchkey.verifyAccessToken(await sign());
    answers = [() => Response.json({ keys: [publicJwk], issuer: 'privy.io' })];
    nowMs += 31_000;
    expect(await flawOf(latchkey.verifyAccessToken(await sign({ iss: 'privy.io' })))).toBe('taken');
    expect(asked).toBe(2);
    const refused = latchkey.verifyAccessToken(await sign());
    await expect(refused).rejects.toMatchObject({
      details: { reason: 'issuer', expected: 'privy.io', found: issuer },
    });
    for (let count = 0; count < 20; count += 1) {
      expect(await flawOf(latchkey.verifyAccessToken(await sign({ iss: 'https://evil.example' })))).toBe(
        'issuer',
      );
    }
    expect(asked).toBe(2);
  });

  test('[S21] a retired key is dropped after ten minutes', async () => {
    await latchkey.verifyAccessToken(await sign());
    answers = [() => Response.json({ keys: [{ ...publicJwk, kid: 'two' }] })];
    nowMs += 11 * 60_000;
    expect(await flawOf(latchkey.verifyAccessToken(await sign()))).toBe('unknown_key');
  });

  test('during an outage the known keys stay valid, but not for more than a day, and twenty checks cause one request', async () => {
    await latchkey.verifyAccessToken(await sign());
    answers = [() => new Response('down', { status: 503 })];
    nowMs += 11 * 60_000;
    const later = { iat: nowS + 600, exp: nowS + 3_600 };
    for (let count = 0; count < 20; count += 1) {
      expect(await flawOf(latchkey.verifyAccessToken(await sign(later)))).toBe('taken');
    }
    expect(asked).toBe(2);
    nowMs += 24 * 60 * 60_000;
    const muchLater = { iat: nowMs / 1000, exp: nowMs / 1000 + 60 };
    expect(await flawOf(latchkey.verifyAccessToken(await sign(muchLater)))).toMatchObject({
      code: 'service_unavailable',
    });
  });

  test.each<[string, () => Response]>([
    ['an error', () => new Response('no', { status: 500 })],
    ['a page', () => new Response('<html>')],
    ['no list', () => Response.json({ keys: 'one' })],
  ])('without keys a token check throws service_unavailable instead of a refusal: %s', async (_, answer) => {
    answers = [answer];
    expect(await flawOf(latchkey.verifyAccessToken(await sign()))).toMatchObject({
      code: 'service_unavailable',
    });
  });

  test.each<[string, object, string]>([
    ['a session', { sid: 's' }, 'type'],
    ['no accounts', { linked_accounts: undefined }, 'type'],
    ['accounts that are not a list', { linked_accounts: '{"length":1}' }, 'malformed'],
    ['accounts that are not JSON', { linked_accounts: 'nothing' }, 'malformed'],
    ['no creation date', { cr: undefined }, 'malformed'],
    ['metadata that is not an object', { custom_metadata: '"text"' }, 'malformed'],
  ])('[S19] an identity token with %s is refused', async (_, claims, reason) => {
    const identity = { sid: undefined, cr: String(nowS), linked_accounts: '[]' };
    expect(await flawOf(latchkey.verifyIdentityToken(await sign(identity)))).toBe('taken');
    expect(await flawOf(latchkey.verifyIdentityToken(await sign({ ...identity, ...claims })))).toBe(reason);
  });
});
