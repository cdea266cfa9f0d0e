import { createHash, randomBytes } from 'node:crypto';
import { cloudKitContainer } from '@latchkey/sandbox';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { cloudRoutes, oauthCallbackPath, oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// What every way through another party has in common; what is asked there is told beside the room that leads it.

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

/** The ways: how each begins, where it comes back, and how it ends. */
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

/** The state that a way has given to the other party. */
const begin = async (way: Way) => new URL((await ways[way].begin()) ?? '').searchParams.get('state') ?? '';

/** Comes back with an answer; gives the word or code for the page, null where no one is sent on. */
async function comeBack(path: string, answer: [string, string][], method = 'GET') {
  const url = `${service.config.url}${path}?${new URLSearchParams(answer)}`;
  const { headers, status } = await service.fetch(new Request(url, { method }));
  const location = headers.get('location');
  return location === null ? status : new URL(location).searchParams.get('privy_oauth_code');
}

describe.each(['cloud', 'oauth'] as const)('a way of the kind %s', (way) => {
  const { path } = ways[way];
  const other = ways[way === 'cloud' ? 'oauth' : 'cloud'];

  test.each<[string, [string, string][], string]>([
    ['a no', [['error', 'access_denied']], 'undefined'],
    ['a no in another word', [['error', 'user_denied']], 'undefined'],
    ['another error', [['error', 'server_error']], 'error'],
    ['an error beside a code', [...pairs({ error: 'server_error', code: 'c' })], 'error'],
    ['nothing', [], 'error'],
    ['two codes', [['code', 'a'] as [string, string], ['code', 'b'] as [string, string]], 'error'],
    ['a code of no one', [['code', 'x'.repeat(4_097)]], 'error'],
  ])('[S34] answers %s with a word in place of a code', async (_, answer, word) => {
    const state = await begin(way);
    expect(await comeBack(path, [['state', state], ...answer])).toBe(word);
    expect(
      await comeBack(path, [
        ['state', state],
        ['code', 'c'],
      ]),
    ).toBe(400);
  });

  test('[S34] is come back to at its own address alone, and neither its state nor its code is good for the other', async () => {
    const answer = async (): Promise<[string, string][]> => [
      ['state', await begin(way)],
      ['code', 'c'],
    ];
    expect(await comeBack(other.path, await answer())).toBe(400);
    const code = String(await comeBack(path, await answer()));
    const finish = { authorization_code: code, state_code: page.state_code, code_verifier: verifier };
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(await other.finish(finish)).toBe('invalid_credentials');
    // It was not used up there: here it is looked at, and used up by another page's verifier.
    expect(await ways[way].finish({ ...finish, code_verifier: verifier.toUpperCase() })).toBe(
      'invalid_credentials',
    );
    expect(await ways[way].finish(finish)).toBe('invalid_credentials');
  });

  test('is not used up by a look at the address that is none of a person’s', async () => {
    const state = await begin(way);
    const answer: [string, string][] = [
      ['state', state],
      ['code', 'c'],
    ];
    expect(await comeBack(path, answer, 'HEAD')).toBe(404);
    expect(await comeBack(path, answer)).toMatch(/^[\w-]{43}$/);
  });
});

test('[S34] a form is taken from parties that post their answer, and from no other', async () => {
  const post = async (way: Way) => {
    const body = new URLSearchParams({ state: await begin(way), code: 'c' });
    const request = new Request(service.config.url + ways[way].path, { method: 'POST', body });
    return (await service.fetch(request)).status;
  };
  expect([await post('oauth'), await post('cloud')]).toEqual([303, 404]);
});

function pairs(fields: Record<string, string>): [string, string][] {
  return Object.entries(fields);
}
