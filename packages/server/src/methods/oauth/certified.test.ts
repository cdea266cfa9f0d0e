import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestService, type TestService } from '@latchkey/testkit';
import { appSecretRoutes, oauthRoutes } from '@latchkey/wire';
import Provider, { type Configuration } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oauthLoginBody, returnFromProvider, start } from './oauth.testkit.ts';

// Provider that is certified by the OpenID Foundation. It requires PKCE, names the issuer in its responses, and puts no
// email address or name into id tokens.

const app = { id: 'latchkey-test-app-0000001', client: 'latchkey', secret: 'secret-of-the-client' };
const server = createServer();
let service: TestService;

const configuration: Configuration = {
  clients: [
    {
      client_id: app.client,
      client_secret: app.secret,
      redirect_uris: ['http://localhost:4000/api/v1/oauth/callback/oidc'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
  cookies: { keys: ['of the tests'] },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({
    accountId,
    claims: async () => ({
      sub: accountId,
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
      preferred_username: 'ada',
    }),
  }),
  async loadExistingGrant({ oidc }) {
    const { client, provider, session } = oidc;
    const ids = { clientId: client?.clientId, accountId: session?.accountId };
    const grant = new provider.Grant(ids as { clientId: string; accountId: string });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration);
  const answer = provider.callback();
  server.on('request', (request, response) => {
    // The user is Ada, who consents.
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: 'ada-1' }, consent: {} });
  });
  service = await createTestService({
    apps: [
      {
        id: app.id,
        name: 'Harbour',
        oidc_oauth: true,
        oauth_clients: { oidc: { client_id: app.client, issuer, name: 'Certified' } },
        allowed_origins: ['http://localhost:3000'],
      },
    ],
  });
  const params = { id: app.id, name: 'oauth-oidc' };
  await service.call(appSecretRoutes.put, { params, body: { secret: app.secret }, bearer: 'test-admin-key' });
});
afterAll(async () => {
  await service?.close();
  server.closeAllConnections();
  server.close();
});

/** Follows the provider's redirects with its cookies, as a browser does, until one leads to the service. */
async function journey(page: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let at = page; ; ) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`${at.pathname} answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at);
    if (at.origin !== page.origin) return at;
  }
}

test('[S33, OAUTH-10] a user logs in at a certified provider, from which the service reads the profile that the id token lacks', async () => {
  const logIn = async () => {
    const { visit } = await start(service, 'oidc');
    const back = await journey(visit.page);
    const answered = Object.fromEntries(back.searchParams);
    expect(Object.keys(answered).sort()).toEqual(['code', 'iss', 'state']);
    const { target } = await returnFromProvider(service, visit, answered);
    return service.call(oauthRoutes.authenticate, { body: oauthLoginBody(visit, target) });
  };
  const first = await logIn();
  expect([first.status, first.json.is_new_user, first.json.user?.linked_accounts]).toMatchObject([
    200,
    true,
    [{ type: 'oidc_oauth', subject: 'ada-1', email: 'ada@example.org', name: 'Ada', username: 'ada' }],
  ]);
  expect((await logIn()).json.is_new_user).toBe(false);
});
