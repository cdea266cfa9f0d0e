import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  type FarcasterAuthenticateBody,
  type FarcasterStatus,
  farcasterRoutes,
  limits,
  reauthenticateRoute,
  type TokenReply,
  userFromWire,
} from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  farcaster_auth: true,
  guest_auth: true,
  allowed_origins: ['http://localhost:3000', 'https://harbour.example'],
};
const other = { ...app, id: 'latchkey-test-app-0000002' };
const without = { ...app, id: 'latchkey-test-app-0000003', farcaster_auth: false };

let service: TestService;
let sandbox: Sandbox;
beforeAll(async () => {
  // Relay and service share one clock.
  const now = () => service?.clock.now() ?? Date.now();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now });
  const farcasterRelayUrl = `${sandbox.url}/farcaster/relay`;
  const farcasterRpcUrl = `${sandbox.url}/farcaster/rpc`;
  service = await createTestService({
    apps: [app, other, without],
    config: { farcasterRelayUrl, farcasterRpcUrl },
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

/** Number of the current test's person, so tests do not share accounts. */
let people = 0;
let me: string;
beforeEach(() => {
  me = `person-${++people}`;
});

interface Input {
  appId?: string;
  bearer?: string;
  origin?: string | null;
}
const open = async (input: Input & { body?: object } = {}) =>
  (await service.call(farcasterRoutes.init, input)).json;
const status = (token: string, input: Input = {}) => {
  service.clock.advance(1_000);
  return service.call(farcasterRoutes.status, { ...input, headers: { 'farcaster-channel-token': token } });
};
/** Opens a channel that a person approves, and returns what they signed. */
async function approved(input: Input & { username?: string } = {}) {
  const { channel_token, connect_uri } = await open(input);
  const person = await sandbox.farcaster.approve(connect_uri, input.username ?? me);
  const { json } = await status(channel_token, input);
  const { message, signature, fid } = json as Extract<FarcasterStatus, { state: 'completed' }>;
  return { person, body: { channel_token, message, signature, fid } };
}
const authenticate = (body: FarcasterAuthenticateBody, input: Input = {}) =>
  service.call(farcasterRoutes.authenticate, { ...input, body });
const link = (body: FarcasterAuthenticateBody, login: TokenReply) =>
  service.call(farcasterRoutes.link, { bearer: login.token ?? '', body });
const unlink = (fid: number, login: TokenReply) =>
  service.call(farcasterRoutes.unlink, { bearer: login.token ?? '', body: { fid } });

describe('a login', () => {
  test('[FARC-05, FARC-06, SDK-01] a person who approves in their Farcaster app becomes a user with the account, and logs in as that user again', async () => {
    const channel = await open();
    expect(channel).toEqual({
      channel_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      connect_uri: expect.stringMatching(/\/farcaster\/app\?channelToken=/),
    });
    const waiting = await status(channel.channel_token);
    expect(waiting.json).toEqual({ state: 'pending', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });

    const person = await sandbox.farcaster.approve(channel.connect_uri, me);
    const { json: done } = await status(channel.channel_token);
    expect(done).toMatchObject({
      state: 'completed',
      nonce: waiting.json.nonce,
      fid: person.fid,
      username: me,
    });
    if (done.state !== 'completed') throw new Error('not completed');
    const { message, signature, fid } = done;
    const { json } = await authenticate({ channel_token: channel.channel_token, message, signature, fid });
    expect(json.is_new_user).toBe(true);
    expect(json.user?.linked_accounts).toEqual([
      expect.objectContaining({
        type: 'farcaster',
        fid: person.fid,
        owner_address: person.custody.address.toLowerCase(),
        username: me,
        display_name: expect.stringContaining('of the sandbox'),
        bio: 'Lives on this machine.',
        profile_picture_url: `https://pictures.sandbox.example/${me}.png`,
      }),
    ]);
    expect(json.user && userFromWire(json.user).farcaster).toEqual({
      fid: person.fid,
      signerPublicKey: null,
    });

    const again = await authenticate((await approved()).body);
    expect(again.json).toMatchObject({ is_new_user: false, user: { id: json.user?.id } });
  });

  test('the status of a Farcaster channel is returned again, although the relay returns its answer only once', async () => {
    const { channel_token, connect_uri } = await open();
    await sandbox.farcaster.approve(connect_uri, me);
    const first = await status(channel_token);
    expect(first.json.state).toBe('completed');
    expect((await status(channel_token)).json).toEqual(first.json);
  });

  test('the service polls the Farcaster relay for a channel at most once a second, however often a client asks', async () => {
    const { channel_token, connect_uri } = await open();
    const request = () =>
      service.call(farcasterRoutes.status, { headers: { 'farcaster-channel-token': channel_token } });
    expect((await request()).json.state).toBe('pending');
    await sandbox.farcaster.approve(connect_uri, me);
    expect((await request()).json.state).toBe('pending');
    service.clock.advance(1_000);
    expect((await request()).json.state).toBe('completed');
  });

  test('a Farcaster login with an auth address that the holder added is accepted, and with a removed one refused', async () => {
    const { channel_token, connect_uri } = await open();
    const { nonce } = (await status(channel_token)).json;
    const person = await sandbox.farcaster.enrol(me);
    const asked = { siweUri: 'http://localhost:3000/', domain: 'localhost:3000', nonce };
    const signed = sandbox.farcaster.sign(person, asked, person.auth);
    const { json } = await authenticate({ channel_token, ...signed });
    expect(json.user?.linked_accounts[0]).toMatchObject({
      fid: person.fid,
      owner_address: person.custody.address.toLowerCase(),
    });
    // The signature did not come through the relay, so there is no profile.
    expect(json.user?.linked_accounts[0]).not.toHaveProperty('username');
    expect(connect_uri).toContain('channelToken');

    await sandbox.farcaster.removeAuthAddress(person);
    const second = await open();
    const again = sandbox.farcaster.sign(
      person,
      { ...asked, nonce: (await status(second.channel_token)).json.nonce },
      person.auth,
    );
    const refused = await authenticate({ channel_token: second.channel_token, ...again });
    expect(refused.json.code).toBe('invalid_credentials');
  });

  test('a Farcaster login of a new user is refused without sign-up', async () => {
    const { body } = await approved();
    expect((await authenticate({ ...body, mode: 'no-signup' })).json.code).toBe('user_does_not_exist');
  });

  test('a request for a Farcaster channel, or for the nonce of a mini app, is refused if the app has the method off', async () => {
    const appId = without.id;
    expect((await service.call(farcasterRoutes.init, { appId })).json.code).toBe('disallowed_login_method');
    expect((await service.call(farcasterRoutes.initMiniApp, { appId })).json.code).toBe(
      'disallowed_login_method',
    );
  });

  test('a Farcaster signature confirms a login for five minutes after signing, with that time', async () => {
    const login = (await authenticate((await approved()).body)).json;
    const bearer = login.token ?? '';
    const confirm = (body: object) =>
      service.call(reauthenticateRoute, { bearer, body: { method: 'farcaster', ...body } });
    service.clock.advance(30 * 60_000);
    const { body } = await approved({ bearer });
    const signedAt = Math.floor(service.clock.now() / 1000);
    service.clock.advance(5 * 60_000 - 2_000);
    const anew = await confirm(body);
    // The time of signing is the phone's, in whole seconds.
    expect(Math.abs((anew.json.auth_time ?? 0) - signedAt)).toBeLessThanOrEqual(1);
    const { body: late } = await approved({ bearer });
    service.clock.advance(5 * 60_000 + 1_000);
    expect((await confirm(late)).json).toMatchObject({
      code: 'invalid_credentials',
      data: { reason: 'proof_too_old' },
    });
  });
});

describe('a channel', () => {
  test('[S42] a Farcaster channel is valid once', async () => {
    const { body } = await approved();
    expect((await authenticate(body)).status).toBe(200);
    expect((await authenticate(body)).json.code).toBe('invalid_credentials');
    expect((await status(body.channel_token)).json.code).toBe('invalid_credentials');
  });

  test('[S42] a Farcaster channel is consumed by a wrong proof, and serves only one of two simultaneous logins', async () => {
    const { body } = await approved();
    const wrong = { ...body, signature: `0x${'11'.repeat(64)}1b` };
    expect((await authenticate(wrong)).json.code).toBe('invalid_credentials');
    expect((await authenticate(body)).json.code).toBe('invalid_credentials');
    const next = (await approved()).body;
    const both = await Promise.all([authenticate(next), authenticate(next)]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 422]);
  });

  test('[S42] a Farcaster channel belongs to one app and is valid for ten minutes', async () => {
    const { body } = await approved();
    expect((await authenticate(body, { appId: other.id })).json.code).toBe('invalid_credentials');
    expect((await status(body.channel_token, { appId: other.id })).json.code).toBe('invalid_credentials');
    expect((await authenticate(body)).status).toBe(200);
    const late = (await approved()).body;
    service.clock.advance(10 * 60_000);
    expect((await authenticate(late)).json.code).toBe('invalid_credentials');
  });

  test('[S42] a request for the status of a Farcaster channel is refused if the channel does not exist or is not named', async () => {
    const made = Buffer.alloc(32, 7).toString('base64url');
    expect((await status(made)).json.code).toBe('invalid_credentials');
    expect((await service.call(farcasterRoutes.status)).json.code).toBe('invalid_data');
  });

  test('a Farcaster channel that the relay has forgotten has expired', async () => {
    const { channel_token, connect_uri } = await open();
    const form = { channelToken: new URL(connect_uri).searchParams.get('channelToken') ?? '', username: me };
    await fetch(`${sandbox.url}/farcaster/app`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, answer: 'expire' }),
    });
    expect((await status(channel_token)).json).toMatchObject({ code: 'invalid_credentials' });
  });

  test('a Farcaster channel is for the calling page; a caller without an origin must name a page of the app', async () => {
    const named = (relying_party: string | undefined, origin: string | null) =>
      service.call(farcasterRoutes.init, { origin, body: relying_party ? { relying_party } : {} });
    expect((await named('https://harbour.example', null)).status).toBe(200);
    expect((await named(undefined, null)).json.code).toBe('invalid_data');
    expect((await named('https://evil.example', null)).json.code).toBe('origin_not_allowed');
    expect((await named('https://harbour.example', 'http://localhost:3000')).json.code).toBe(
      'origin_not_allowed',
    );
  });

  test('a Farcaster channel accepts only pages of the app as the address to return to', async () => {
    const back = async (redirect_url: string) =>
      (await service.call(farcasterRoutes.init, { body: { redirect_url } })).json.code ?? 'ok';
    expect(await back('https://harbour.example/done?from=phone')).toBe('ok');
    for (const address of [
      'https://evil.example/',
      'https://me:pw@harbour.example/',
      'javascript:alert(1)',
      '/x',
    ])
      expect(await back(address)).toBe('origin_not_allowed');
  });

  test('a Farcaster channel is not opened if the relay is unavailable', async () => {
    const away = await service.startAnother({ config: { farcasterRelayUrl: 'http://127.0.0.1:9' } });
    expect((await away.call(farcasterRoutes.init)).json.code).toBe('service_unavailable');
    await away.close();
  });

  test('[S42] a Farcaster channel proves nobody while the chain is unavailable, neither the holder nor a stranger', async () => {
    const away = await service.startAnother({ config: { farcasterRpcUrl: 'http://127.0.0.1:9' } });
    const { body } = await approved();
    const stranger = { ...(await approved()).body, signature: `0x${'11'.repeat(64)}1b` };
    for (const shown of [body, stranger]) {
      const { json, status } = await away.call(farcasterRoutes.authenticate, { body: shown });
      expect(status).toBe(503);
      expect(json.code).toBe('service_unavailable');
    }
    await away.close();
    expect((await authenticate((await approved()).body)).status).toBe(200);
  });
});

