import { custodyRoutes, deviceRoutes, emailRoutes, reauthenticateRoute, sessionRoutes } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProfile, type Profile } from '../harness/index.ts';
import { type FrameFixture, type FrameHostPage, type Person, startFrameFixture } from './fixture.ts';
import { dumpStorage } from './frameStorage.ts';

// Two real browsers of one user, in an app with strict session keys.

let fixture: FrameFixture;
let profiles: Profile[];
let phone: FrameHostPage;
let laptop: FrameHostPage;
let person: Person;
let address: string;
beforeAll(async () => {
  [fixture, ...profiles] = await Promise.all([
    startFrameFixture({ session_key_binding: 'strict' }),
    openProfile(),
    openProfile(),
  ]);
});
beforeEach(async () => {
  const [first, second] = profiles;
  if (!first || !second) throw new Error('no browser');
  [phone, laptop, person] = await Promise.all([fixture.open(first), fixture.open(second), fixture.logIn()]);
  address = await createWallet(phone, person);
});
afterEach(() => Promise.all([phone, laptop].map((host) => host.page.close())));
afterAll(async () => {
  await Promise.all((profiles ?? []).map((profile) => profile.close()));
  await fixture?.close();
});

async function createWallet(host: FrameHostPage, { accessToken }: Person): Promise<string> {
  const { data } = await host.request('privy:wallet:create', { accessToken });
  return data?.address as string;
}

/** Returns 'done' if an act succeeds in a browser, otherwise the error's code or type. */
async function outcome(host: FrameHostPage, act: 'connect' | 'recover', { accessToken }: Person) {
  const { data, error } = await host.request(`privy:wallet:${act}`, { accessToken, address });
  return data ? 'done' : (error?.code ?? error?.type);
}

const asHost = () => ({ origin: fixture.host.origin });
async function revoke({ accessToken: bearer }: Person, which: (device: { is_current: boolean }) => boolean) {
  const { json } = await fixture.service.call(deviceRoutes.list, { bearer, ...asHost() });
  const device_id = json.devices.find(which)?.id ?? '';
  return fixture.service.call(deviceRoutes.revoke, { bearer, ...asHost(), params: { device_id }, body: {} });
}

/** Returns the proof key that a confirmation must name before this browser may recover the wallet. */
async function keyOf(host: FrameHostPage, { accessToken }: Person): Promise<string> {
  const { error } = await host.request('privy:wallet:recover', { accessToken, address });
  expect(error).toMatchObject({ type: 'error', code: 'recent_login_required' });
  return error?.key ?? '';
}

/** Confirms the user's login; if a key is given, for the browser with this key. */
async function reauthenticate({ accessToken: bearer, email }: Person, key?: string) {
  fixture.service.clock.advance(30_000);
  await fixture.service.call(emailRoutes.sendCode, { bearer, ...asHost(), body: { email } });
  const code = fixture.service.outbox.codeFor(email);
  const act = key === undefined ? {} : { purpose: 'release' as const, key };
  const body = { method: 'email' as const, email, code, ...act };
  expect((await fixture.service.call(reauthenticateRoute, { bearer, ...asHost(), body })).status).toBe(200);
}

async function countKeys(): Promise<number> {
  const rows = await fixture.service.database.statement(
    'keys of a person',
    'select 1 from session_keys k join sessions s using (app_id, session_id) where s.user_id = $1',
  )([person.userId]);
  return rows.length;
}

const storageOf = async (host: FrameHostPage) => {
  const frame = host.page.frames()[1];
  if (!frame) throw new Error('the page has no frame');
  return frame.evaluate(dumpStorage);
};

describe('a revoked browser', () => {
  test('a revoked browser neither connects nor recovers until the user logs in there again', async () => {
    const current = await fixture.logIn(person.email);
    expect(await outcome(laptop, 'connect', current)).toBe('wallet_not_on_device');
    expect(await outcome(laptop, 'recover', current)).toBe('done');
    expect((await revoke(current, ({ is_current }) => !is_current)).json).toEqual({ session_ended: false });

    await phone.request('privy:mfa:clear', {});
    expect(await outcome(phone, 'connect', person)).toBe('missing_or_invalid_token');
    expect(await outcome(phone, 'recover', person)).toBe('missing_or_invalid_token');
    expect(await outcome(laptop, 'connect', current)).toBe('done');

    const again = await fixture.logIn(person.email);
    expect(await outcome(phone, 'connect', again)).toBe('wallet_not_on_device');
    expect(await outcome(phone, 'recover', again)).toBe('done');
    expect(await outcome(phone, 'connect', again)).toBe('done');
  });
});

describe('a log-out', () => {
  test('[S54] after a log-out the browser cannot connect with the ended session, and connects without a recovery after the next login', async () => {
    const { accessToken: bearer, refreshToken: refresh_token } = person;
    await phone.request('privy:mfa:clear', {});
    await fixture.service.call(sessionRoutes.logout, { bearer, ...asHost(), body: { refresh_token } });
    expect(await storageOf(phone)).toContain(person.userId);
    expect(await outcome(phone, 'connect', person)).toBe('missing_or_invalid_token');
    const recoveries: string[] = [];
    phone.page.on('request', (request) => {
      if (request.url().endsWith(custodyRoutes.recover.path)) recoveries.push(request.url());
    });
    expect(await outcome(phone, 'connect', await fixture.logIn(person.email))).toBe('done');
    expect(recoveries).toEqual([]);
  });
});

describe('a session that was copied to another browser', () => {
  test('a copied session cannot recover the wallet in another browser once the login is ten minutes old, and still works in its own browser', async () => {
    fixture.service.clock.advance(600_001);
    expect(await outcome(laptop, 'recover', person)).toBe('recent_login_required');
    expect(await countKeys()).toBe(1);
    await phone.request('privy:mfa:clear', {});
    expect(await outcome(phone, 'connect', person)).toBe('done');
    // A confirmation by the user that names the other browser's key admits that browser.
    await reauthenticate(person, await keyOf(laptop, person));
    expect(await outcome(laptop, 'recover', person)).toBe('done');
    expect(await countKeys()).toBe(2);
  });
});

describe('a new browser', () => {
  test('[S12] a new browser gets no recovery material with a login that is too old, unless a confirmation names its key', async () => {
    const current = await fixture.logIn(person.email);
    fixture.service.clock.advance(600_001);
    expect(await outcome(laptop, 'connect', current)).toBe('wallet_not_on_device');
    expect(await outcome(laptop, 'recover', current)).toBe('recent_login_required');
    await reauthenticate(current);
    expect(await outcome(laptop, 'recover', current)).toBe('recent_login_required');
    await reauthenticate(current, await keyOf(laptop, current));
    expect(await outcome(laptop, 'recover', current)).toBe('done');
  });
});
