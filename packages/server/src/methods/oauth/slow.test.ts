import { createTestService, type TestService } from '@latchkey/testkit';
import { oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clientId,
  oauthLoginBody,
  type Reply,
  returnFromProvider,
  type StandIn,
  start,
  startStandIn,
} from './oauth.testkit.ts';

// Providers that answer nothing, too much, or with a redirect. No test waits for a time limit: the tests end it
// themselves.

/** Time limit of each request, in ms, and a function that ends it. */
const given: { ms: number; end(): void }[] = [];
function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  given.push({ ms, end: () => controller.abort() });
  return controller.signal;
}

let standIn: StandIn;
let service: TestService;
beforeAll(async () => {
  standIn = await startStandIn(() => service.clock.now());
  const client = { id: clientId, secret: 'hush' };
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Harbour',
        github_oauth: true,
        google_oauth: true,
        allowed_origins: ['http://localhost:3000'],
      },
    ],
    config: { oauthUrl: standIn.url, sharedOAuthClients: { github: client, google: client } },
    signalAfter,
  });
});
afterAll(async () => {
  await standIn?.close();
  await service?.close();
});

/** Logs in at a provider whose endpoints reply like this once the user has returned. */
async function logIn(provider: 'github' | 'google', replies: Record<string, Reply>) {
  const { visit } = await start(service, provider);
  const { target } = await returnFromProvider(service, visit);
  for (const [ending, reply] of Object.entries(replies)) standIn.on(ending, reply);
  return service.call(oauthRoutes.authenticate, { body: oauthLoginBody(visit, target) });
}
const token = { json: { access_token: 'at' } };

describe('a provider that is silent', () => {
  test.each([
    ['at its token endpoint', 'google', { '/token': 'silence' }, '/token'],
    ['at its key set', 'google', { '/token': 'id token', '/certs': 'silence' }, '/certs'],
    [
      'at its profile',
      'github',
      { '/access_token': token, '/user': 'silence', '/emails': 'silence' },
      '/user',
    ],
  ] as const)('a login fails in time if a provider is silent %s', async (_, provider, replies, asked) => {
    given.length = 0;
    standIn.asked.length = 0;
    const signed = { json: { access_token: 'at', id_token: await standIn.idToken() } };
    const login = logIn(
      provider,
      Object.fromEntries(
        Object.entries(replies).map(([ending, reply]) => [ending, reply === 'id token' ? signed : reply]),
      ),
    );
    // The provider was called and does not answer until the time limit.
    await expect.poll(() => standIn.asked.some(({ url }) => url.endsWith(asked))).toBe(true);
    for (const { end } of given) end();
    const { json, status } = await login;
    expect(status).toBe(422);
    expect(json.code).toBe('unknown_auth_error');
    // A login sends at most two requests to these providers one after the other, and the page waits 20 s.
    expect(given.every(({ ms }) => ms > 0 && ms <= 8_000)).toBe(true);
  });
});

describe('a profile', () => {
  test.each<[string, Reply]>([
    ['that is not JSON', { text: '<html>' }],
    ['that is too large', { text: `{"id":1,"login":"${'x'.repeat(70_000)}"}` }],
    ['without an id', { json: {} }],
    ['that is a list', { json: [{ id: 1 }] }],
    ['that is refused', { status: 401, json: { id: 1 } }],
    [
      'that is a redirect',
      { status: 302, headers: { location: '/oauth/api.github.com/user' }, json: { id: 1 } },
    ],
  ])('a profile %s logs no one in, and is requested once', async (_, reply) => {
    standIn.asked.length = 0;
    const replies = { '/access_token': token, '/user': reply, '/emails': { json: [] } };
    const { json, status } = await logIn('github', replies);
    expect(status).toBe(422);
    expect(json.code).toBe('oauth_unexpected');
    expect(standIn.asked.filter(({ url }) => url.endsWith('/user'))).toHaveLength(1);
  });

  test('a redirect of the token endpoint is not followed, so secret and code go to one address only', async () => {
    standIn.asked.length = 0;
    const location = `${standIn.url}/github.com/login/oauth/access_token`;
    const { json } = await logIn('github', {
      '/access_token': { status: 307, headers: { location }, json: token.json },
    });
    expect(json.code).toBe('oauth_unexpected');
    expect(standIn.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
