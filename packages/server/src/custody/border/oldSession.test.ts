import {
  type CustodyClient,
  claimsOf,
  confirm,
  createCustodyClient,
  createTestService,
  enterCustody,
  type Issuer,
  logIn,
  makeWallet,
  randomId,
  startIssuer,
  type TestService,
  toAddWallet,
  toEnrolDevice,
} from '@latchkey/testkit';
import {
  type AppInput,
  custodyRoutes,
  customTokenRoutes,
  forkRoute,
  sessionRoutes,
  type TokenReply,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The attacker has tokens of a session, a proof key of their own, and the wallet's address and id. No answer to their
// calls may contain a part of the wallet's key that the service stores.

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

const rules = { issuer: 'https://login.tidewater.example' };
/** An app whose users log in with the host's own tokens. */
const hosted = { id: 'latchkey-app-of-hosts-own', name: 'Hosted', custom_jwt_auth: true, ...origins };

let service: TestService;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer(() => service.clock.now());
  const custom_jwt_config = { ...rules, public_key: issuer.publicKey() };
  service = await createTestService({
    apps: [...Object.values(apps), { ...hosted, custom_jwt_config }] as AppInput[],
  });
});
afterAll(async () => {
  await service?.close();
  await issuer?.close();
});

let people = 0;
const nextEmail = () => {
  people += 1;
  return `owner-${people}@example.com`;
};
const tenMinutesMs = 600_000;

async function ownWallet(appId: string) {
  const email = nextEmail();
  const owner = await enterCustody(service, email, appId);
  expect((await owner.client.call(custodyRoutes.create, owner.wallet.body)).json.created).toBe(true);
  return { ...owner, email, appId };
}
type Owner = Awaited<ReturnType<typeof ownWallet>>;

/** Recovers the wallet in the owner's own browser. An app with strict approval requires a code for it. */
async function recoverAsOwner({ appId, email, wallet }: Owner, browser: CustodyClient) {
  if (appId !== apps['strict approval'].id) return browser.call(custodyRoutes.recover, wallet.ref);
  expect((await browser.call(custodyRoutes.sendReleaseCode, wallet.ref)).status).toBe(200);
  return browser.call(custodyRoutes.recover, { ...wallet.ref, code: service.outbox.codeFor(email) });
}

async function logInAgain({ email, appId }: Owner): Promise<TokenReply> {
  return logIn(service, email, { appId });
}

/**
 * Calls the custody routes with which a browser gets a wallet, with each token and one new proof key. Returns the
 * answers.
 */
async function robWith({ appId, user, wallet }: Owner, tokens: readonly (string | null | undefined)[]) {
  const answers: { status: number; json: unknown }[] = [];
  const thief = await createCustodyClient(service, { token: tokens[0] ?? '', appId });
  const { ref, entropyUid, body } = wallet;
  // The attacker even has the data of a device that the wallet's key signed. Enrolled with the attacker's proof key,
  // the device must release nothing of the wallet.
  const enrolled = toEnrolDevice(wallet);
  const own = makeWallet({ appId, userId: user.userId });
  const [first] = body.wallets;
  if (!first) throw new Error('the wallet has no address');
  for (const token of tokens) {
    const flaws = { token: token ?? '' };
    const { connect, create, enrolDevice, recover, recoveryParameters, verifyToken } = custodyRoutes;
    const named = { ...ref, entropy_uid: entropyUid };
    for (const request of [
      () => thief.call(verifyToken, {}, flaws),
      () => thief.call(recover, ref, flaws),
      () => thief.call(connect, { ...named, device_id: body.device.device_id }, flaws),
      () => thief.call(enrolDevice, enrolled, flaws),
      () => thief.call(connect, { ...named, device_id: enrolled.device_id }, flaws),
      () => thief.call(recover, ref, flaws),
      // The service may answer with the wallet that exists already.
      () => thief.call(create, body, flaws),
      () => thief.call(create, own.body, flaws),
      () => thief.call(custodyRoutes.import, { ...own.body, kind: 'imported-key' as const }, flaws),
      () =>
        thief.call(
          custodyRoutes.import,
          { ...body, request_id: randomId(), kind: 'imported-phrase' as const },
          flaws,
        ),
      () => thief.call(custodyRoutes.add, toAddWallet(wallet, first), flaws),
      () => thief.call(recoveryParameters, ref, flaws),
      () => thief.call(recover, ref, flaws),
    ])
      answers.push(await request());
  }
  return answers;
}

