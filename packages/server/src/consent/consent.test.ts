import { createHash, randomBytes } from 'node:crypto';
import { cloudKitContainer } from '@latchkey/sandbox';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { cloudRoutes, oauthCallbackPath, oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  google_oauth: true,
  allowed_origins: ['http://localhost:3000', 'http://localhost:5173'],
  embedded_wallet_config: {
    create_on_login: 'off' as const,
    user_owned_recovery_options: ['google-drive' as const],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
};
const client = { id: 'client-of-the-tests', secret: 'secret-of-the-tests' };

let service: TestService;
let bearer: string;
beforeAll(async () => {
  service = await createTestService({
    apps: [app],
    config: {
      sharedOAuthClients: { google: client },
      sharedClouds: {
        googleClientId: client.id,
        googleClientSecret: client.secret,
        iCloudContainer: cloudKitContainer,
      },
    },
  });
  bearer = (await logIn(service, 'ada@example.com')).token ?? '';
});
afterAll(() => service?.close());

const verifier = randomBytes(36).toString('base64url');
const page = {
  redirect_to: 'http://localhost:3000/in?tab=1#top',
  state_code: randomBytes(36).toString('base64url'),
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
};

interface Finish {
  authorization_code: string;
  state_code: string;
  code_verifier: string;
}

const ways = {
  cloud: {
    path: '/api/v1/recovery/oauth/callback',
    begin: async () => (await service.call(cloudRoutes.start, { body: page, bearer })).json.url,
    finish: async (shown: Finish) => {
      const body = { ...shown, provider: 'google-drive' as const };
      return (await service.call(cloudRoutes.finish, { body, bearer })).json.code;
    },
  },
  oauth: {
    path: oauthCallbackPath,
    begin: async () =>
      (await service.call(oauthRoutes.start, { body: { ...page, provider: 'google' } })).json.url,
    finish: async (body: Finish) => (await service.call(oauthRoutes.authenticate, { body })).json.code,
  },
} as const;
type Way = keyof typeof ways;

const begin = async (way: Way) => new URL((await ways[way].begin()) ?? '').searchParams.get('state') ?? '';

/**
 * Comes back from the other party with an answer. Returns the code or word for the page, or the status if there is no
 * redirect.
 */
async function comeBack(path: string, answer: [string, string][], method = 'GET', remoteAddress?: string) {
  const url = `${service.config.url}${path}?${new URLSearchParams(answer)}`;
  const { headers, status } = await service.fetch(
    new Request(url, { method }),
    remoteAddress === undefined ? undefined : { remoteAddress },
  );
  const location = headers.get('location');
  return location === null ? status : new URL(location).searchParams.get('privy_oauth_code');
}

describe.each(['cloud', 'oauth'] as const)('a consent of the kind %s', (way) => {
  const { path } = ways[way];
  const other = ways[way === 'cloud' ? 'oauth' : 'cloud'];

  test.each<[string, [string, string][], string]>([
    ['a refusal', [['error', 'access_denied']], 'undefined'],
    ['a refusal with another code', [['error', 'user_denied']], 'undefined'],
    ['another error', [['error', 'server_error']], 'error'],
    ['an error beside a code', [...pairs({ error: 'server_error', code: 'c' })], 'error'],
    ['nothing', [], 'error'],
    ['two codes', [['code', 'a'] as [string, string], ['code', 'b'] as [string, string]], 'error'],
    ['a code that is too long', [['code', 'x'.repeat(4_097)]], 'error'],
  ])('[S34] a consent returns a word in place of a code for %s', async (_, answer, word) => {
    const state = await begin(way);
    expect(await comeBack(path, [['state', state], ...answer])).toBe(word);
    expect(
      await comeBack(path, [
        ['state', state],
        ['code', 'c'],
      ]),
    ).toBe(400);
  });

  test('[S34] a consent returns only at its own path, and neither its state nor its code works for the other kind', async () => {
    const answer = async (): Promise<[string, string][]> => [
      ['state', await begin(way)],
      ['code', 'c'],
    ];
    expect(await comeBack(other.path, await answer())).toBe(400);
    const code = String(await comeBack(path, await answer()));
    const finish = { authorization_code: code, state_code: page.state_code, code_verifier: verifier };
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(await other.finish(finish)).toBe('invalid_credentials');
    // The other kind did not use the code up. A wrong verifier does.
    expect(await ways[way].finish({ ...finish, code_verifier: verifier.toUpperCase() })).toBe(
      'invalid_credentials',
    );
    expect(await ways[way].finish(finish)).toBe('invalid_credentials');
  });

  test('[S45] a user can return from a network from which an attacker sends many made-up and used states', async () => {
    const network = '203.0.113.5';
    const give = (state: string) =>
      comeBack(
        path,
        [
          ['state', state],
          ['code', 'c'],
        ],
        'GET',
        network,
      );
    const [own, used] = [await begin(way), await begin(way)];
    expect(await give(used)).toMatch(/^[\w-]{43}$/);
    const [appId, secret = '', ...rest] = own.split('.');
    const swapped = secret.replace(/^./, secret.startsWith('A') ? 'B' : 'A');
    for (let round = 0; round < 70; round += 1)
      for (const state of [used, `${appId}.${swapped}`, [appId, swapped, ...rest].join('.')])
        expect(await give(state)).toBe(400);
    expect(await give(own)).toMatch(/^[\w-]{43}$/);
  });

  test('a consent is not used up by a HEAD request', async () => {
    const state = await begin(way);
    const answer: [string, string][] = [
      ['state', state],
      ['code', 'c'],
    ];
    expect(await comeBack(path, answer, 'HEAD')).toBe(404);
    expect(await comeBack(path, answer)).toMatch(/^[\w-]{43}$/);
  });
});

test('[S34] the callback of social logins accepts a posted form, and that of the clouds does not', async () => {
  const post = async (way: Way) => {
    const body = new URLSearchParams({ state: await begin(way), code: 'c' });
    const request = new Request(service.config.url + ways[way].path, { method: 'POST', body });
    return (await service.fetch(request)).status;
  };
  expect(await post('oauth')).toBe(303);
  expect(await post('cloud')).toBe(404);
});

function pairs(fields: Record<string, string>): [string, string][] {
  return Object.entries(fields);
}
