import { randomBytes } from 'node:crypto';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { allowlistRoutes, captchaRoutes, oauthRoutes, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../../apps/appSecret.ts';
import { dumpTables } from '../../db/dump.testkit.ts';
import {
  clientId,
  oauthLoginBody,
  returnFromProvider,
  type StandIn,
  sha,
  start,
  startStandIn,
} from './oauth.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  google_oauth: true,
  oauth_tokens: true,
  allowed_origins: ['http://localhost:3000', 'http://localhost:5173'],
};
const quiet = { ...app, id: 'latchkey-test-app-0000002', oauth_tokens: false };
const guarded = {
  ...app,
  id: 'latchkey-test-app-0000003',
  captcha_enabled: true,
  allowlist_enabled: true,
  secret_hash: hashOfSecret('latchkey-test-secret-of-32-or-more-characters'),
};
const emailOnly = { ...app, id: 'latchkey-test-app-0000004', google_oauth: false };

let standIn: StandIn;
let service: TestService;
beforeAll(async () => {
  standIn = await startStandIn(() => service.clock.now());
  service = await createTestService({
    apps: [app, quiet, guarded, emailOnly],
    config: { oauthUrl: standIn.url, sharedOAuthClients: { google: { id: clientId, secret: 'hush' } } },
  });
});
afterAll(async () => {
  await service?.close();
  await standIn?.close();
});

let people = 0;
/** Claims of the person at Google. */
let person: Record<string, unknown>;
let nonce: string | null;
beforeEach(() => {
  people += 1;
  person = { sub: `g-${people}`, email: `ada${people}@gmail.example`, email_verified: true, name: 'Ada' };
  standIn.on('/token', async () => ({
    json: {
      access_token: 'at-1',
      token_type: 'Bearer',
      expires_in: 3599,
      refresh_token: 'rt-1',
      refresh_token_expires_in: 7200,
      scope: 'openid email',
      id_token: await standIn.idToken({ ...person, nonce }),
    },
  }));
});

/** Goes to Google and back, for the user of the bearer if one is given. Returns the body that the page then sends. */
async function visitGoogle(call: { appId?: string; bearer?: string } = {}) {
  const { visit } = await start(service, 'google', call);
  nonce = visit.page.searchParams.get('nonce');
  const { target } = await returnFromProvider(service, visit);
  return oauthLoginBody(visit, target);
}
const authenticate = async (body: object, appId = app.id) =>
  service.call(oauthRoutes.authenticate, { appId, body });
const bearerOf = ({ token }: TokenReply) => ({ bearer: token ?? '' });
async function link(login: TokenReply, appId = app.id) {
  const body = await visitGoogle({ appId, ...bearerOf(login) });
  return service.call(oauthRoutes.link, { appId, ...bearerOf(login), body });
}
const typesOf = (user: TokenReply['user']) => user?.linked_accounts.map(({ type }) => type);
const newEmail = () => `person-${people}-${Math.random()}@example.com`;

