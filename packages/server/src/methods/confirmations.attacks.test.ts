import { createHmac } from 'node:crypto';
import { signWebApp, signWidget, type TelegramPerson, telegramBot } from '@latchkey/sandbox';
import {
  claimsOf,
  createTestService,
  type Issuer,
  logIn,
  startIssuer,
  type TestService,
} from '@latchkey/testkit';
import {
  customTokenRoutes,
  emailRoutes,
  farcasterRoutes,
  guestRoutes,
  limits,
  oauthRoutes,
  passkeyRoutes,
  type RouteFacts,
  reauthenticateRoute,
  smsRoutes,
  type TokenReply,
  telegramRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// An attacker has a user's access token and a proof, such as one that was used before or is for another user. The
// proof must not make the login recent.
const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
const minuteMs = 60_000;

let service: TestService;
let issuer: Issuer;
beforeAll(async () => {
  const now = () => service?.clock.now() ?? Date.now();
  issuer = await startIssuer(now);
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Tidewater',
    email_auth: true,
    sms_auth: true,
    guest_auth: true,
    farcaster_auth: true,
    passkey_auth: true,
    custom_jwt_auth: true,
    custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
    telegram_auth: true,
    telegram_auth_config: {
      bot_id: telegramBot.id,
      bot_name: telegramBot.name,
      link_enabled: true,
      seamless_auth_enabled: true,
    },
    allowed_origins: ['http://localhost:3000'],
  };
  service = await createTestService({ apps: [app], config: { sharedTelegramToken: telegramBot.token } });
  // Times in signed data are whole seconds, so the clock starts at a whole second.
  service.clock.advance(1_000 - (service.clock.now() % 1_000));
});
afterAll(async () => {
  await service?.close();
  await issuer?.close();
});

const nowS = () => Math.floor(service.clock.now() / 1000);
let people = 0;
let victim: TelegramPerson;
beforeEach(() => {
  people += 1;
  victim = { id: 810_000_000 + people, first_name: `V${people}`, username: `v${people}` };
  service.clock.advance(minuteMs);
});
const byWidget = (person = victim, authDate = nowS()) => ({
  telegram_auth_result: signWidget(person, { authDate }),
});
const byMiniApp = (person = victim, authDate = nowS()) => ({
  telegram_web_app_data: Object.fromEntries(new URLSearchParams(signWebApp(person, { authDate }))),
});
const enter = async (body: object, network?: string) =>
  (await service.call(telegramRoutes.authenticate, { body, ...(network ? { network } : {}) })).json;
const confirm = async (login: Pick<TokenReply, 'token'>, body: object, network?: string) => {
  const { status, json } = await service.call(reauthenticateRoute, {
    bearer: login.token ?? '',
    body,
    ...(network ? { network } : {}),
  });
  return { status, ...json };
};
async function authTimeOf(login: Pick<TokenReply, 'token'>): Promise<number> {
  const find = service.database.statement<{ auth_time_ms: number }>(
    'test_auth_time',
    'select auth_time_ms from sessions where session_id = $1',
  );
  const [row] = await find([claimsOf(login.token).sid]);
  return (row?.auth_time_ms ?? Number.NaN) / 1000;
}

