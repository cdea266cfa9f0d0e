import {
  answerConsent,
  type Ending,
  type Sandbox,
  sandboxOAuthClients,
  startSandbox,
} from '@latchkey/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { type ClientApp, openApp, versions } from './client.ts';

// The headless client logs in and links at providers: it gets the provider's address, and its app passes the code and
// the state back to it.

const appId = 'latchkey-test-app-0000001';
const home = 'http://localhost:3000/in';
const matrix = databases.flatMap((database) => versions.map((one) => ({ database, ...one })));

function clientAt(provider: 'github' | 'google') {
  const { client_id: id, client_secret: secret } = sandboxOAuthClients[provider];
  return { id, secret };
}

describe.each(matrix)('js-sdk-core $version, $database', ({ database, name }) => {
  let sandbox: Sandbox;
  let service: ReachableService;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
    const app = conformanceApp({ id: appId, google_oauth: true, github_oauth: true });
    service = await startService(database, [app], {
      oauthUrl: sandbox.oauthUrl,
      sharedOAuthClients: { github: clientAt('github'), google: clientAt('google') },
    });
  });
  afterAll(async () => {
    await service?.close();
    await sandbox?.close();
  });

  /** Visits the provider and comes back, as the app's browser does. */
  async function visit({ client }: ClientApp, provider: 'github' | 'google', answer: Ending = 'allow') {
    const { url } = await client.auth.oauth.generateURL(provider, home);
    const consent = await answerConsent(url, { answer });
    const reply = await fetch(consent.url, { redirect: 'manual' });
    const { origin, pathname, searchParams } = new URL(reply.headers.get('location') ?? '');
    expect(origin + pathname).toEqual(home);
    expect(searchParams.get('privy_oauth_provider')).toEqual(provider);
    return [searchParams.get('privy_oauth_code') ?? '', searchParams.get('privy_oauth_state') ?? ''] as const;
  }

  test('[OAUTH-10] [LINK-09] js-sdk-core logs in with Google, links GitHub and unlinks it', async () => {
    const app = await openApp({ name, appId, url: service.url });
    const { oauth } = app.client.auth;
    const told = () =>
      app.users
        .at(-1)
        ?.linked_accounts.map(({ type }) => type)
        .sort();
    const { user } = await oauth.loginWithCode(...(await visit(app, 'google')), 'google');
    expect(user.linked_accounts).toMatchObject([{ type: 'google_oauth', email: 'ada@people.example' }]);

    await oauth.linkWithCode(...(await visit(app, 'github')), 'github');
    expect(app.users.at(-1)?.id).toEqual(user.id);
    expect(told()).toEqual(['github_oauth', 'google_oauth']);
    const github = app.users.at(-1)?.linked_accounts.find(({ type }) => type === 'github_oauth');
    await oauth.unlink('github', String(github?.subject));
    expect(told()).toEqual(['google_oauth']);
  });

  test('[OAUTH-02] js-sdk-core rejects an OAuth state that is not its own, without a request', async () => {
    const app = await openApp({ name, appId, url: service.url });
    const [code] = await visit(app, 'google');
    service.takeRequests();
    await expect(app.client.auth.oauth.loginWithCode(code, 'x'.repeat(43), 'google')).rejects.toMatchObject({
      message: 'Unexpected auth flow. This may be a phishing attempt.',
    });
    expect(service.takeRequests()).toEqual([]);
  });
});
