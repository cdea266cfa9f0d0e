import { createHash, randomBytes } from 'node:crypto';
import { answerGoogle, cloudKitContainer, googleClient, type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  cloudsOf,
  createTestService,
  enterCustody,
  logIn,
  type TestService,
  testAppSecret,
  testConfig,
} from '@latchkey/testkit';
import {
  type AppInput,
  adminRoutes,
  appSecretRoutes,
  auditRoutes,
  cloudRoutes,
  custodyRoutes,
  directoryRoutes,
  limits,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../apps/index.ts';
import type { Config } from '../configShape.ts';
import { framePageHeaders } from '../frame-pages/framePageHeaders.ts';
import { cloudOrigins } from './index.ts';

const page = 'http://localhost:3000/wallet?tab=1#top';
const app: AppInput & { id: string } = {
  id: 'latchkey-test-app-0000001',
  name: 'Cloud',
  secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
  allowed_origins: ['http://localhost:3000', 'http://localhost:5173'],
  embedded_wallet_config: {
    create_on_login: 'off',
    user_owned_recovery_options: ['google-drive', 'icloud'],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
};
const plain = { ...app, id: 'latchkey-cloud-none-00001', embedded_wallet_config: undefined };
const own = {
  ...app,
  id: 'latchkey-cloud-own-000001',
  google_drive_client_id: googleClient.id,
  icloud_container: { ...cloudKitContainer, api_token: 'another0token' },
};

let sandbox: Sandbox;
let service: TestService;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  service = await createTestService({
    apps: [app, plain, own] as AppInput[],
    config: cloudsOf(sandbox),
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

const random = () => randomBytes(36).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const denied = [422, 'invalid_credentials'];

/** What the host page makes for a consent, and what it asks for first. */
function newConsent() {
  const [verifier, state] = [random(), random()];
  const body = { redirect_to: page, code_challenge: challengeOf(verifier), state_code: state };
  return { verifier, state, body };
}

async function start(bearer: string, consent = newConsent(), more: object = {}) {
  const { json } = await service.call(cloudRoutes.start, { body: consent.body, bearer, ...more });
  return { ...consent, url: json.url, code: json.code };
}

/** Answers Google's question, in person; gives where the service sends them on to. */
async function visitGoogle(url: string, answer: 'allow' | 'deny') {
  expect((await fetch(url)).status).toBe(200);
  return comeBack(await answerGoogle(url, { answer }));
}

async function comeBack(callback: string): Promise<Response & { target: URL }> {
  const response = await service.fetch(new Request(callback, { headers: { cookie: 'none' } }));
  const target = new URL(response.headers.get('location') ?? 'about:blank');
  return Object.assign(response, { target });
}

const finishBody = ({ verifier, state }: { verifier: string; state: string }, target: URL) => ({
  authorization_code: target.searchParams.get('privy_oauth_code') ?? '',
  state_code: state,
  code_verifier: verifier,
  provider: 'google-drive' as const,
});

const finish = async (bearer: string, body: object) => {
  const { status, json } = await service.call(cloudRoutes.finish, { body, bearer });
  return { status, code: json.code, handle: json.access_token };
};

async function getHandle(bearer: string): Promise<string> {
  const consent = await start(bearer);
  const { target } = await visitGoogle(consent.url, 'allow');
  const { status, handle } = await finish(bearer, finishBody(consent, target));
  expect(status).toBe(200);
  return handle;
}

let people = 0;
const enter = () => enterCustody(service, `cloud${++people}@example.com`);

describe('Google Drive', () => {
  test('[RECO-27, RECO-28] init answers the url of a consent, and its code becomes a handle that the frame redeems', async () => {
    const { user, client } = await enter();
    const consent = await start(user.token);
    const url = new URL(consent.url);
    expect(`${url.origin}${url.pathname}`).toBe(`${sandbox.url}/google/o/oauth2/v2/auth`);
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:4000/api/v1/recovery/oauth/callback');
    // Towards Google the service has a challenge of its own: anyone who sees this address can redeem nothing with it.
    expect(url.searchParams.get('code_challenge')).not.toBe(consent.body.code_challenge);
    expect(consent.url).not.toContain(consent.state);

    const { status, headers, target } = await visitGoogle(consent.url, 'allow');
    expect([status, `${target.origin}${target.pathname}${target.hash}`]).toEqual([
      302,
      'http://localhost:3000/wallet#top',
    ]);
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(target.searchParams.get('tab')).toBe('1');
    expect(target.searchParams.get('privy_oauth_state')).toBe(consent.state);
    expect(target.searchParams.get('privy_oauth_provider')).toBe('google-drive');

    const { handle } = await finish(user.token, finishBody(consent, target));
    expect(handle).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const body = { method: 'google-drive' as const, access_token: handle };
    const opened = await client.call(custodyRoutes.openCloud, body);
    expect(opened.json).toMatchObject({ method: 'google-drive', url: `${sandbox.url}/google` });
    const token = 'access_token' in opened.json ? opened.json.access_token : '';
    const listed = await fetch(`${sandbox.url}/google/drive/v3/files?spaces=appDataFolder`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await listed.json()).toEqual({ kind: 'drive#fileList', files: [] });
    // Once.
    const again = await client.call(custodyRoutes.openCloud, body);
    expect([again.status, again.json.code]).toEqual(denied);
  });

  test('[S34] a handle is good for the session and app that asked, and for five minutes', async () => {
    const [ada, bob] = [await enter(), await enter()];
    const second = await logIn(service, `cloud${people - 1}@example.com`);
    const open = async (client: typeof ada.client, access_token: string, flaws = {}) => {
      const { status, json } = await client.call(
        custodyRoutes.openCloud,
        { method: 'google-drive', access_token },
        flaws,
      );
      return [status, json.code];
    };
    expect(await open(bob.client, await getHandle(ada.user.token))).toEqual(denied);
    const bearer = second.privy_access_token ?? '';
    expect(await open(ada.client, await getHandle(ada.user.token), { token: bearer })).toEqual(denied);
    const late = await getHandle(ada.user.token);
    service.clock.advance(5 * 60_000);
    expect(await open(ada.client, late)).toEqual(denied);
    expect(await open(ada.client, 'made-up')).toEqual(denied);
  });

  test('[S34] a handle is redeemed by the frame alone: from a host page, or without a proof, it opens nothing', async () => {
    const { user, client } = await enter();
    const access_token = await getHandle(user.token);
    const body = { method: 'google-drive' as const, access_token };
    for (const [flaws, status] of [
      [{ origin: 'http://localhost:3000' }, 403],
      [{ proof: null }, 401],
      [{ token: user.token }, 401],
    ] as const) {
      expect((await client.call(custodyRoutes.openCloud, body, { ...flaws, retry: false })).status).toBe(
        status,
      );
    }
    expect((await client.call(custodyRoutes.openCloud, body)).status).toBe(200);
  });

  test('[RECO-28, S34] a code is good once, within a minute, for its session, state and verifier', async () => {
    const [ada, bob] = [await enter(), await enter()];
    const attempt = async (
      bearer: string,
      change: (body: ReturnType<typeof finishBody>) => object,
      waitMs = 0,
    ) => {
      const consent = await start(ada.user.token);
      const body = finishBody(consent, (await visitGoogle(consent.url, 'allow')).target);
      service.clock.advance(waitMs);
      const { status, code } = await finish(bearer, change(body));
      // Whatever was wrong, the code is spent.
      expect((await finish(ada.user.token, body)).code).toBe('invalid_credentials');
      return [status, code];
    };
    expect(await attempt(bob.user.token, (body) => body)).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => ({ ...body, code_verifier: random() }))).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => ({ ...body, state_code: random() }))).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => body, 60_000)).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => body)).toEqual([200, undefined]);
  });

  test('[RECO-30] who says no comes back with the code undefined, which is answered as denied', async () => {
    const { user } = await enter();
    const consent = await start(user.token);
    const { target } = await visitGoogle(consent.url, 'deny');
    expect(target.searchParams.get('privy_oauth_code')).toBe('undefined');
    expect(target.searchParams.get('privy_oauth_state')).toBe(consent.state);
    const { status, code } = await finish(user.token, finishBody(consent, target));
    expect([status, code]).toEqual([422, 'oauth_user_denied']);
  });

  test('[S34] a state is good once and for ten minutes; an unknown one sends no one anywhere', async () => {
    const { user } = await enter();
    const callback = 'http://localhost:4000/api/v1/recovery/oauth/callback';
    const state = new URL((await start(user.token)).url).searchParams.get('state') ?? '';
    const first = await comeBack(`${callback}?state=${state}&code=x`);
    expect(first.status).toBe(302);
    for (const query of [
      `state=${state}&code=x`,
      'state=a.b&code=x',
      'code=x',
      '',
      `state=${app.id}.x&code=x`,
    ]) {
      const { status, headers } = await comeBack(`${callback}?${query}`);
      expect([query, status, headers.get('location')]).toEqual([query, 400, null]);
    }
    const late = new URL((await start(user.token)).url).searchParams.get('state');
    service.clock.advance(10 * 60_000);
    expect((await comeBack(`${callback}?state=${late}&code=x`)).status).toBe(400);
  });

  test('[S34] the way back leads to the page that asked: no other origin, no address with a user in it', async () => {
    const { user } = await enter();
    const codeFor = async (redirect_to: string, origin?: string | null) => {
      const consent = newConsent();
      const body = { ...consent.body, redirect_to };
      return (await start(user.token, { ...consent, body }, origin === undefined ? {} : { origin })).code;
    };
    expect(await codeFor('https://evil.example/')).toBe('origin_not_allowed');
    expect(await codeFor('http://localhost:5173/')).toBe('origin_not_allowed');
    expect(await codeFor('http://localhost:3000.evil.example/')).toBe('invalid_data');
    expect(await codeFor('http://me:pw@localhost:3000/')).toBe('origin_not_allowed');
    expect(await codeFor('javascript:alert(1)')).toBe('invalid_data');
    expect(await codeFor('https://evil.example/', null)).toBe('origin_not_allowed');
    expect(await codeFor('http://localhost:5173/', null)).toBeUndefined();
  });

  test('nothing begins without a session, or for an app that does not offer it', async () => {
    const { body } = newConsent();
    for (const route of [cloudRoutes.start, cloudRoutes.startICloud, cloudRoutes.getICloudConfig]) {
      const given = { ...body, client_type: 'web' };
      const { status } = await service.call(route as typeof cloudRoutes.start, { body: given, bearer: 'x' });
      expect([route.name, status]).toEqual([route.name, 401]);
      const { token } = await logIn(service, `none${++people}@example.com`, { appId: plain.id });
      const refused = await service.call(route as typeof cloudRoutes.start, {
        appId: plain.id,
        body: given,
        bearer: token ?? '',
      });
      expect([route.name, refused.json.code]).toEqual([route.name, 'not_supported']);
    }
  });

  test("an app's own client has its own secret, sealed and never shown", async () => {
    const { token } = await logIn(service, `own${++people}@example.com`, { appId: own.id });
    const bearer = token ?? '';
    const run = async () => {
      const consent = newConsent();
      const { json } = await service.call(cloudRoutes.start, { appId: own.id, body: consent.body, bearer });
      const { target } = await visitGoogle(json.url, 'allow');
      const body = finishBody(consent, target);
      return (await service.call(cloudRoutes.finish, { appId: own.id, body, bearer })).json.code;
    };
    const set = (secret: string | null) =>
      service.call(appSecretRoutes.put, {
        params: { id: own.id, name: 'google-drive' },
        body: { secret },
        bearer: 'test-admin-key',
      });
    expect(await run()).toBe('not_supported');
    expect((await set('wrong')).json).toEqual({ has_secret: true });
    expect(await run()).toBe('invalid_credentials');
    await set(googleClient.secret);
    expect(await run()).toBeUndefined();
    expect((await set(null)).json).toEqual({ has_secret: false });
    await service.service.seal();
    const { json } = await service.call(auditRoutes.list, {
      params: { id: own.id },
      bearer: 'test-admin-key',
    });
    const kinds = json.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('provider_secret.'));
    expect(kinds).toEqual(['provider_secret.set', 'provider_secret.set', 'provider_secret.removed']);
  });

  test('[S51] what is kept of a consent goes with the user, and with time', async () => {
    const { user } = await enter();
    const count = async () => {
      const { rows } = (await service.database.db.execute('select user_id from tickets')) as unknown as {
        rows: { user_id: string }[];
      };
      return rows.filter(({ user_id }) => user_id === user.userId).length;
    };
    await start(user.token);
    await getHandle(user.token);
    expect(await count()).toBe(2);
    service.clock.advance(limits.cloudHandleLifeMs);
    await service.service.sweep();
    expect(await count()).toBe(1);
    await service.call(directoryRoutes.deleteUser, { params: { user_id: user.userId } });
    expect(await count()).toBe(0);
  });
});