describe('a login at Google', () => {
  test("[OAUTH-01, OAUTH-10] a login at Google goes to the provider's page and back, and logs in, in three calls", async () => {
    const { visit } = await start(service, 'google');
    nonce = visit.page.searchParams.get('nonce');
    const { origin, pathname, searchParams } = visit.page;
    expect(origin + pathname).toBe(`${standIn.url}/accounts.google.com/o/oauth2/v2/auth`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: 'http://localhost:4000/api/v1/oauth/callback',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    // The provider gets neither the page's state nor the challenge of its verifier.
    expect(visit.page.href).not.toContain(visit.stateCode);
    expect(searchParams.get('code_challenge')).not.toBe(sha(visit.verifier));

    const { status, target } = await returnFromProvider(service, visit);
    expect(status).toBe(302);
    expect(`${target?.origin}${target?.pathname}${target?.hash}`).toBe('http://localhost:3000/in#top');
    expect(Object.fromEntries(target?.searchParams ?? [])).toEqual({
      tab: '1',
      privy_oauth_code: expect.stringMatching(/^[\w-]{43}$/),
      privy_oauth_state: visit.stateCode,
      privy_oauth_provider: 'google',
    });
    const login = await authenticate({ ...oauthLoginBody(visit, target), code_type: 'raw' });
    expect(login.status).toBe(200);
    expect(login.json.is_new_user).toBe(true);
    expect(login.json.session_update_action).toBe('set');
    expect(login.json.user?.linked_accounts).toMatchObject([
      { type: 'google_oauth', subject: person.sub, email: person.email, name: 'Ada' },
    ]);
    // The service sends Google a verifier of its own. It matches the challenge in the address of Google's page.
    const trade = standIn.asked.findLast(({ url }) => url.endsWith('/token'));
    expect(sha(trade?.form.get('code_verifier') ?? '')).toBe(searchParams.get('code_challenge'));
    expect(trade?.form.get('client_secret')).toBe('hush');
  });

  test("[OAUTH-09] Google's tokens are returned at a login but not at a refresh, and only if the app enables it", async () => {
    const login = await authenticate(await visitGoogle());
    expect(login.json.oauth_tokens).toEqual({
      provider: 'google',
      access_token: 'at-1',
      access_token_expires_in_seconds: 3599,
      refresh_token: 'rt-1',
      refresh_token_expires_in_seconds: 7200,
      scopes: ['openid', 'email'],
    });
    const { json } = await service.call(sessionRoutes.refresh, {
      body: { refresh_token: login.json.refresh_token },
    });
    expect(json.oauth_tokens).toBeNull();
    const elsewhere = await authenticate(await visitGoogle({ appId: quiet.id }), quiet.id);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.json.oauth_tokens).toBeNull();
  });

  test("[OAUTH-09] Google's tokens are stored in no table, neither plain nor sealed", async () => {
    // The tokens are random, so they cannot be compressed, and so long that a row with one is recognisable by its
    // size.
    const secret = (bytes: number) => randomBytes(bytes).toString('base64url');
    const reply = { access_token: secret(5_000), refresh_token: secret(1_500) };
    const given: string[] = Object.values(reply);
    standIn.on('/token', async () => {
      const id_token = await standIn.idToken({ ...person, nonce, padding: secret(3_000) });
      given.push(id_token);
      return { json: { ...reply, id_token } };
    });
    const login = await authenticate(await visitGoogle());
    expect(login.json.oauth_tokens).toMatchObject(reply);
    person = { ...person, sub: `${person.sub}-linked` };
    const linked = await link(await logIn(service, newEmail()));
    expect(linked.json.oauth_tokens).toMatchObject(reply);

    const rows = [...(await dumpTables(service.database)).values()].flat();
    expect(rows.filter((row) => row.includes(`${person.sub}`))).not.toEqual([]);
    expect(given).toHaveLength(4);
    for (const token of given) {
      const forms = [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64')];
      expect(rows.some((row) => forms.some((form) => row.includes(form)))).toBe(false);
    }
    // Bytes are hexadecimal here, so even the shortest token, if sealed, would have at least 4,000 digits.
    expect(rows.filter((row) => row.length >= 4_000)).toEqual([]);
  });

  test('each login at Google refreshes the profile', async () => {
    await authenticate(await visitGoogle());
    person = { ...person, name: 'Ada Lovelace', email: 'new@gmail.example' };
    const again = await authenticate(await visitGoogle());
    expect([again.json.is_new_user, again.json.user?.linked_accounts]).toMatchObject([
      false,
      [{ subject: person.sub, name: 'Ada Lovelace', email: 'new@gmail.example' }],
    ]);
  });

  test('[S36] a login at Google identifies the user by the subject alone: an email address, verified or not, matches no existing user', async () => {
    const address = `victim${people}@example.com`;
    const victim = await logIn(service, address);
    person = { ...person, email: address };
    const attacker = await authenticate(await visitGoogle());
    expect(attacker.json.is_new_user).toBe(true);
    expect(attacker.json.user?.id === victim.user?.id).toBe(false);
    person = { sub: `${person.sub}-b`, email: address, email_verified: false };
    const unverified = await authenticate(await visitGoogle());
    // An address that the provider did not verify is not even returned.
    expect(unverified.json.user?.linked_accounts).toMatchObject([{ type: 'google_oauth', email: '' }]);
  });

  test('a login at Google requires a captcha at the start, and checks the allowlist for the address that Google verified', async () => {
    const body = {
      provider: 'google' as const,
      redirect_to: 'http://localhost:3000/',
      state_code: 's'.repeat(43),
      code_challenge: 'c'.repeat(43),
    };
    const refused = await service.call(oauthRoutes.start, { appId: guarded.id, body });
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe('invalid_captcha');
    const challenge = await service.call(captchaRoutes.challenge, {
      appId: guarded.id,
      body: { action: 'login' },
    });
    expect(challenge.status).toBe(200);
    const someone = await service.call(oauthRoutes.start, {
      appId: guarded.id,
      body: { ...body, token: 'none' },
    });
    expect(someone.json.code).toBe('invalid_captcha');

    const open = await createTestService({
      apps: [{ ...guarded, captcha_enabled: false }],
      config: service.config,
    });
    const enter = async () => {
      const { visit } = await start(open, 'google', { appId: guarded.id });
      nonce = visit.page.searchParams.get('nonce');
      const { target } = await returnFromProvider(open, visit);
      return open.call(oauthRoutes.authenticate, { appId: guarded.id, body: oauthLoginBody(visit, target) });
    };
    expect((await enter()).json.code).toBe('allowlist_rejected');
    const entry = { type: 'email' as const, value: String(person.email) };
    await open.call(allowlistRoutes.add, { appId: guarded.id, params: { id: guarded.id }, body: entry });
    expect((await enter()).status).toBe(200);
    await open.close();
  });

  test('a login at Google does not start if the method is off, and refuses a new user if sign-up is not allowed', async () => {
    expect(await start(service, 'google', { appId: emailOnly.id })).toMatchObject({
      status: 403,
      code: 'disallowed_login_method',
    });
    const refused = await authenticate({ ...(await visitGoogle()), mode: 'no-signup' });
    expect(refused.status).toBe(404);
    expect(refused.json.code).toBe('user_does_not_exist');
  });
});

describe('linking', () => {
  test('[LINK-01, OAUTH-10] a linked Google account logs in the same user from then on', async () => {
    const me = await logIn(service, newEmail());
    const linked = await link(me);
    expect(linked.status).toBe(200);
    expect(linked.json.id).toEqual(me.user?.id);
    expect(typesOf(linked.json)).toEqual(['email', 'google_oauth']);
    expect(linked.json.oauth_tokens?.access_token).toBe('at-1');
    expect((await authenticate(await visitGoogle())).json.user?.id).toBe(me.user?.id);
  });

  test('[LINK-03] linking a second Google account, or one of another user, is refused', async () => {
    const me = await logIn(service, newEmail());
    await link(me);
    const mine = person;
    person = { ...person, sub: `${person.sub}-second` };
    const second = await link(me);
    expect([second.status, second.json]).toMatchObject([
      422,
      { code: 'cannot_link_more_of_type', error: 'User already has an account of type google_oauth linked.' },
    ]);
    person = mine;
    const refused = await link(await logIn(service, newEmail()));
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe('linked_to_another_user');
  });

  test('[LINK-02] linking a Google account requires a live, recent login of the user who started it', async () => {
    const [me, other] = [await logIn(service, newEmail()), await logIn(service, newEmail())];
    const body = await visitGoogle(bearerOf(me));
    expect((await service.call(oauthRoutes.link, { body })).json.code).toBe('missing_or_invalid_token');
    expect((await service.call(oauthRoutes.link, { ...bearerOf(other), body })).json.code).toBe(
      'invalid_credentials',
    );
    const old = await visitGoogle(bearerOf(me));
    service.clock.advance(30_000);
    const late = await logIn(service, newEmail());
    service.clock.advance(601_000);
    expect((await service.call(oauthRoutes.link, { ...bearerOf(late), body: old })).json.code).toBe(
      'recent_login_required',
    );
  });

  test('[LINK-09] unlinking removes the Google account with that subject, but not the last login account', async () => {
    const me = await logIn(service, newEmail());
    await link(me);
    const unlink = (subject: string, login = me) =>
      service.call(oauthRoutes.unlink, { ...bearerOf(login), body: { provider: 'google', subject } });
    expect((await unlink('somebody-else')).json.code).toBe('not_found');
    const { status, json } = await unlink(String(person.sub));
    expect(status).toBe(200);
    expect(json.id).toEqual(me.user?.id);
    expect(typesOf(json)).toEqual(['email']);
    const alone = await authenticate(await visitGoogle());
    expect((await unlink(String(person.sub), alone.json)).json.code).toBe('cannot_unlink_sole_account');
  });
});