describe('linking', () => {
  test('[LINK-10, LINK-02] a link adds the Farcaster account to the user who opened the channel, and unlinking removes it', async () => {
    const login = await logIn(service, `${me}@example.com`);
    const { body, person } = await approved({ bearer: login.token ?? '' });
    expect((await link(body, { ...login, token: '' })).json.code).toBe('missing_or_invalid_token');
    const linked = await link(body, login);
    expect(linked.json.id).toBe(login.user?.id);
    expect(linked.json.linked_accounts.map(({ type }) => type)).toEqual(['email', 'farcaster']);

    expect((await unlink(person.fid + 1, login)).json.code).toBe('not_found');
    const unlinked = await unlink(person.fid, login);
    expect(unlinked.json.linked_accounts.map(({ type }) => type)).toEqual(['email']);
    expect(await authenticate((await approved()).body)).toMatchObject({ json: { is_new_user: true } });
  });

  test('[S42] a Farcaster channel is accepted only for the purpose and the user that it was opened for', async () => {
    const login = await logIn(service, `${me}@example.com`);
    const somebody = await logIn(service, `${me}-else@example.com`);
    const forLink = await approved({ bearer: login.token ?? '' });
    expect((await authenticate(forLink.body)).json.code).toBe('invalid_credentials');
    const forMe = await approved({ bearer: login.token ?? '' });
    expect((await link(forMe.body, somebody)).json.code).toBe('invalid_credentials');
    const forLogin = await approved();
    expect((await link(forLogin.body, login)).json.code).toBe('invalid_credentials');
  });

  test('[S42] linking a Farcaster account requires a recent login before the channel is opened', async () => {
    const login = await logIn(service, `${me}@example.com`);
    service.clock.advance(30 * 60_000);
    const { json } = await service.call(farcasterRoutes.init, { bearer: login.token ?? '' });
    expect(json.code).toBe('recent_login_required');
  });

  test('linking a second Farcaster account, or one of another user, is refused, and so is unlinking the only login account', async () => {
    const owner = (await authenticate((await approved()).body)).json;
    const second = await approved({ bearer: owner.token ?? '', username: `${me}-b` });
    expect((await link(second.body, owner)).json.code).toBe('cannot_link_more_of_type');
    const login = await logIn(service, `${me}@example.com`);
    const { body } = await approved({ bearer: login.token ?? '' });
    expect((await link(body, login)).json.code).toBe('linked_to_another_user');
    expect((await unlink(body.fid, owner)).json.code).toBe('cannot_unlink_sole_account');
  });
});

