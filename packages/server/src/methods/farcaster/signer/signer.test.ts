import { randomBytes } from 'node:crypto';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createCustodyClient, createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  appSecretRoutes,
  auditRoutes,
  custodyRoutes,
  type FarcasterStatus,
  farcasterRoutes,
  meRoutes,
  userFromWire,
} from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxFarcasterSigner } from '../../../app-secrets/index.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  farcaster_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
const dayS = 24 * 60 * 60;

let service: TestService;
let sandbox: Sandbox;
/** Addresses that the service cannot reach; null if it reaches all. */
let silent: RegExp | null = null;
const asked: string[] = [];
beforeAll(async () => {
  const now = () => service?.clock.now() ?? Date.now();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now });
  service = await createTestService({
    apps: [app],
    config: {
      farcasterApiUrl: `${sandbox.url}/farcaster/api`,
      farcasterRelayUrl: `${sandbox.url}/farcaster/relay`,
      farcasterRpcUrl: `${sandbox.url}/farcaster/rpc`,
      sharedFarcasterSigner: sandboxFarcasterSigner,
    },
    fetch: async (...input: Parameters<typeof fetch>) => {
      const address = String(input[0]);
      asked.push(address);
      if (silent?.test(address)) throw new TypeError('fetch failed');
      return fetch(...input);
    },
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

let people = 0;
let me: string;
beforeEach(() => {
  me = `person-${++people}`;
});
afterEach(() => {
  silent = null;
  // Rate limits are per minute.
  service.clock.advance(60_000);
});

/** Returns what a person signed in the Farcaster app. */
async function approved(username: string, bearer?: string) {
  const { json: channel } = await service.call(farcasterRoutes.init, bearer ? { bearer } : {});
  const person = await sandbox.farcaster.approve(channel.connect_uri, username);
  const { json } = await service.call(farcasterRoutes.status, {
    headers: { 'farcaster-channel-token': channel.channel_token },
  });
  const { message, signature, fid } = json as Extract<FarcasterStatus, { state: 'completed' }>;
  return { person, body: { channel_token: channel.channel_token, message, signature, fid } };
}

/** Logs a user in with Farcaster, and opens the frame of their page. */
async function comeIn(username = me) {
  const { body, person } = await approved(username);
  const login = (await service.call(farcasterRoutes.authenticate, { body })).json;
  const token = login.token ?? '';
  return {
    person,
    token,
    userId: login.user?.id ?? '',
    frame: await createCustodyClient(service, { token: login.privy_access_token ?? '' }),
  };
}
type Comer = Awaited<ReturnType<typeof comeIn>>;

const makeKey = () => `0x${randomBytes(32).toString('hex')}` as const;
const init = ({ frame }: Pick<Comer, 'frame'>, key: string, deadline?: number) =>
  frame.call(farcasterRoutes.signerInit, { ed25519_public_key: key, ...(deadline ? { deadline } : {}) });
const status = ({ token }: Pick<Comer, 'token'>, key: string) => {
  service.clock.advance(3_000);
  return service.call(farcasterRoutes.signerStatus, { bearer: token, body: { ed25519_public_key: key } });
};
const inFrame = ({ frame }: Pick<Comer, 'frame'>) => frame.call(custodyRoutes.farcasterSigner, {});
const shownKey = async ({ token }: Pick<Comer, 'token'>) => {
  const { json } = await service.call(meRoutes.getMe, { bearer: token });
  return userFromWire(json.user).farcaster?.signerPublicKey ?? null;
};
const urlOf = (reply: { json: object }) =>
  (reply.json as { signer_approval_url?: string }).signer_approval_url ?? '';
async function eventsOf({ userId }: Pick<Comer, 'userId'>) {
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: app.id },
    bearer: 'test-admin-key',
  });
  return json.events
    .filter(({ kind, user_id }) => user_id === userId && kind.startsWith('farcaster.'))
    .map(({ kind }) => kind);
}