/** Fails if an answer contains a secret of the wallet, or if the last answer does not refuse with `code`. */
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

describe.each(Object.entries(apps))('old sessions, with %s', (_, app) => {
  const appId = app.id;
  test('each access token of an old session alone releases nothing', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const isTaken = 'legacy_custody_token' in app;
    const refusal = isTaken ? 'recent_login_required' : 'missing_or_invalid_token';
    expectNothing(owner, await robWith(owner, [owner.user.token]), refusal);
    expectNothing(owner, await robWith(owner, [owner.user.privyAccessToken]));
  });

  test('both access tokens of an old session release nothing', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    expectNothing(owner, await robWith(owner, [owner.user.token, owner.user.privyAccessToken]));
  });

  test('an access token and the refresh token of an old session, with everything that they renew, release nothing', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const body = { refresh_token: owner.user.refreshToken };
    const { json } = await service.call(sessionRoutes.refresh, { appId, body, bearer: owner.user.token });
    expectNothing(owner, await robWith(owner, [json.token, json.privy_access_token]));
  });

  test('a token and a fork of an old session release nothing', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const forked = await forkOf(owner.user, appId);
    expectNothing(owner, await robWith(owner, [forked.privy_access_token, owner.user.privyAccessToken]));
  });

  test('tokens of two old sessions release nothing', async () => {
    const owner = await ownWallet(appId);
    const other = await logInAgain(owner);
    service.clock.advance(tenMinutesMs + 1);
    const tokens = [owner.user.privyAccessToken, other.privy_access_token];
    expectNothing(owner, await robWith(owner, tokens));
  });

  test('a token of an old session releases nothing, even if the owner has confirmed another purpose or key', async () => {
    const owner = await ownWallet(appId);
    service.clock.advance(tenMinutesMs + 1);
    const login = { token: owner.user.token };
    expect((await confirm(service, login, owner.email, undefined, { appId })).status).toBe(200);
    const change = { purpose: 'account_change' } as const;
    expect((await confirm(service, login, owner.email, change, { appId })).status).toBe(200);
    const release = { purpose: 'release', key: owner.client.thumbprint } as const;
    expect((await confirm(service, login, owner.email, release, { appId })).status).toBe(200);
    expectNothing(owner, await robWith(owner, [owner.user.token, owner.user.privyAccessToken]));
    // The confirmation, or a code with strict approval, releases the wallet to the owner's own browser, and still
    // nothing to the attacker.
    expect((await recoverAsOwner(owner, owner.client)).status).toBe(200);
    expectNothing(owner, await robWith(owner, [owner.user.token, owner.user.privyAccessToken]));
  });

  test('a token of an old session with a proof of the attacker’s own account releases nothing', async () => {
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

  test('a token of a recent session releases nothing after its login was spent on a release', async () => {
    const owner = await ownWallet(appId);
    const login = await logInAgain(owner);
    const browser = await createCustodyClient(service, { token: login.privy_access_token ?? '', appId });
    expect((await recoverAsOwner(owner, browser)).status).toBe(200);
    expectNothing(owner, await robWith(owner, [login.privy_access_token]));
    const forked = await forkOf({ token: login.token, refreshToken: login.refresh_token }, appId);
    expectNothing(owner, await robWith(owner, [forked.privy_access_token]));
  });
});