describe('iCloud', () => {
  test('[RECO-26] init_icloud for the web answers the url of the page to sign in at', async () => {
    const { user, client } = await enter();
    const body = { client_type: 'web' };
    const { status, json } = await service.call(cloudRoutes.startICloud, { body, bearer: user.token });
    expect([status, json]).toEqual([
      200,
      { url: `${sandbox.url}/cloudkit/sign-in`, message_origin: sandbox.url },
    ]);
    expect((await fetch(json.url)).status).toBe(200);
    const config = await service.call(cloudRoutes.getICloudConfig, { body, bearer: user.token });
    expect(config.json).toEqual(cloudKitContainer);
    const opened = await client.call(custodyRoutes.openCloud, { method: 'icloud' });
    const { container_identifier, environment, api_token } = cloudKitContainer;
    const url = `${sandbox.url}/cloudkit/database/1/${container_identifier}/${environment}/private`;
    expect(opened.json).toEqual({ method: 'icloud', url, api_token });
  });

  test('an API token that Apple does not know is told as an outage, not as an address to open', async () => {
    const { token } = await logIn(service, `own${++people}@example.com`, { appId: own.id });
    const { status, json } = await service.call(cloudRoutes.startICloud, {
      appId: own.id,
      body: { client_type: 'web' },
      bearer: token ?? '',
    });
    expect([status, json.code]).toEqual([503, 'service_unavailable']);
  });
});