describe('[S41] Telegram data signed for another user', () => {
  test('Telegram routes refuse signed data of an attacker together with unsigned data that names the victim', async () => {
    const login = await enter(byWidget());
    const before = await authTimeOf(login);
    service.clock.advance(30 * minuteMs);
    const thief = { id: 666, first_name: 'Eve', username: 'eve' };
    const unsigned = { ...signWidget(victim, { authDate: nowS() }), hash: '0'.repeat(64) };
    const both = { ...byMiniApp(thief), telegram_auth_result: unsigned };
    const input = { bearer: login.token ?? '', body: { nonce: 'x', ...both } };
    const answers = [
      await service.call(telegramRoutes.authenticate, input),
      await service.call(telegramRoutes.link, input),
      await service.call(telegramRoutes.transfer, input),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(400);
      expect(json.code).toBe('invalid_data');
    }
    expect((await confirm(login, { method: 'telegram', ...both })).code).toBe('invalid_data');
    expect(await authTimeOf(login)).toBe(before);
  });

  test('Telegram data proves the user in the signed data, not one named in a field beside the signature', async () => {
    const login = await enter(byWidget());
    const before = await authTimeOf(login);
    service.clock.advance(30 * minuteMs);
    const thief = { id: 667, first_name: 'Eve' };
    // Telegram does not sign these fields. They name the victim.
    const { telegram_web_app_data: data } = byMiniApp(thief);
    const shown = { ...data, tgWebAppUser: JSON.stringify(victim), tgWebApp_id: String(victim.id) };
    expect((await confirm(login, { method: 'telegram', telegram_web_app_data: shown })).code).toBe(
      'invalid_credentials',
    );
    expect(await authTimeOf(login)).toBe(before);
  });
});

