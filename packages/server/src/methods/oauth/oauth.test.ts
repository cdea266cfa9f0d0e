import { createTestService, type TestService } from '@latchkey/testkit';
import { oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientId, comeBack, finishOf, type StandIn, sha, start, startStandIn } from './oauth.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  google_oauth: true,
  github_oauth: false,
  allowed_origins: ['http://localhost:3000', 'http://localhost:5173'],
};

let standIn: StandIn;
let service: TestService;
beforeAll(async () => {
  standIn = await startStandIn(() => service.clock.now());
  service = await createTestService({
    apps: [app],
    config: { oauthUrl: standIn.url, sharedOAuthClients: { google: { id: clientId, secret: 'hush' } } },
  });
});
afterAll(async () => {
  await service?.close();
  await standIn?.close();
});

let nonce: string | null = null;
/** Who is at Google now. */
let person: Record<string, unknown>;
beforeEach(() => {
  person = { sub: 'g-1', email: 'ada@gmail.example', email_verified: true, name: 'Ada' };
  standIn.on('/token', async () => ({
    json: {
      access_token: 'at',
      token_type: 'Bearer',
      expires_in: 3599,
      id_token: await standIn.idToken({ ...person, nonce }),
    },
  }));
});

describe('a login at Google', () => {
  test('[OAUTH-01, OAUTH-10] goes to the page, back and in, in three calls', async () => {
    const { visit } = await start(service, 'google');
    nonce = visit.page.searchParams.get('nonce');
    const { origin, pathname, searchParams } = visit.page;
    expect(origin + pathname).toBe(`${standIn.url}/accounts.google.com/o/oauth2/v2/auth`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: 'http://localhost:4000/api/v1/oauth/callback',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    // Nothing of the page's own secrets travels through the provider.
    expect(visit.page.href).not.toContain(visit.stateCode);
    expect(searchParams.get('code_challenge')).not.toBe(sha(visit.verifier));

    const { status, target } = await comeBack(service, visit);
    expect([status, `${target?.origin}${target?.pathname}${target?.hash}`]).toEqual([
      302,
      'http://localhost:3000/in#top',
    ]);
    expect(Object.fromEntries(target?.searchParams ?? [])).toEqual({
      tab: '1',
      privy_oauth_code: expect.stringMatching(/^[\w-]{43}$/),
      privy_oauth_state: visit.stateCode,
      privy_oauth_provider: 'google',
    });

    const login = await service.call(oauthRoutes.authenticate, { body: finishOf(visit, target) });
    expect([login.status, login.json.is_new_user, login.json.session_update_action]).toEqual([
      200,
      true,
      'set',
    ]);
    expect(login.json.user?.linked_accounts).toMatchObject([
      { type: 'google_oauth', subject: 'g-1', email: 'ada@gmail.example', name: 'Ada' },
    ]);
  });
});
