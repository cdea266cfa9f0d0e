import {
  claimsOf,
  confirm,
  createCustodyClient,
  createTestService,
  enterCustody,
  logIn,
  makeWallet,
  randomId,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// A thief has tokens of a session, a proof key of his own, and knows address and id of the wallet: neither is a secret.
// Whatever he calls, nothing that the service keeps of the wallet's key may come back.

const origins = { email_auth: true, allowed_origins: ['http://localhost:3000'] };
const apps = {
  'default settings': { id: 'latchkey-app-of-defaults1', name: 'Defaults', ...origins },
  'strict approval': { id: 'latchkey-app-of-approval1', name: 'Approval', approval: 'frame', ...origins },
  'published clients’ tokens': {
    id: 'latchkey-app-of-published',
    name: 'Published',
    legacy_custody_token: true,
    ...origins,
  },
} as const;

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: Object.values(apps) as never });
});
afterAll(() => service?.close());

let people = 0;
const nextEmail = () => {
  people += 1;
  return `owner-${people}@example.com`;
};
const tenMinutesMs = 600_000;

/** A person with a wallet, made in a browser of theirs in a session that is still fresh. */
async function ownWallet(appId: string) {
  const email = nextEmail();
  const owner = await enterCustody(service, email, appId);
  expect((await owner.client.call(custodyRoutes.create, owner.wallet.body)).json.created).toBe(true);
  return { ...owner, email, appId };
}
type Owner = Awaited<ReturnType<typeof ownWallet>>;

/** Another session of the same person. */
async function logInAgain({ email, appId }: Owner): Promise<TokenReply> {
  return logIn(service, email, { appId });
}

/** He has no key of the wallet's to sign a change with. */
const forged = `0x${'1b'.repeat(65)}`;

const enrolment = ({ ref, entropyUid }: Owner['wallet']) => ({
  ...ref,
  request_id: randomId(),
  entropy_uid: entropyUid,
  signature: forged,
  device_id: randomId(),
  auth_part: Buffer.from(randomId()).toString('base64url'),
});

/** Calls everything by which a browser comes by a wallet, with each token, by one new proof key; gives what came back. */
async function robWith({ appId, user, wallet }: Owner, tokens: readonly (string | null | undefined)[]) {
  const answers: { status: number; json: unknown }[] = [];
  const thief = await createCustodyClient(service, { token: tokens[0] ?? '', appId });
  const { ref, entropyUid, body } = wallet;
  const enrolled = enrolment(wallet);
  const own = makeWallet({ appId, userId: user.userId });
  for (const token of tokens) {
    const flaws = { token: token ?? '' };
    const { connect, create, enrolDevice, recover, recoveryParameters, verifyToken } = custodyRoutes;
    const named = { ...ref, entropy_uid: entropyUid };
    for (const ask of [
      () => thief.call(verifyToken, {}, flaws),
      () => thief.call(recover, ref, flaws),
      () => thief.call(connect, { ...named, device_id: body.device.device_id }, flaws),
      // A device of his own makes his no browser that had the wallet.
      () => thief.call(enrolDevice, enrolled, flaws),
      () => thief.call(connect, { ...named, device_id: enrolled.device_id }, flaws),
      () => thief.call(recover, ref, flaws),
      // What is there already is answered.
      () => thief.call(create, body, flaws),
      () => thief.call(create, own.body, flaws),
      () => thief.call(custodyRoutes.import, { ...own.body, kind: 'imported-key' as const }, flaws),
      () =>
        thief.call(
          custodyRoutes.import,
          { ...body, request_id: randomId(), kind: 'imported-phrase' as const },
          flaws,
        ),
      () =>
        thief.call(
          custodyRoutes.add,
          { ...named, request_id: randomId(), signature: forged, wallet: { ...body.wallets[0] } as never },
          flaws,
        ),
      () => thief.call(recoveryParameters, ref, flaws),
      () => thief.call(recover, ref, flaws),
    ])
      answers.push(await ask());
  }
  return answers;
}

/** Fails where any secret of the wallet stands in an answer, or the release was refused for another reason than its age. */
function expectNothing(
  { wallet }: Owner,
  answers: readonly { status: number; json: unknown }[],
  code = 'recent_login_required',
): void {
  const { device, recovery } = wallet.body;
  const text = JSON.stringify(answers);
  for (const secret of [device.auth_part, recovery.auth_part, recovery.ciphertext, recovery.recovery_key])
    expect(text).not.toContain(secret);
  expect(answers.at(-1)?.json).toMatchObject({ code });
}

