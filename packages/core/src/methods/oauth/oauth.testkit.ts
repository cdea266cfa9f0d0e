import { answerConsent, type Sandbox, sandboxOAuthClients, startSandbox } from '@latchkey/sandbox';
import { createTestClient, createTestService, type TestClient, type TestService } from '@latchkey/testkit';
import type { OAuthProvider } from '@latchkey/wire';
import { afterAll, beforeAll } from 'vitest';

/** The page that goes to a provider, and that the person comes back to. */
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

/** An app that hands the providers' tokens to its pages. */
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

/** A client as a test opens it. */
type Opened = NonNullable<Parameters<typeof createTestClient>[1]>;

/** A service and the sandbox's providers, for all tests of a file, and the ways between them. */
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

    /** The same browser on the page that the person comes back to. */
    comeBack: (from: TestClient, url: string, options: Opened = {}) =>
      start({ profile: from.profile, page: { url }, ...options }),

    /** What the person does at the provider; gives the address that the service sends them back to. */
    async consent(address: string, choice: Parameters<typeof answerConsent>[1] = {}): Promise<string> {
      const { url, form } = await answerConsent(address, choice);
      const back = await service.fetch(new Request(url, form ? { method: 'POST', body: form } : {}));
      return back.headers.get('location') ?? '';
    },

    /** A network to a service that has no stand-ins: what it answers names the providers' real addresses. */
    async realAddresses(_: Request, forward: () => Promise<Response>): Promise<Response> {
      const reply = await forward();
      const text = await reply.text();
      return new Response(text.replaceAll(`${sandbox.oauthUrl}/`, 'https://'), reply);
    },
  };
}

/** Where a page went. */
export const leftFor = ({ page }: TestClient) => page.visited[0] ?? '';

/** What a page asked the service for a login at a provider. */
export const calls = ({ sent }: TestClient) => sent.filter((call) => call.includes('/oauth/'));

/** The names of the analytics events that a page sent. */
export const events = ({ requests }: TestClient) =>
  Promise.all(
    requests
      .filter(({ url }) => url.endsWith('/analytics_events'))
      .map(async (request) => (await request.clone().json()).event_name),
  );