describe('[S41] Telegram data signed for the user confirms a login', () => {
  test.each([
    ['the widget', byWidget],
    ['a mini app', byMiniApp],
  ])(
    'Telegram data from %s confirms a login until five minutes after its signature; older data still logs in, with the time when it was signed',
    async (_, sign) => {
      const login = await enter(byWidget(victim, nowS() - 60));
      const hourAgo = nowS() - 3_600;
      const old = sign(victim, hourAgo);
      const refused = await confirm(login, { method: 'telegram', ...old });
      expect(refused).toMatchObject({
        status: 422,
        code: 'invalid_credentials',
        data: { reason: 'proof_too_old' },
      });
      const again = await enter(old);
      expect(await authTimeOf(again)).toBe(hourAgo);
      const edge = nowS() - 5 * 60;
      const late = await confirm(login, { method: 'telegram', ...sign(victim, edge - 1) });
      expect(late.data).toEqual({ reason: 'proof_too_old' });
      expect((await confirm(login, { method: 'telegram', ...sign(victim, edge) })).status).toBe(200);
    },
  );

  test('Telegram data confirms a login once, and not after a login with the same data, even in the hour in which a mini app may log in again', async () => {
    const home = '203.0.113.9';
    for (const sign of [byWidget, byMiniApp]) {
      service.clock.advance(minuteMs);
      const entered = sign();
      const login = await enter(entered, home);
      expect(await authTimeOf(login)).toBe(nowS());
      const used = await confirm(login, { method: 'telegram', ...entered }, home);
      expect(used.code).toBe('invalid_credentials');
      expect(used.data).toEqual({ reason: 'proof_used' });
      service.clock.advance(1_000);
      const fresh = sign();
      const answers = await Promise.all(
        [1, 2, 3].map(() => confirm(login, { method: 'telegram', ...fresh }, home)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    }
  });

  test('a second login with the same data of a mini app does not count as recent', async () => {
    const home = '203.0.113.10';
    const data = byMiniApp();
    await enter(data, home);
    const again = await enter(data, home);
    expect(await authTimeOf(again)).toBe(nowS() - limits.telegramWebAppAgainMs / 1000);
    const refused = await service.call(telegramRoutes.unlink, {
      bearer: again.token ?? '',
      body: { telegram_user_id: String(victim.id) },
    });
    expect(refused.status).toBe(403);
    expect(refused.json.code).toBe('recent_login_required');
  });

  test('Telegram data from the future, signed by a clock that is ahead, counts as signed now', async () => {
    const login = await enter(byWidget(victim, nowS() + 50));
    expect(await authTimeOf(login)).toBe(nowS());
  });
});

describe("[S43] a token from the host app's own sign-in", () => {
  const sign = (more: object = {}) =>
    issuer.sign({ iss: rules.issuer, aud: rules.audience, sub: `person-${people}`, ...more });
  const logInBy = async (token: string) =>
    (await service.call(customTokenRoutes.authenticate, { body: { token } })).json;

  test('a token of the host logs in with the time when it was issued; without one or with a negative one the time is 0, and a future one counts as now', async () => {
    const iat = nowS() - 1_800;
    expect(await authTimeOf(await logInBy(await sign({ iat })))).toBe(iat);
    expect(await authTimeOf(await logInBy(await sign({ iat: undefined })))).toBe(0);
    expect(await authTimeOf(await logInBy(await sign({ iat: -5 })))).toBe(0);
    expect(await authTimeOf(await logInBy(await sign({ iat: nowS() + 86_400 })))).toBe(nowS());
  });

  test('a token of the host confirms a login once, until five minutes after its issue; a token that logged in, an altered copy, or a token from the future or without a time does not', async () => {
    const shown = await sign();
    const login = await logInBy(shown);
    const by = (token: string) => confirm(login, { method: 'custom-token', token });
    expect((await by(shown)).data).toEqual({ reason: 'proof_used' });
    service.clock.advance(1_000);
    const token = await sign();
    const answers = await Promise.all([1, 2, 3].map(() => by(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await by(otherSignature(token))).data).toEqual({ reason: 'proof_used' });
    const maxAgeS = 5 * 60;
    expect((await by(await sign({ iat: nowS() - maxAgeS - 1 }))).data).toEqual({ reason: 'proof_too_old' });
    expect((await by(await sign({ iat: nowS() + 120 }))).data).toEqual({ reason: 'proof_too_old' });
    expect((await by(await sign({ iat: undefined }))).data).toEqual({ reason: 'proof_too_old' });
    // While the token is recent enough, a second use is refused as used; after that, as too old.
    const edge = await sign({ iat: nowS() - maxAgeS + 1 });
    expect((await by(edge)).status).toBe(200);
    service.clock.advance(1_000);
    expect((await by(edge)).data).toEqual({ reason: 'proof_used' });
    service.clock.advance(1_000);
    expect((await by(edge)).data).toEqual({ reason: 'proof_too_old' });
  });

  /** Returns the token with the second signature that ECDSA accepts for the same text: n − s verifies if s does. */
  function otherSignature(token: string): string {
    const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const [head, body, text = ''] = token.split('.');
    const bytes = Buffer.from(text, 'base64url');
    const s = n - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const flipped = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    ]);
    return `${head}.${body}.${flipped.toString('base64url')}`;
  }
});

describe('a body with the proofs of two methods', () => {
  const guest_credential = createHmac('sha256', 'x').update('y').digest('base64url');
  const email = { email: 'ada@example.com', code: '000000' };
  const sms = { phoneNumber: '+12015550123', code: '000000' };
  const farcaster = { channel_token: 'x', message: 'm', signature: '0x00', fid: 1 };
  const oauth = {
    authorization_code: 'x',
    state_code: 'x'.repeat(43),
    code_verifier: 'x'.repeat(43),
  };
  const bytes = 'AAAA';
  const answer = { id: bytes, raw_id: bytes, type: 'public-key' };
  const used = {
    ...answer,
    response: { client_data_json: bytes, authenticator_data: bytes, signature: bytes },
  };
  const passkey = { challenge: bytes, authenticator_response: used };
  const made = { ...answer, response: { client_data_json: bytes, attestation_object: bytes } };
  const jwt = `eyJhbGciOiJFUzI1NiJ9.${bytes}.${bytes}`;
  /** Second proofs, by the field that carries them. */
  const seconds: Record<string, object> = {
    telegram_auth_result: { telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) } },
    telegram_web_app_data: { telegram_web_app_data: { user: '{}', auth_date: 1, hash: '0'.repeat(64) } },
    guest_credential: { guest_credential },
    signature: { signature: '0x00' },
    authorization_code: { authorization_code: 'x' },
    authenticator_response: { authenticator_response: used },
    token: { token: jwt },
    email: { email: 'eve@example.com' },
    phoneNumber: { phoneNumber: '+12015550124' },
  };
  const telegram = { telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) } };
  const nonce = 'x';
  interface Case {
    readonly route: { readonly name: RouteFacts['name']; readonly path: string };
    readonly body: { readonly method?: string } & Record<string, unknown>;
    /** Fields that the route accepts beside those of `body`. */
    readonly takes?: readonly string[];
  }
  const routes: readonly Case[] = [
    { route: emailRoutes.authenticate, body: email },
    { route: emailRoutes.link, body: email },
    {
      route: emailRoutes.update,
      body: { oldAddress: 'a@example.com', newAddress: 'b@example.com', code: '000000' },
      takes: ['token'],
    },
    { route: smsRoutes.authenticate, body: sms },
    { route: smsRoutes.link, body: sms },
    {
      route: smsRoutes.update,
      body: { old_phone_number: '+12015550123', new_phone_number: '+12015550124', code: '000000' },
      takes: ['token'],
    },
    { route: farcasterRoutes.authenticate, body: farcaster },
    { route: farcasterRoutes.authenticateMiniApp, body: farcaster },
    { route: farcasterRoutes.link, body: farcaster },
    { route: guestRoutes.authenticate, body: { guest_credential } },
    { route: oauthRoutes.authenticate, body: oauth },
    { route: oauthRoutes.link, body: oauth },
    { route: passkeyRoutes.authenticate, body: passkey },
    { route: passkeyRoutes.signUp, body: { authenticator_response: made } },
    { route: passkeyRoutes.link, body: { authenticator_response: made } },
    { route: customTokenRoutes.authenticate, body: { token: jwt } },
    { route: telegramRoutes.authenticate, body: telegram },
    { route: telegramRoutes.link, body: telegram },
    { route: telegramRoutes.transfer, body: { nonce, ...telegram } },
    { route: emailRoutes.transfer, body: { nonce, email: 'a@example.com' } },
    { route: smsRoutes.transfer, body: { nonce, phoneNumber: '+12015550123' } },
    { route: farcasterRoutes.transfer, body: { nonce, farcaster_id: 1 } },
    { route: oauthRoutes.transfer, body: { nonce, userInfo: { subject: 'x' } } },
    ...Object.entries({
      email,
      sms,
      farcaster,
      oauth,
      passkey,
      telegram,
      guest: { guest_credential },
      'custom-token': { token: jwt },
    }).map(([method, body]) => ({ route: reauthenticateRoute, body: { method, ...body } })),
  ];

  test.each(routes.map((one) => [`${one.route.name} ${one.body.method ?? ''}`, one] as const))(
    '%s refuses a second proof, but not fields that are null',
    async (_, one) => {
      const { token } = await logIn(service, `body-${people}@example.com`);
      const send = async (body: object, more: number) =>
        (
          await service.call(
            { ...emailRoutes.link, ...one.route },
            { bearer: token ?? '', body, network: `198.51.${people}.${more}` },
          )
        ).json;
      const takes = [...Object.keys(one.body), ...(one.takes ?? [])];
      const others = Object.entries(seconds).filter(([field]) => !takes.includes(field));
      for (const [index, [field, second]] of others.entries()) {
        const { code, data } = await send({ ...one.body, ...second }, index + 1);
        expect(code, field).toBe('invalid_data');
        expect(data?.field, field).toEqual(
          field === 'telegram_web_app_data' && 'telegram_auth_result' in one.body ? '' : field,
        );
      }
      // Some clients send absent fields as null, which is not a second proof. The call may fail, but not because of
      // its body.
      const without = Object.fromEntries(others.map(([field]) => [field, null]));
      expect((await send({ ...one.body, ...without }, 200)).code).not.toBe('invalid_data');
    },
  );
});