describe.each(Object.entries(apps))('an old session is no wallet, with %s:', (_, app) => {
  const appId = app.id;
  test('each of its tokens alone', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const isTaken = 'legacy_custody_token' in app;
    const refusal = isTaken ? 'recent_login_required' : 'missing_or_invalid_token';
    expectNothing(owner, await robWith(owner, [owner.user.token]), refusal);
    expectNothing(owner, await robWith(owner, [owner.user.privyAccessToken]));
  });

  test('both of its access tokens', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    expectNothing(owner, await robWith(owner, [owner.user.token, owner.user.privyAccessToken]));
  });

  test('an access token and the refresh token, with all that they renew', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const body = { refresh_token: owner.user.refreshToken };
    const { json } = await service.call(sessionRoutes.refresh, { appId, body, bearer: owner.user.token });
    expectNothing(owner, await robWith(owner, [json.token, json.privy_access_token]));
  });

  test('a token and a fork of the session', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const forked = await forkOf(owner.user, appId);
    expectNothing(owner, await robWith(owner, [forked.privy_access_token, owner.user.privyAccessToken]));
  });

  test('tokens of two sessions', async () => {
    const owner = await ownWallet(appId);
    const other = await logInAgain(owner);
    service.clock.advance(tenMinutesMs + 1);
    const tokens = [owner.user.privyAccessToken, other.privy_access_token];
    expectNothing(owner, await robWith(owner, tokens));
  });

  test('a token, while the owner proves anew who they are, for whatever', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const login = { token: owner.user.token };
    expect((await confirm(service, login, owner.email, undefined, { appId })).status).toBe(200);
    const change = { purpose: 'account_change' } as const;
    expect((await confirm(service, login, owner.email, change, { appId })).status).toBe(200);
    const release = { purpose: 'release', key: owner.client.thumbprint } as const;
    expect((await confirm(service, login, owner.email, release, { appId })).status).toBe(200);
    expectNothing(owner, await robWith(owner, [owner.user.token, owner.user.privyAccessToken]));
    // The owner's own browser is given the wallet by that confirmation, and the thief nothing by the release.
    expect((await owner.client.call(custodyRoutes.recover, owner.wallet.ref)).status).toBe(200);
    expectNothing(owner, await robWith(owner, [owner.user.token, owner.user.privyAccessToken]));
  });

  test('a token, with a proof of the thief’s own account or a wrong one', async () => {
    const owner = await ownWallet(appId);
    const thief = nextEmail();
    await logIn(service, thief, { appId });
    service.clock.advance(tenMinutesMs + 1);
    const client = await createCustodyClient(service, { token: owner.user.privyAccessToken, appId });
    const act = { purpose: 'release', key: client.thumbprint } as const;
    const refused = await confirm(service, { token: owner.user.token }, thief, act, { appId });
    expect(refused.json.code).toBe('invalid_credentials');
    const again = await client.call(custodyRoutes.recover, owner.wallet.ref);
    expect(again.json.code).toBe('recent_login_required');
  });

  test('a token of a session that is young, once its login is spent', async () => {
    const owner = await ownWallet(appId);
    const login = await logInAgain(owner);
    const browser = await createCustodyClient(service, { token: login.privy_access_token ?? '', appId });
    expect((await browser.call(custodyRoutes.recover, owner.wallet.ref)).status).toBe(200);
    expectNothing(owner, await robWith(owner, [login.privy_access_token]));
    const forked = await forkOf({ token: login.token, refreshToken: login.refresh_token }, appId);
    expectNothing(owner, await robWith(owner, [forked.privy_access_token]));
  });
});

test('a fork of a login that is spent by nobody yet opens nothing either', async () => {
  const owner = await ownWallet(apps['default settings'].id);
  const forked = await forkOf(owner.user, owner.appId);
  expectNothing(owner, await robWith(owner, [forked.privy_access_token]));
});

test('the owner’s confirmation in one session opens nothing in another of theirs', async () => {
  const owner = await ownWallet(apps['default settings'].id);
  const { appId } = owner;
  const other = await logInAgain(owner);
  service.clock.advance(tenMinutesMs + 1);
  const browser = await createCustodyClient(service, { token: other.privy_access_token ?? '', appId });
  const act = { purpose: 'release', key: browser.thumbprint } as const;
  expect((await confirm(service, { token: owner.user.token }, owner.email, act, { appId })).status).toBe(200);
  const refused = await browser.call(custodyRoutes.recover, owner.wallet.ref);
  expect(refused.json).toMatchObject({
    code: 'recent_login_required',
    data: { key: browser.thumbprint },
  });
});

/** A session that goes on with another one's login. */
async function forkOf(
  { token, refreshToken }: { token: string | null; refreshToken: string | null },
  appId: string,
): Promise<TokenReply> {
  const body = { refresh_token: refreshToken };
  const fork = await service.call(sessionRoutes.fork, { appId, body, bearer: token ?? '' });
  const recovered = { refresh_token: fork.json.new_session_refresh_token };
  const { status, json } = await service.call(sessionRoutes.recoverFork, { appId, body: recovered });
  expect(status).toBe(200);
  expect(claimsOf(json.token).sid).not.toBe(claimsOf(token).sid);
  return json;
}
