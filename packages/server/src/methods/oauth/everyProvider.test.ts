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

// The providers' records against stand-ins that were written from the providers' documentation, without the records.

type Social = Exclude<OAuthProvider, 'oidc'>;

/** What each provider tells of Ada, beside the id that it gave her. */
const told: Record<Social, Record<string, unknown>> = {
  apple: { email: 'ada@people.example' },
  discord: { username: 'ada_sandbox', email: 'ada@people.example' },
  github: { username: 'ada_sandbox', name: 'Ada Lovelace', email: 'ada@people.example' },
  google: { email: 'ada@people.example', name: 'Ada Lovelace' },
  instagram: { username: 'ada_sandbox' },
  linkedin: { name: 'Ada Lovelace', email: 'ada@people.example' },
  // Spotify does not say that an address is the person's own: it is not kept.
  spotify: { email: null, name: 'Ada Lovelace' },
  tiktok: { username: 'ada_sandbox', name: 'Ada Lovelace' },
  twitter: {
    username: 'ada_sandbox',
    name: 'Ada Lovelace',
    profile_picture_url: expect.stringMatching(/^https:/),
  },
};
const providers = Object.keys(told) as Social[];

/** PKCE by S256 wherever a provider takes it from a web client (S33); where not, why. */
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

test('the service and the sandbox know the same clients', () => {
  for (const provider of providers) {
    const { client_id, client_secret } = sandboxOAuthClients[provider];
    expect(sharedClients[provider]).toMatchObject({ id: client_id, secret: client_secret });
  }
});

describe.each(providers)('%s', (provider) => {
  test('[OAUTH-01] [OAUTH-09] [SDK-01] signs a person up and in, with the account and the tokens of the provider', async () => {
    const first = await logIn(provider);
    expect([first.status, first.json.code, first.json.is_new_user]).toEqual([200, undefined, true]);
    const account = {
      type: `${provider}_oauth`,
      subject: expect.stringMatching(/^\S{8,60}$/),
      ...told[provider],
    };
    expect(first.json.user?.linked_accounts).toEqual([expect.objectContaining(account)]);
    expect(first.json.oauth_tokens).toMatchObject({ provider, access_token: expect.any(String) });
    const second = await logIn(provider);
    expect([second.json.is_new_user, second.json.user?.id]).toEqual([false, first.json.user?.id]);
  });

  test('[S33] tells a denial from everything else', async () => {
    const { target } = await visit(provider, { answer: 'deny' });
    expect(target?.searchParams.get('privy_oauth_code')).toBe('undefined');
  });

  test.each<[Ending, string]>([
    ['rate-limit', 'too_many_requests'],
    // Those that do not call it `invalid_grant` could mean anything.
    [
      'expired-code',
      ['instagram', 'linkedin', 'twitter'].includes(provider) ? 'oauth_unexpected' : 'invalid_credentials',
    ],
    ['huge-profile', 'oauth_unexpected'],
    ['down', 'unknown_auth_error'],
  ])('answers to %s with %s', async (answer, code) => {
    const { status, json } = await logIn(provider, { person: 'grace', answer });
    expect([json.code, status < 500]).toEqual([code, true]);
  });
});

test.each(['apple', 'google', 'linkedin'] as const)(
  '[S33] believes no ID token of %s that lies',
  async (provider) => {
    const lies: Ending[] = ['wrong-audience', 'wrong-issuer', 'wrong-key', 'expired-id-token'];
    if (provider !== 'linkedin') lies.push('wrong-nonce');
    for (const answer of lies) {
      const { json } = await logIn(provider, { person: 'grace', answer });
      expect([answer, json.code]).toEqual([answer, 'oauth_unexpected']);
    }
  },
);

test.each(['apple', 'discord', 'github', 'linkedin'] as const)(
  '[S36] an address that %s has not verified is not the person’s, and opens no door that is opened by address',
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
  'tells a suspended account of %s',
  async (provider) => {
    const { json } = await logIn(provider, { person: 'grace', answer: 'suspended' });
    expect(json.code).toBe('oauth_account_suspended');
  },
);

test('leaves the fragment that Instagram adds behind, and the page its own', async () => {
  const fragmentAt = async (redirectTo: string) =>
    (await visit('instagram', {}, { redirectTo })).target?.href.replace(/^[^#]*/, '');
  expect(await fragmentAt('http://localhost:3000/in')).toBe('#');
  expect(await fragmentAt('http://localhost:3000/in#')).toBe('#');
  expect(await fragmentAt('http://localhost:3000/in#top')).toBe('#top');
});

test.each(providers)('[S33] goes nowhere with a state of %s that is not its own', async (provider) => {
  const { target, status } = await visit(provider, { answer: 'wrong-state' });
  expect([target, status]).toEqual([null, 400]);
});

test.each(providers)('[S33] challenges %s by PKCE (S256), unless it takes none', async (provider) => {
  const { searchParams } = (await start(service, provider)).visit.page;
  const [challenge, method] = [searchParams.get('code_challenge'), searchParams.get('code_challenge_method')];
  if (challenged[provider] !== true) return expect([challenge, method]).toEqual([null, null]);
  // The logins above show that the verifier fits: a stand-in that was challenged asks for it.
  expect([challenge, method]).toEqual([expect.stringMatching(/^[\w-]{43}$/), 'S256']);
  const again = (await start(service, provider)).visit.page.searchParams.get('code_challenge');
  expect(again).not.toBe(challenge);
});