/** Calls of custody routes that can be the first of a session, which the service admits. */
const firstCalls: Record<string, (owner: Owner, browser: CustodyClient) => Promise<{ status: number }>> = {
  create: ({ appId, user }, browser) =>
    browser.call(custodyRoutes.create, makeWallet({ appId, userId: user.userId }).body),
  import: ({ appId, user }, browser) =>
    browser.call(custodyRoutes.import, {
      ...makeWallet({ appId, userId: user.userId }).body,
      kind: 'imported-key' as const,
    }),
  add: ({ wallet }, browser) => {
    const [first] = wallet.body.wallets;
    if (!first) throw new Error('the wallet has no address');
    return browser.call(custodyRoutes.add, toAddWallet(wallet, first));
  },
  connect: ({ wallet }, browser) => {
    const { ref, entropyUid, body } = wallet;
    const device = { device_id: body.device.device_id, entropy_uid: entropyUid };
    return browser.call(custodyRoutes.connect, { ...ref, ...device });
  },
  enrol: ({ wallet }, browser) => browser.call(custodyRoutes.enrolDevice, toEnrolDevice(wallet)),
  recover: ({ wallet }, browser) => browser.call(custodyRoutes.recover, wallet.ref),
  'token/verify': (_, browser) => browser.call(custodyRoutes.verifyToken, {}),
};

describe.each(Object.entries(firstCalls))('a login whose browser has called %s', (_, callFirst) => {
  test('a fresh login that is bound to a browser’s key releases nothing to another key', async () => {
    const owner = await ownWallet(apps['default settings'].id);
    const login = await logInAgain(owner);
    const token = login.privy_access_token ?? '';
    const browser = await createCustodyClient(service, { token, appId: owner.appId });
    // These answers show that the service has admitted the call, and so bound the browser's key.
    const { status } = await callFirst(owner, browser);
    expect([200, 404, 422]).toContain(status);
    expectNothing(owner, await robWith(owner, [token]));
    expect((await browser.call(custodyRoutes.recover, owner.wallet.ref)).status).toBe(200);
  });
});

test('the browser that created a wallet can recover it, and an attacker with the same fresh token cannot', async () => {
  const owner = await ownWallet(apps['default settings'].id);
  expectNothing(owner, await robWith(owner, [owner.user.privyAccessToken]));
  expect((await owner.client.call(custodyRoutes.recover, owner.wallet.ref)).status).toBe(200);
});

test('a session forked from a login that is not spent yet releases nothing', async () => {
  const owner = await ownWallet(apps['default settings'].id);
  const forked = await forkOf(owner.user, owner.appId);
  expectNothing(owner, await robWith(owner, [forked.privy_access_token]));
});

test('a login with an old token from the host cannot recover the wallet', async () => {
  const { id: appId } = hosted;
  const enter = async (iat: number) => {
    const body = { token: await issuer.sign({ iss: rules.issuer, sub: 'ada', iat }) };
    const { json } = await service.call(customTokenRoutes.authenticate, { appId, body });
    const client = await createCustodyClient(service, { token: json.privy_access_token ?? '', appId });
    return { client, user: json.user };
  };
  const nowS = () => Math.floor(service.clock.now() / 1000);
  const owner = await enter(nowS());
  const wallet = makeWallet({ appId, userId: owner.user?.id ?? '' });
  expect((await owner.client.call(custodyRoutes.create, wallet.body)).json.created).toBe(true);
  const late = await enter(nowS() - tenMinutesMs / 1000 - 1);
  expect(late.user?.id).toBe(owner.user?.id);
  const refused = await late.client.call(custodyRoutes.recover, wallet.ref);
  expect(refused.json.code).toBe('recent_login_required');
  const fresh = await enter(nowS() - 60);
  expect((await fresh.client.call(custodyRoutes.recover, wallet.ref)).status).toBe(200);
});

test('the owner’s confirmation in one session releases nothing in another session', async () => {
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

async function forkOf(
  { token, refreshToken }: { token: string | null; refreshToken: string | null },
  appId: string,
): Promise<TokenReply> {
  const body = { refresh_token: refreshToken };
  const fork = await service.call(forkRoute, { appId, body, bearer: token ?? '' });
  const recovered = { refresh_token: fork.json.new_session_refresh_token };
  const { status, json } = await service.call(sessionRoutes.recoverFork, { appId, body: recovered });
  expect(status).toBe(200);
  expect(claimsOf(json.token).sid).not.toBe(claimsOf(token).sid);
  return json;
}
