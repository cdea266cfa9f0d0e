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
  sessionRoutes,
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
    [
      'from another page of the app than the one that started it',
      { origin: 'https://shop.tidewater.example' },
    ],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with a challenge that was not issued', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['that was signed as a registration', { type: 'webauthn.create' }],
    ['in a frame of another origin', { crossOrigin: true, topOrigin: 'https://evil.example' }],
    ['in a frame of an unknown origin', { crossOrigin: true }],
    ['with a top origin and no frame', { topOrigin: 'https://evil.example' }],
    ['without user verification', { isUserVerified: false }],
    ['without user presence', { isUserPresent: false }],
    ['with an unknown passkey', { id: Buffer.alloc(32, 8).toString('base64url') }],
    ['for another user handle', { handle: Buffer.alloc(32, 9).toString('base64url') }],
    ['without a user handle', { handle: null }],
  ];
  test.each(flaws)('a passkey login is refused %s, with the same error', async (_, flaw) => {
    const { status, json } = await calls.enter(await calls.use(victim.authenticator, flaw));
    expect(status).toBe(422);
    expect(json.code).toBe('invalid_credentials');
    expect(json.error).toBe('The passkey could not be verified');
  });

  test('a passkey login is refused if it is sent again, late, to another app, or with another challenge beside it', async () => {
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

  test('a refused passkey login consumes its challenge, so a failed attempt cannot be repeated', async () => {
    const { json } = await service.call(passkeyRoutes.startLogin, { body: {} });
    const { options } = json;
    const answer = (flaw: CeremonyFlaws) => ({
      challenge: options.challenge,
      authenticator_response: victim.authenticator.use(options, flaw),
    });
    expect((await calls.enter(answer({ isUserVerified: false }))).json.code).toBe('invalid_credentials');
    expect((await calls.enter(answer({}))).json.code).toBe('invalid_credentials');
  });

  test('a passkey login is refused with a challenge of another ceremony', async () => {
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

  test('a passkey login is refused if the request comes from another page than the ceremony', async () => {
    const login = await calls.use(victim.authenticator);
    const { json } = await calls.enter(login, { origin: 'https://app.tidewater.example' });
    expect(json.code).toBe('invalid_credentials');
  });
});

test('[S39] a passkey counter that does not increase is refused and logged; one that stays at zero is accepted', async () => {
  const { authenticator } = await calls.newcomer('counter@example.com');
  const tryWith = async (count: number) =>
    (await calls.enter(await calls.use(authenticator, { count }))).status;
  expect(await tryWith(0)).toBe(200);
  expect(await tryWith(0)).toBe(200);
  expect(await tryWith(5)).toBe(200);
  expect(await tryWith(6)).toBe(200);
  lines.length = 0;
  expect(await tryWith(6)).toBe(422);
  expect(await tryWith(3)).toBe(422);
  expect(await tryWith(0)).toBe(422);
  const warnings = () => lines.filter((line) => line.includes('counter did not increase'));
  expect(warnings()).toHaveLength(3);
  expect(lines.join()).not.toContain('counter@example.com');
  const at = await Promise.all([
    calls.use(authenticator, { count: 9 }),
    calls.use(authenticator, { count: 9 }),
  ]);
  const statuses = (await Promise.all(at.map((login) => calls.enter(login)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
  expect(warnings()).toHaveLength(4);
});

test('[S39] a passkey that is removed during its login is refused, and the log does not take it for a copy', async () => {
  const { authenticator } = await calls.newcomer('removed@example.com');
  expect((await calls.enter(await calls.use(authenticator, { count: 5 }))).status).toBe(200);
  const login = await calls.use(authenticator, { count: 6 });
  const run = (text: string) => service.database.exclusively((query) => query(text));
  // Removes the passkey after the login has read it, and before the login writes the counter.
  await run(`create function remove_first() returns trigger language plpgsql as $$ begin
    delete from linked_accounts where type = old.type and subject = old.subject; return null; end $$`);
  await run(`create trigger remove_first before update of credential on linked_accounts
    for each row execute function remove_first()`);
  lines.length = 0;
  try {
    expect((await calls.enter(login)).json.code).toBe('invalid_credentials');
  } finally {
    await run('drop trigger remove_first on linked_accounts');
    await run('drop function remove_first');
  }
  expect(lines.join()).not.toContain('counter');
});

test('[S39] the backup state of a passkey is stored, and updated at each use', async () => {
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

test('[S39] the options of a passkey login name no passkey, with and without a session', async () => {
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

describe('[S39] a new passkey', () => {
  test('a new passkey is refused with a flawed response, an unknown challenge, or a challenge of another user or ceremony', async () => {
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

  test('a new passkey with the id of an existing one does not replace it, by a sign-up or by a link', async () => {
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

  test('a guest whose sign-up with the passkey of another user is refused keeps the session', async () => {
    const { user } = await calls.newcomer('keeper@example.com');
    const [account] = passkeysOf(user);
    const id = account?.type === 'passkey' ? account.credential_id : '';
    const { json: guest } = await service.call(guestRoutes.authenticate, {
      body: { guest_credential: 'k'.repeat(43) },
    });
    const refused = await calls.signUp(createAuthenticator(), { id }, { bearer: guest.token ?? '' });
    expect(refused.json.code).toBe('linked_to_another_user');
    const { refresh_token } = guest;
    const still = await service.call(sessionRoutes.refresh, { body: { refresh_token } });
    expect(still.json.user).toMatchObject({ id: guest.user?.id, is_guest: true });
  });

  test('a new passkey is linked once: a repeated call, whose first answer was lost, gets the same answer', async () => {
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

  test('a new passkey requires a signed-in user with a recent login', async () => {
    const { token } = await logIn(service, 'old@example.com');
    const bearer = token ?? '';
    const nobody = await service.call(passkeyRoutes.startLink, { body: {} });
    expect(nobody.status).toBe(401);
    expect(nobody.json.code).toBe('missing_or_invalid_token');
    service.clock.advance(601_000);
    const old = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    expect(old.status).toBe(403);
    expect(old.json.code).toBe('recent_login_required');
  });
});
