import {
  answerConsent,
  type Ending,
  type Sandbox,
  sandboxOAuthClients,
  startSandbox,
} from '@latchkey/sandbox';
import { createTestService, type TestService, testAppSecret } from '@latchkey/testkit';
import { type AppInput, allowlistRoutes, type OAuthProvider, oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxOAuthClients as sharedClients } from '../../app-secrets/sandboxOAuthClients.ts';
import { hashOfSecret } from '../../apps/appSecret.ts';
import { oauthLoginBody, start } from './oauth.testkit.ts';

// Tests the providers' records against stand-ins that were written independently, from the providers' documentation.

type Social = Exclude<OAuthProvider, 'oidc'>;

/** Profile of Ada at each provider, without her id. */
const told: Record<Social, Record<string, unknown>> = {
  apple: { email: 'ada@people.example' },
  discord: { username: 'ada_sandbox', email: 'ada@people.example' },
  github: { username: 'ada_sandbox', name: 'Ada Lovelace', email: 'ada@people.example' },
  google: { email: 'ada@people.example', name: 'Ada Lovelace' },
  instagram: { username: 'ada_sandbox' },
  linkedin: { name: 'Ada Lovelace', email: 'ada@people.example' },
  // Spotify does not verify the address, so it is not stored.
  spotify: { email: null, name: 'Ada Lovelace' },
  tiktok: { username: 'ada_sandbox', name: 'Ada Lovelace' },
  twitter: {
    username: 'ada_sandbox',
    name: 'Ada Lovelace',
    profile_picture_url: expect.stringMatching(/^https:/),
  },
};
const providers = Object.keys(told) as Social[];

/** True if the provider supports PKCE with S256 for web clients (S33); otherwise the reason why it does not. */
const challenged: Record<Social, true | string> = {
  apple:
    'neither its documentation nor its configuration has a challenge: nonce, form post and signed secret stand',
  discord: true,
  github: true,
  google: true,
  instagram: 'its documentation has none',
  linkedin: 'web clients have none, and a verifier that nothing was challenged for is refused',
  spotify: true,
  tiktok: 'for desktop programs alone, in hexadecimal digits, which is no S256',
  twitter: true,
};

const open = {
  id: 'latchkey-test-app-0000001',
  name: 'Every way in',
  allowed_origins: ['http://localhost:3000'],
  oauth_tokens: true,
  ...Object.fromEntries(providers.map((provider) => [`${provider}_oauth`, true])),
} as AppInput & { id: string };
const listed = {
  ...open,
  id: 'latchkey-test-app-0000002',
  allowlist_enabled: true,
  secret_hash: hashOfSecret(testAppSecret),
};

