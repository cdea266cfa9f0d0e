import {
  type CeremonyFlaws,
  createAuthenticator,
  createTestService,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import {
  guestRoutes,
  limits,
  type PasskeyRequestOptions,
  passkeyRequestReplySchema,
  passkeyRoutes,
} from '@latchkey/wire';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closed, passkeyApps, passkeyCalls, passkeysOf } from './passkeys.testkit.ts';

let service: TestService;
let calls: ReturnType<typeof passkeyCalls>;
const lines: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  service = await createTestService({ apps: passkeyApps, log });
  calls = passkeyCalls(service);
});
afterAll(() => service.close());

describe('[S39] a login is refused', () => {
  let victim: Awaited<ReturnType<typeof calls.newcomer>>;
  beforeAll(async () => {
    victim = await calls.newcomer('victim@example.com');
  });

  const flaws: [name: string, flaws: CeremonyFlaws][] = [
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from another page of the app than the one that began it', { origin: 'https://shop.tidewater.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with a challenge that nobody gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['that was signed as a registration', { type: 'webauthn.create' }],
    ['in a frame of another origin', { crossOrigin: true, topOrigin: 'https://evil.example' }],
    ['in a frame of an origin that is not told', { crossOrigin: true }],
    ['with a top origin and no frame', { topOrigin: 'https://evil.example' }],
    ['that nobody unlocked', { isUserVerified: false }],
    ['that nobody touched', { isUserPresent: false }],
    ['of a passkey that is not known', { id: Buffer.alloc(32, 8).toString('base64url') }],
    ['for another user handle', { handle: Buffer.alloc(32, 9).toString('base64url') }],
    ['without a user handle', { handle: null }],
  ];
  test.each(flaws)('%s, in the same words', async (_, flaw) => {
    const { status, json } = await calls.enter(await calls.use(victim.authenticator, flaw));
    expect([status, json.code, json.error]).toEqual([
      422,
      'invalid_credentials',
      'The passkey could not be verified',
    ]);
  });

  test('that is shown again, or late, or to another app, or with another challenge beside it', async () => {
    const { authenticator } = victim;
    const login = await calls.use(authenticator);
    expect((await calls.enter(login)).status).toBe(200);
    expect((await calls.enter(login)).json.code).toBe('invalid_credentials');

    const late = await calls.use(authenticator);
    service.clock.advance(limits.passkeyChallengeLifeMs);
    expect((await calls.enter(late)).json.code).toBe('invalid_credentials');

    const foreign = await calls.use(authenticator, {}, { appId: closed });
    expect((await calls.enter(foreign)).json.code).toBe('invalid_credentials');
    const own = await calls.use(authenticator);
    expect((await calls.enter(own, { appId: closed })).json.code).toBe('invalid_credentials');

    const other = await calls.use(authenticator);
    const mixed = { ...(await calls.use(authenticator)), challenge: other.challenge };
    expect((await calls.enter(mixed)).json.code).toBe('invalid_credentials');
    expect((await calls.enter(await calls.use(authenticator))).status).toBe(200);
  });

  test('and burns its challenge: what is wrong is not tried twice', async () => {
    const { json } = await service.call(passkeyRoutes.startLogin, { body: {} });
    const { options } = json;
    const answer = (flaw: CeremonyFlaws) => ({
      challenge: options.challenge,
      authenticator_response: victim.authenticator.use(options, flaw),
    });
    expect((await calls.enter(answer({ isUserVerified: false }))).json.code).toBe('invalid_credentials');
    expect((await calls.enter(answer({}))).json.code).toBe('invalid_credentials');
  });

  test('by a challenge of another ceremony', async () => {
    const { authenticator, bearer } = victim;
    const { json: signUpStart } = await service.call(passkeyRoutes.startSignUp, { body: {} });
    const { json: linkStart } = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    for (const { challenge } of [signUpStart.options, linkStart.options]) {
      const options: PasskeyRequestOptions = {
        challenge,
        rp_id: 'localhost',
        timeout: 1,
        allow_credentials: [],
        user_verification: 'required',
      };
      const answer = { challenge, authenticator_response: authenticator.use(options) };
      expect((await calls.enter(answer)).json.code).toBe('invalid_credentials');
    }
  });

  test('from another page than the request comes from', async () => {
    const login = await calls.use(victim.authenticator);
    const { json } = await calls.enter(login, { origin: 'https://app.tidewater.example' });
    expect(json.code).toBe('invalid_credentials');
  });
});

