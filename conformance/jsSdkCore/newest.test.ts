import { claimsOf } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { openApp } from './client.ts';

// Requests that only the newer of the two tested versions makes.

const appId = 'latchkey-test-app-0000001';

describe.each(databases)('js-sdk-core 0.76.2, %s', (database) => {
  let service: ReachableService;

  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId, identity_tokens: true })]);
  });
  afterAll(() => service?.close());

  async function logIn(email: string) {
    service.passTime(60_000);
    const { client } = await openApp({ name: 'js-sdk-core-newest', appId, url: service.url });
    await client.auth.email.sendCode(email);
    const { user } = await client.auth.email.loginWithCode(email, service.outbox.codeFor(email));
    return { user: client.user, client, id: user.id };
  }

  test('[TERMS-03] js-sdk-core accepts the terms, and finds them accepted afterwards', async () => {
    const { user } = await logIn('terms@example.com');
    expect((await user.get()).user.has_accepted_terms).toBe(false);
    expect((await user.acceptTerms?.())?.user.has_accepted_terms).toBe(true);
    expect((await user.get()).user.has_accepted_terms).toBe(true);
  });

  test('js-sdk-core refreshes its user, and gets a new identity token', async () => {
    const { user, client, id } = await logIn('me@example.com');
    const first = await client.getIdentityToken();
    service.passTime(60_000);
    expect((await user.refreshUser?.())?.user.id).toBe(id);
    expect(claimsOf(await client.getIdentityToken()).exp).toBe(claimsOf(first).exp + 60);
  });
});