test("the wallet frame may reach the clouds that the app's people may use, and nothing else", async () => {
  const policyOf = (settings: object, config: Config) => {
    const reachable = cloudOrigins(config, { settings: { ...service.app, ...settings } } as unknown as App);
    return /connect-src ([^;]*)/.exec(
      framePageHeaders('vault', [], reachable)['content-security-policy'] ?? '',
    )?.[1];
  };
  const none = { google_drive_client_id: null, icloud_container: null };
  expect(policyOf(none, service.config)).toBe(`'self' ${sandbox.url}`);
  const off = { ...none, embedded_wallet_config: { user_owned_recovery_options: ['user-passcode'] } };
  expect(policyOf(off, service.config)).toBe("'self'");
  const real = testConfig({ googleUrl: null, cloudKitUrl: null });
  const both = { google_drive_client_id: 'x', icloud_container: cloudKitContainer };
  expect(policyOf(both, real)).toBe("'self' https://www.googleapis.com https://api.apple-cloudkit.com");
});

test('[S55] production shares no client between apps, and takes no app that offers a cloud without its own', async () => {
  const production = await createTestService({
    apps: [],
    config: { production: true, url: 'https://auth.example.com' },
  });
  try {
    const create = async (more: object) => {
      const body = { name: 'P', allowed_origins: ['https://app.example.com'], ...more };
      return (await production.call(adminRoutes.createApp, { body, bearer: 'test-admin-key' })).json;
    };
    const offering = (option: string) => ({
      embedded_wallet_config: { ...app.embedded_wallet_config, user_owned_recovery_options: [option] },
    });
    expect((await create(offering('google-drive'))).error).toContain('google_drive_client_id');
    expect((await create(offering('icloud'))).error).toContain('icloud_container');
    const { id, error } = await create({ ...offering('icloud'), icloud_container: cloudKitContainer });
    expect([error, typeof id]).toEqual([undefined, 'string']);
  } finally {
    await production.close();
  }
});