describe('a mini app', () => {
  const page = { siweUri: 'http://localhost:3000/', domain: 'localhost:3000' };
  const nonceOf = async (input: Input = {}) => (await service.call(farcasterRoutes.initMiniApp, input)).json;
  const enter = (body: object, input: Input = {}) =>
    service.call(farcasterRoutes.authenticateMiniApp, { ...input, body });

  test('[FARC-05] a Farcaster mini app logs in once with a nonce that the surrounding Farcaster app signs', async () => {
    const { nonce, expires_at } = await nonceOf();
    expect(Date.parse(expires_at)).toBe(service.clock.now() + limits.farcasterChannelLifeMs);
    const person = await sandbox.farcaster.enrol(me);
    const signed = sandbox.farcaster.sign(person, { ...page, nonce }, person.auth);
    const { json } = await enter(signed);
    expect(json.user?.linked_accounts[0]).toMatchObject({ type: 'farcaster', fid: person.fid });
    expect((await enter(signed)).json.code).toBe('invalid_credentials');
  });

  test('[S42] a Farcaster mini app is refused with a nonce of another app, an expired nonce, or a message for another page than the calling one', async () => {
    const person = await sandbox.farcaster.enrol(me);
    const sign = (nonce: string, at = page) => sandbox.farcaster.sign(person, { ...at, nonce });
    const foreign = await nonceOf({ appId: other.id });
    expect((await enter(sign(foreign.nonce))).json.code).toBe('invalid_credentials');
    const late = await nonceOf();
    service.clock.advance(limits.farcasterChannelLifeMs);
    expect((await enter(sign(late.nonce))).json.code).toBe('invalid_credentials');
    const evil = { siweUri: 'https://evil.example/', domain: 'evil.example' };
    expect((await enter(sign((await nonceOf()).nonce, evil))).json.code).toBe('invalid_credentials');
    // This page belongs to the app, but it is not the one that calls.
    const mine = { siweUri: 'https://harbour.example/', domain: 'harbour.example' };
    expect((await enter(sign((await nonceOf()).nonce, mine))).json.code).toBe('invalid_credentials');
    expect((await enter(sign((await nonceOf()).nonce, mine), { origin: null })).status).toBe(200);
  });
});
