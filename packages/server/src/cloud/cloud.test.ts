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

/** Creates the values of a host page for a consent, and its first request. */
function newConsent() {
  const [verifier, state] = [random(), random()];
  const body = { redirect_to: page, code_challenge: challengeOf(verifier), state_code: state };
  return { verifier, state, body };
}

async function start(bearer: string, consent = newConsent(), more: object = {}) {
  const { json } = await service.call(cloudRoutes.start, { body: consent.body, bearer, ...more });
  return { ...consent, url: json.url, code: json.code };
}

/** Answers Google's consent page as the user, and returns the redirect of the service. */
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
  test('[RECO-27, RECO-28] init returns the address of Google’s consent page, and the code of the consent becomes a handle that the frame redeems once', async () => {
    const { user, client } = await enter();
    const consent = await start(user.token);
    const url = new URL(consent.url);
    expect(`${url.origin}${url.pathname}`).toBe(`${sandbox.url}/google/o/oauth2/v2/auth`);
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:4000/api/v1/recovery/oauth/callback');
    // The service sends Google a challenge of its own, not the page's.
    expect(url.searchParams.get('code_challenge')).not.toBe(consent.body.code_challenge);
    expect(consent.url).not.toContain(consent.state);

    const { status, headers, target } = await visitGoogle(consent.url, 'allow');
    expect(status).toBe(302);
    expect(`${target.origin}${target.pathname}${target.hash}`).toBe('http://localhost:3000/wallet#top');
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
    // The handle works once.
    const again = await client.call(custodyRoutes.openCloud, body);
    expect([again.status, again.json.code]).toEqual(denied);
  });

  test('[S34] a cloud handle works only for its user and session, and for five minutes', async () => {
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

  test('[S34] a cloud handle is refused from a host page, without a proof, or with the host page’s token, and the frame then redeems it', async () => {
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

  test('[RECO-28, S34] the code of a cloud consent works once, within a minute, for its session, state and verifier', async () => {
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
      // The code is used up in every case.
      expect((await finish(ada.user.token, body)).code).toBe('invalid_credentials');
      return [status, code];
    };
    expect(await attempt(bob.user.token, (body) => body)).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => ({ ...body, code_verifier: random() }))).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => ({ ...body, state_code: random() }))).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => body, 60_000)).toEqual(denied);
    expect(await attempt(ada.user.token, (body) => body)).toEqual([200, undefined]);
  });

  test('[RECO-30] a user who refuses a cloud consent returns with the code `undefined`, which is answered as denied', async () => {
    const { user } = await enter();
    const consent = await start(user.token);
    const { target } = await visitGoogle(consent.url, 'deny');
    expect(target.searchParams.get('privy_oauth_code')).toBe('undefined');
    expect(target.searchParams.get('privy_oauth_state')).toBe(consent.state);
    const { status, code } = await finish(user.token, finishBody(consent, target));
    expect(status).toBe(422);
    expect(code).toBe('oauth_user_denied');
  });

  test('[S34] the state of a cloud consent works once and for ten minutes, and an unknown one causes no redirect', async () => {
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
      expect(status, query).toBe(400);
      expect(headers.get('location'), query).toBeNull();
    }
    const late = new URL((await start(user.token)).url).searchParams.get('state');
    service.clock.advance(10 * 60_000);
    expect((await comeBack(`${callback}?state=${late}&code=x`)).status).toBe(400);
  });

  test('[S34] the return address of a cloud consent must be on the requesting page’s origin, and must not contain a user name', async () => {
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

  test('a cloud consent requires a session and an app that offers the cloud', async () => {
    const { body } = newConsent();
    for (const route of [cloudRoutes.start, cloudRoutes.startICloud, cloudRoutes.getICloudConfig]) {
      const given = { ...body, client_type: 'web' };
      const { status } = await service.call(route as typeof cloudRoutes.start, { body: given, bearer: 'x' });
      expect(status, route.name).toBe(401);
      const { token } = await logIn(service, `none${++people}@example.com`, { appId: plain.id });
      const refused = await service.call(route as typeof cloudRoutes.start, {
        appId: plain.id,
        body: given,
        bearer: token ?? '',
      });
      expect(refused.json.code, route.name).toBe('not_supported');
    }
  });

  test('an app’s own Google client needs its own secret, and the audit log records each change of it', async () => {
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

  test('[S51] the stored values of a cloud consent are deleted with the user and after their time', async () => {
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
  test('[RECO-26] init_icloud for the web returns the address of Apple’s sign-in page, and the frame gets the address and token of the container', async () => {
    const { user, client } = await enter();
    const body = { client_type: 'web' };
    const { status, json } = await service.call(cloudRoutes.startICloud, { body, bearer: user.token });
    expect(status).toBe(200);
    expect(json).toEqual({ url: `${sandbox.url}/cloudkit/sign-in`, message_origin: sandbox.url });
    expect((await fetch(json.url)).status).toBe(200);
    const config = await service.call(cloudRoutes.getICloudConfig, { body, bearer: user.token });
    expect(config.json).toEqual(cloudKitContainer);
    const opened = await client.call(custodyRoutes.openCloud, { method: 'icloud' });
    const { container_identifier, environment, api_token } = cloudKitContainer;
    const url = `${sandbox.url}/cloudkit/database/1/${container_identifier}/${environment}/private`;
    expect(opened.json).toEqual({ method: 'icloud', url, api_token });
  });

  test('init_icloud answers service_unavailable if Apple does not know the app’s API token', async () => {
    const { token } = await logIn(service, `own${++people}@example.com`, { appId: own.id });
    const { status, json } = await service.call(cloudRoutes.startICloud, {
      appId: own.id,
      body: { client_type: 'web' },
      bearer: token ?? '',
    });
    expect(status).toBe(503);
    expect(json.code).toBe('service_unavailable');
  });
});

test("the wallet frame’s policy permits connections only to the clouds that the app's users may use", async () => {
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

test('[S55] production refuses an app that offers a cloud without its own client', async () => {
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
    expect(error).toBeUndefined();
    expect(typeof id).toBe('string');
  } finally {
    await production.close();
  }
});