describe('a signer', () => {
  test('[FSIG-02, FSIG-03, FARC-06] a Farcaster signer is requested, approved in the Farcaster app, shown on the account, and revoked', async () => {
    const ada = await comeIn();
    const key = makeKey();
    const asking = await init(ada, key);
    expect(asking).toMatchObject({
      status: 200,
      json: { public_key: key, status: 'pending_approval', signer_approval_url: expect.any(String) },
    });
    expect((await status(ada, key)).json).toEqual(asking.json);
    expect((await inFrame(ada)).json).toEqual({
      fid: ada.person.fid,
      public_key: key,
      status: 'pending_approval',
    });
    expect(await shownKey(ada)).toBeNull();

    await sandbox.farcaster.approveSigner(urlOf(asking), me);
    const approved = { public_key: key, status: 'approved', fid: ada.person.fid };
    expect((await status(ada, key)).json).toEqual(approved);
    expect((await status(ada, key.toUpperCase().replace('0X', '0x'))).json).toEqual(approved);
    expect((await inFrame(ada)).json).toEqual(approved);
    expect((await init(ada, key)).json).toEqual(approved);
    expect(await shownKey(ada)).toBe(key);

    await sandbox.farcaster.revokeSigner(ada.person, key);
    const revoked = { public_key: key, status: 'revoked', fid: ada.person.fid };
    expect((await status(ada, key)).json).toEqual(revoked);
    expect((await inFrame(ada)).json).toEqual(revoked);
    expect((await init(ada, key)).json).toEqual(revoked);
    expect(await shownKey(ada)).toBeNull();
    expect(await eventsOf(ada)).toEqual(['farcaster.signer_approved', 'farcaster.signer_revoked']);
  });

  test('a Farcaster signer is not approved for a user if another person added its key to their own account', async () => {
    const ada = await comeIn();
    const key = makeKey();
    const asking = await init(ada, key);
    await sandbox.farcaster.approveSigner(urlOf(asking), `${me}-other`);
    // Farcaster's API reports the key as approved, but on the chain it belongs to another account.
    expect((await status(ada, key)).json).toMatchObject({ status: 'pending_approval' });
    expect((await inFrame(ada)).json).toMatchObject({ status: 'pending_approval' });
    expect(await shownKey(ada)).toBeNull();
  });

  test('[FSIG-06] a Farcaster signer that its user rejects is revoked, and may be requested again', async () => {
    const ada = await comeIn();
    const key = makeKey();
    const first = await init(ada, key);
    sandbox.farcaster.rejectSigner(urlOf(first));
    expect((await status(ada, key)).json).toMatchObject({ status: 'revoked' });
    expect((await status(ada, key)).json).toMatchObject({ status: 'revoked' });
    const second = await init(ada, key);
    expect(urlOf(second)).not.toBe(urlOf(first));
    expect((await status(ada, key)).json).toMatchObject({ status: 'pending_approval' });
  });

  test('a Farcaster signer is requested once although its page asks again, and is revoked after the deadline', async () => {
    const ada = await comeIn();
    const key = makeKey();
    const first = await init(ada, key);
    service.clock.advance(5_000);
    expect(urlOf(await init(ada, key))).toBe(urlOf(first));
    service.clock.advance(dayS * 1_000);
    const { token } = await comeIn();
    expect((await status({ token }, key)).json).toMatchObject({ status: 'revoked' });
  });

  test('a Farcaster signer with another key replaces the previous one', async () => {
    const ada = await comeIn();
    const [first, second] = [makeKey(), makeKey()];
    await sandbox.farcaster.approveSigner(urlOf(await init(ada, first)), me);
    expect((await status(ada, first)).json.status).toBe('approved');
    await init(ada, second);
    expect(await shownKey(ada)).toBeNull();
    expect(await status(ada, first)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect((await inFrame(ada)).json).toMatchObject({ public_key: second, status: 'pending_approval' });
  });

  test('a Farcaster signer is deleted when its account is removed from the user', async () => {
    const login = await logIn(service, `${me}@example.com`);
    const bearer = login.token ?? '';
    const { body, person } = await approved(me, bearer);
    await service.call(farcasterRoutes.link, { bearer: bearer, body });
    const frame = await createCustodyClient(service, { token: login.privy_access_token ?? '' });
    const ada = { token: bearer, userId: login.user?.id ?? '', frame };
    const key = makeKey();
    await sandbox.farcaster.approveSigner(urlOf(await init(ada, key)), me);
    expect((await status(ada, key)).json.status).toBe('approved');
    const listSigners = service.database.statement<{ public_key: string }>(
      'signers_of',
      'select public_key from farcaster_signers where user_id = $1',
    );
    expect(await listSigners([ada.userId])).toEqual([{ public_key: key }]);
    const gone = await service.call(farcasterRoutes.unlink, {
      bearer: bearer,
      body: { fid: person.fid },
    });
    expect(gone.status).toBe(200);
    expect(await listSigners([ada.userId])).toEqual([]);
    // The next user of the account needs a signer of their own.
    const bob = await comeIn();
    expect(await shownKey(bob)).toBeNull();
    expect((await status(bob, key)).json.code).toBe('not_found');
  });
});

describe('a signer is refused', () => {
  test('a Farcaster signer is refused without a session, and without a Farcaster account', async () => {
    const key = makeKey();
    const nobody = await service.call(farcasterRoutes.signerStatus, { body: { ed25519_public_key: key } });
    expect(nobody.status).toBe(401);
    expect(nobody.json.code).toBe('missing_or_invalid_token');
    const login = await logIn(service, `${me}@example.com`);
    const frame = await createCustodyClient(service, { token: login.privy_access_token ?? '' });
    const without = { status: 422, json: { code: 'not_supported', data: { reason: 'farcaster_account' } } };
    expect(await init({ frame }, key)).toMatchObject(without);
    expect(await status({ token: login.token ?? '' }, key)).toMatchObject(without);
    expect((await inFrame({ frame })).json).toEqual({ fid: null, public_key: null, status: null });
  });

  test('the status of a Farcaster signer is refused for a key that was not requested, or to another user', async () => {
    const [ada, bob] = [await comeIn(`${me}-a`), await comeIn(`${me}-b`)];
    const key = makeKey();
    expect((await status(ada, key)).json.code).toBe('not_found');
    expect((await inFrame(ada)).json).toEqual({ fid: ada.person.fid, public_key: null, status: null });
    await init(ada, key);
    expect((await status(bob, key)).json.code).toBe('not_found');
  });

  test.each(['0x', `0x${'g'.repeat(64)}`, `0x${'1'.repeat(66)}`, '1'.repeat(64)])(
    'a Farcaster signer is refused for the key %s, and for a deadline in the past',
    async (key) => {
      const ada = await comeIn();
      expect((await init(ada, key)).json.code).toBe('invalid_data');
      const lateS = Math.floor(service.clock.now() / 1000) - 1;
      expect((await init(ada, makeKey(), lateS)).json.code).toBe('invalid_data');
    },
  );

  test('a Farcaster signer is refused to a plain page, which is not the frame that holds the key', async () => {
    const { token } = await comeIn();
    for (const route of [farcasterRoutes.signerInit, custodyRoutes.farcasterSigner]) {
      const body = { parent_origin: 'http://localhost:3000', ed25519_public_key: makeKey() };
      const { status: code } = await service.call(route as typeof farcasterRoutes.signerInit, {
        bearer: token,
        body,
        origin: 'http://localhost:3000',
      });
      expect(code).toBeGreaterThanOrEqual(400);
    }
  });

  test('a Farcaster signer is refused while the chain or Farcaster does not answer; if only Farcaster does not, an open request stays pending', async () => {
    const ada = await comeIn();
    const key = makeKey();
    silent = /\/farcaster\/api\//;
    expect((await init(ada, key)).json.code).toBe('service_unavailable');
    silent = null;
    await init(ada, key);
    silent = /\/farcaster\/api\//;
    expect((await status(ada, key)).json).toMatchObject({ status: 'pending_approval' });
    silent = /\/farcaster\/rpc/;
    expect((await status(ada, key)).json.code).toBe('service_unavailable');
    expect((await inFrame(ada)).json.code).toBe('service_unavailable');
  });
});

test('Farcaster’s API is asked about a signer at most once in three seconds, however often a page asks', async () => {
  const ada = await comeIn();
  const key = makeKey();
  await init(ada, key);
  await status(ada, key);
  asked.length = 0;
  for (let time = 0; time < 5; time += 1) {
    await service.call(farcasterRoutes.signerStatus, {
      bearer: ada.token,
      body: { ed25519_public_key: key },
    });
  }
  expect(asked.filter((address) => address.includes('/farcaster/api/'))).toEqual([]);
  await status(ada, key);
  expect(asked.filter((address) => address.includes('/farcaster/api/'))).toHaveLength(1);
});

test('an app requests Farcaster signers with its own account, whose key is not stored with the signers', async () => {
  const own = sandbox.farcaster.appAccount;
  expect(own).toEqual(sandboxFarcasterSigner);
  const put = (secret: string | null) =>
    service.call(appSecretRoutes.put, {
      params: { id: app.id, name: 'farcaster-signer' },
      body: { secret },
      bearer: 'test-admin-key',
    });
  expect((await put('not a key')).json.code).toBe('invalid_data');
  expect((await put(`0x${'11'.repeat(32)}`)).status).toBe(200);
  await service
    .startAnother({ apps: [{ ...app, farcaster_signer: { fid: own.fid } }] })
    .then(async (other) => {
      const ada = await comeIn();
      const key = makeKey();
      const wrong = await ada.frame.call(
        farcasterRoutes.signerInit,
        { ed25519_public_key: key },
        { at: other },
      );
      // This key does not belong to the address that holds the account.
      expect(wrong.json.code).toBe('service_unavailable');
      await put(sandboxFarcasterSigner.custodyKey);
      const right = await ada.frame.call(
        farcasterRoutes.signerInit,
        { ed25519_public_key: key },
        { at: other },
      );
      expect(right.json).toMatchObject({ status: 'pending_approval' });
      await put(null);
      const none = await ada.frame.call(
        farcasterRoutes.signerInit,
        { ed25519_public_key: makeKey() },
        { at: other },
      );
      expect(none.json).toMatchObject({ code: 'not_supported', data: { reason: 'farcaster_app' } });
      await other.close();
    });
  const { rows } = (await service.database.db.execute('select * from farcaster_signers')) as unknown as {
    rows: object[];
  };
  expect(JSON.stringify(rows)).not.toContain(sandboxFarcasterSigner.custodyKey);
});
