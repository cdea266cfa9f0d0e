import { answerConsent, type Sandbox, sandboxOAuthClients, startSandbox } from '@latchkey/sandbox';
import { createTestClient, createTestService, type TestClient, type TestService } from '@latchkey/testkit';
import type { OAuthProvider } from '@latchkey/wire';
import { afterAll, beforeAll } from 'vitest';

/** Page that goes to a provider, and to which the user returns. */
export const host = 'http://localhost:3000/shop?tab=2';

export const providers = [
  'google',
  'twitter',
  'discord',
  'github',
  'spotify',
  'instagram',
  'tiktok',
  'linkedin',
  'apple',
] as const satisfies readonly OAuthProvider[];

/** App that passes the providers' tokens to its pages. */
export const generous = 'latchkey-test-app-0000002';
const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  ...Object.fromEntries(providers.map((provider) => [`${provider}_oauth`, true])),
};

const clients = Object.fromEntries(
  Object.entries(sandboxOAuthClients).map(([provider, client]) => {
    const { client_id: id, client_secret: secret, team_id: teamId = '', key_id: keyId = '' } = client;
    return [provider, { id, secret, teamId, keyId }];
  }),
);

type Opened = NonNullable<Parameters<typeof createTestClient>[1]>;

/** Starts a service and the sandbox's providers for all tests of a file. */
export function shareProviders() {
  let sandbox: Sandbox;
  let service: TestService;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
    service = await createTestService({
      apps: [app, { ...app, id: generous, oauth_tokens: true }],
      config: { oauthUrl: sandbox.oauthUrl, sharedOAuthClients: clients },
    });
  });
  afterAll(async () => {
    await service?.close();
    await sandbox?.close();
  });

  async function start(options: Opened = {}): Promise<TestClient> {
    const test = createTestClient(service, { page: { url: host }, ...options });
    await test.client.start();
    return test;
  }

  return {
    start,

    /** Opens the page to which the user returns, in the same browser. */
    comeBack: (from: TestClient, url: string, options: Opened = {}) =>
      start({ profile: from.profile, page: { url }, ...options }),

    /** Answers the provider's page, and returns the address to which the service redirects. */
    async consent(address: string, choice: Parameters<typeof answerConsent>[1] = {}): Promise<string> {
      const { url, form } = await answerConsent(address, choice);
      const back = await service.fetch(new Request(url, form ? { method: 'POST', body: form } : {}));
      return back.headers.get('location') ?? '';
    },

    /** Network to a service without stand-ins: its replies contain the providers' real addresses. */
    async realAddresses(_: Request, forward: () => Promise<Response>): Promise<Response> {
      const reply = await forward();
      const text = await reply.text();
      return new Response(text.replaceAll(`${sandbox.oauthUrl}/`, 'https://'), reply);
    },
  };
}

/** Returns the address to which a page went. */
export const leftFor = ({ page }: TestClient) => page.visited[0] ?? '';

/** Returns the page's calls of the OAuth routes. */
export const calls = ({ sent }: TestClient) => sent.filter((call) => call.includes('/oauth/'));

/** Returns the names of the analytics events that a page sent. */
export const events = ({ requests }: TestClient) =>
  Promise.all(
    requests
      .filter(({ url }) => url.endsWith('/analytics_events'))
      .map(async (request) => (await request.clone().json()).event_name),
  );