test('[S39] a counter that goes back is refused and told of; one that stays at zero is none', async () => {
  const { authenticator } = await calls.newcomer('counter@example.com');
  const tryWith = async (count: number) =>
    (await calls.enter(await calls.use(authenticator, { count }))).status;
  expect([await tryWith(0), await tryWith(0), await tryWith(5), await tryWith(6)]).toEqual([
    200, 200, 200, 200,
  ]);
  lines.length = 0;
  expect([await tryWith(6), await tryWith(3), await tryWith(0)]).toEqual([422, 422, 422]);
  expect(lines.filter((line) => line.includes('counter went back'))).toHaveLength(3);
  expect(lines.join()).not.toContain('counter@example.com');
  const at = await Promise.all([
    calls.use(authenticator, { count: 9 }),
    calls.use(authenticator, { count: 9 }),
  ]);
  const statuses = (await Promise.all(at.map((login) => calls.enter(login)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
});

test('[S39] whether a passkey is backed up is kept, and follows each use', async () => {
  const { authenticator, userId } = await calls.newcomer('backup@example.com');
  const read = service.database.statement<{ credential: Record<string, unknown> }>(
    'test_credential',
    "select credential from linked_accounts where user_id = $1 and type = 'passkey'",
  );
  const stored = async () => (await read([userId ?? '']))[0]?.credential;
  expect(await stored()).toMatchObject({ mayBeBackedUp: false, isBackedUp: false, rpId: 'localhost' });
  expect((await calls.enter(await calls.use(authenticator, { isBackedUp: true }))).status).toBe(200);
  expect(await stored()).toMatchObject({ isBackedUp: true, count: 0 });
});

test('[S39] what a login is begun with names no passkey, no matter who asks', async () => {
  const { bearer } = await calls.newcomer('hidden@example.com');
  for (const where of [{}, { bearer }]) {
    const { json } = await service.call(passkeyRoutes.startLogin, { ...where, body: {} });
    expect(v.is(passkeyRequestReplySchema(), json)).toBe(true);
    expect(json.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rp_id: 'localhost',
      allow_credentials: [],
      user_verification: 'required',
    });
  }
});

describe('[S39] a passkey is made', () => {
  test('for no one by a flawed answer, a used challenge or one of another user', async () => {
    const victim = await logIn(service, 'owner@example.com');
    const attacker = await logIn(service, 'attacker@example.com');
    for (const flaw of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { crossOrigin: true, topOrigin: 'https://evil.example' },
      { isUserVerified: false },
      { isUserPresent: false },
      { challenge: Buffer.alloc(32, 7).toString('base64url') },
    ]) {
      expect((await calls.link(createAuthenticator(), victim.token ?? '', flaw)).json.code).toBe(
        'invalid_credentials',
      );
      expect((await calls.signUp(createAuthenticator(), flaw)).json.code).toBe('invalid_credentials');
    }
    const start = await service.call(passkeyRoutes.startLink, { bearer: attacker.token ?? '', body: {} });
    const body = { authenticator_response: createAuthenticator().make(start.json.options) };
    const planted = await service.call(passkeyRoutes.link, { bearer: victim.token ?? '', body });
    expect(planted.json.code).toBe('invalid_credentials');
    const signedUp = await service.call(passkeyRoutes.signUp, { body });
    expect(signedUp.json.code).toBe('invalid_credentials');
  });

  test('never over one that someone has: not by a sign-up, not by a link', async () => {
    const { authenticator, user } = await calls.newcomer('holder@example.com');
    const [account] = passkeysOf(user);
    const id = account?.type === 'passkey' ? account.credential_id : '';
    const thief = createAuthenticator();
    expect((await calls.signUp(thief, { id })).json.code).toBe('linked_to_another_user');
    const { json: guest } = await service.call(guestRoutes.authenticate, {
      body: { guest_credential: 'g'.repeat(43) },
    });
    const asGuest = await calls.signUp(thief, { id }, { bearer: guest.token ?? '' });
    expect(asGuest.json.code).toBe('linked_to_another_user');
    const { token } = await logIn(service, 'thief@example.com');
    expect((await calls.link(thief, token ?? '', { id })).json.code).toBe('linked_to_another_user');
    expect((await calls.enter(await calls.use(thief, { passkey: id } as CeremonyFlaws))).json.code).toBe(
      'invalid_credentials',
    );
    expect((await calls.enter(await calls.use(authenticator))).status).toBe(200);
  });

  test('once: a link whose answer was lost, sent again, answers the user as they are', async () => {
    const { token } = await logIn(service, 'lost@example.com');
    const bearer = token ?? '';
    const { json } = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    const body = { authenticator_response: createAuthenticator().make(json.options) };
    const answers = [
      await service.call(passkeyRoutes.link, { bearer, body }),
      await service.call(passkeyRoutes.link, { bearer, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.json).toEqual(answers[0]?.json);
  });

  test('for a login that is not too old, and by who is signed in', async () => {
    const { token } = await logIn(service, 'old@example.com');
    const bearer = token ?? '';
    const nobody = await service.call(passkeyRoutes.startLink, { body: {} });
    expect([nobody.status, nobody.json.code]).toEqual([401, 'missing_or_invalid_token']);
    service.clock.advance(601_000);
    const old = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    expect([old.status, old.json.code]).toEqual([403, 'recent_login_required']);
  });
});