let sandbox: Sandbox;
let service: TestService;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    hosts: ['127.0.0.1'],
    now: () => service.clock.now(),
  });
  service = await createTestService({
    apps: [open, listed],
    config: { oauthUrl: sandbox.oauthUrl, sharedOAuthClients: sharedClients },
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

interface Choice {
  person?: string;
  answer?: Ending;
}

/** Goes to a provider and back, as a browser does. */
async function visit(
  provider: Social,
  choice: Choice = {},
  call: { appId?: string; redirectTo?: string } = {},
) {
  const begun = await start(service, provider, call);
  const { url, form } = await answerConsent(begun.visit.page.href, choice);
  const reply = await service.fetch(new Request(url, form ? { method: 'POST', body: form } : {}));
  const location = reply.headers.get('location');
  return { visit: begun.visit, status: reply.status, target: location === null ? null : new URL(location) };
}

async function logIn(provider: Social, choice: Choice = {}, appId = open.id) {
  const { visit: begun, target } = await visit(provider, choice, { appId });
  return service.call(oauthRoutes.authenticate, { appId, body: oauthLoginBody(begun, target) });
}

test('the service and the sandbox have the same OAuth clients', () => {
  for (const provider of providers) {
    const { client_id, client_secret } = sandboxOAuthClients[provider];
    expect(sharedClients[provider]).toMatchObject({ id: client_id, secret: client_secret });
  }
});

describe.each(providers)('%s', (provider) => {
  test("[OAUTH-01] [OAUTH-09] [SDK-01] a provider's user signs up and logs in again, with the provider's account and tokens", async () => {
    const first = await logIn(provider);
    expect(first.status).toBe(200);
    expect(first.json.code).toBeUndefined();
    expect(first.json.is_new_user).toBe(true);
    const account = {
      type: `${provider}_oauth`,
      subject: expect.stringMatching(/^\S{8,60}$/),
      ...told[provider],
    };
    expect(first.json.user?.linked_accounts).toEqual([expect.objectContaining(account)]);
    expect(first.json.oauth_tokens).toMatchObject({ provider, access_token: expect.any(String) });
    const second = await logIn(provider);
    expect(second.json.is_new_user).toBe(false);
    expect(second.json.user?.id).toEqual(first.json.user?.id);
  });

  test('[S33] a user who denies the login at the provider returns with the code `undefined`', async () => {
    const { target } = await visit(provider, { answer: 'deny' });
    expect(target?.searchParams.get('privy_oauth_code')).toBe('undefined');
  });

  test.each<[Ending, string]>([
    ['rate-limit', 'too_many_requests'],
    // Instagram, LinkedIn and X do not report `invalid_grant`, so the service cannot tell this error from others.
    [
      'expired-code',
      ['instagram', 'linkedin', 'twitter'].includes(provider) ? 'oauth_unexpected' : 'invalid_credentials',
    ],
    ['huge-profile', 'oauth_unexpected'],
    ['down', 'unknown_auth_error'],
  ])('a login for which the provider answers with %s fails with %s', async (answer, code) => {
    const { status, json } = await logIn(provider, { person: 'grace', answer });
    expect(json.code).toEqual(code);
    expect(status < 500).toBe(true);
  });
});

test.each(['apple', 'google', 'linkedin'] as const)(
  '[S33] an id token of %s is refused if it has another issuer or key, is expired, for another client or, where a nonce shows it, for another login',
  async (provider) => {
    const lies: Ending[] = ['wrong-audience', 'wrong-issuer', 'wrong-key', 'expired-id-token'];
    if (provider !== 'linkedin') lies.push('wrong-nonce');
    for (const answer of lies) {
      const { json } = await logIn(provider, { person: 'grace', answer });
      expect(json.code, answer).toBe('oauth_unexpected');
    }
  },
);

test.each(['apple', 'discord', 'github', 'linkedin'] as const)(
  '[S36] an email address that %s has not verified is not stored, and does not match an allowlist',
  async (provider) => {
    const { json } = await logIn(provider, { person: 'alan' });
    expect(json.user?.linked_accounts).toMatchObject([{ type: `${provider}_oauth` }]);
    expect(JSON.stringify(json.user)).not.toContain('alan@people.example');

    for (const person of ['alan', 'grace']) {
      const body = { type: 'email' as const, value: `${person}@people.example` };
      await service.call(allowlistRoutes.add, { appId: listed.id, params: { id: listed.id }, body });
    }
    const logInBy = async (person: string) => (await logIn(provider, { person }, listed.id)).json;
    expect((await logInBy('alan')).code).toBe('allowlist_rejected');
    expect((await logInBy('grace')).user?.linked_accounts).toMatchObject([{ email: 'grace@people.example' }]);
  },
);

test.each(['github', 'instagram', 'twitter'] as const)(
  'a login with a suspended account of %s fails with oauth_account_suspended',
  async (provider) => {
    const { json } = await logIn(provider, { person: 'grace', answer: 'suspended' });
    expect(json.code).toBe('oauth_account_suspended');
  },
);

test("the fragment that Instagram adds is replaced with the page's own, or with an empty one", async () => {
  const fragmentAt = async (redirectTo: string) =>
    (await visit('instagram', {}, { redirectTo })).target?.href.replace(/^[^#]*/, '');
  expect(await fragmentAt('http://localhost:3000/in')).toBe('#');
  expect(await fragmentAt('http://localhost:3000/in#')).toBe('#');
  expect(await fragmentAt('http://localhost:3000/in#top')).toBe('#top');
});

test.each(providers)('[S33] a response of %s with another state is refused', async (provider) => {
  const { target, status } = await visit(provider, { answer: 'wrong-state' });
  expect(target).toBeNull();
  expect(status).toBe(400);
});

test.each(providers)(
  '[S33] the service sends %s a new PKCE challenge (S256) for each login, or none if the provider does not support it',
  async (provider) => {
    const { searchParams } = (await start(service, provider)).visit.page;
    const [challenge, method] = [
      searchParams.get('code_challenge'),
      searchParams.get('code_challenge_method'),
    ];
    if (challenged[provider] !== true) return expect([challenge, method]).toEqual([null, null]);
    // The logins above prove that the verifier fits: a stand-in that got a challenge requires it.
    expect(challenge).toEqual(expect.stringMatching(/^[\w-]{43}$/));
    expect(method).toBe('S256');
    const again = (await start(service, provider)).visit.page.searchParams.get('code_challenge');
    expect(again).not.toBe(challenge);
  },
);
