import {
  createTestClient,
  createTestService,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import type { User } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptTerms, type ClientState, logout, needsTerms } from '../index.ts';

const app = {
  id: 'latchkey-terms-app-000001',
  name: 'Terms',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  require_users_accept_terms: true,
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app] });
});
afterAll(() => service.close());

async function started(options: TestClientOptions = {}) {
  const test = createTestClient(service, { appId: app.id, ...options });
  await test.client.start();
  return test;
}

describe('accepting the terms', () => {
  it.each([
    [true, false, false, true],
    [true, true, false, false],
    [false, false, false, false],
    [true, false, true, false],
  ])(
    '[TERMS-04] with terms required %s, accepted %s and guest %s, needsTerms returns %s',
    (required, accepted, isGuest, due) => {
      const settings = { legal: { requireUsersAcceptTerms: required } } as ClientState['settings'];
      const user = { hasAcceptedTerms: accepted, isGuest } as User;
      expect(needsTerms({ settings, user })).toBe(due);
      expect(needsTerms({ settings, user: null })).toBe(false);
    },
  );

  it('[TERMS-03] acceptTerms sends an empty JSON object, and the next load finds the terms accepted', async () => {
    const test = await started();
    await test.logIn('yes@company.example');
    expect(needsTerms(test.client.getState())).toBe(true);
    const user = await acceptTerms(test.client);
    expect(user.hasAcceptedTerms).toBe(true);
    expect(test.client.getState().user).toBe(user);
    const path = '/api/v1/users/me/accept_terms';
    const call = test.requests.find((request) => request.url.endsWith(path));
    expect(call?.method).toBe('POST');
    expect(await call?.json()).toEqual({});
    const next = await started({ profile: test.profile });
    expect(next.client.getState()).toMatchObject({ authenticated: true, user: { hasAcceptedTerms: true } });
  });

  it('[TERMS-04] the session of a user who did not accept the terms ends at the next load, with a logout request to the service', async () => {
    const test = await started();
    await test.logIn('no@company.example');
    const next = await started({ profile: test.profile });
    expect(next.client.getState()).toMatchObject({ ready: true, authenticated: false, user: null });
    expect(next.sent).toContain('POST /api/v1/sessions/logout');
    expect(next.profile.stored.has('privy:token')).toBe(false);
  });

  it('acceptTerms does not restore the session of a user who logged out during the request', async () => {
    const test = await started({
      network: async (request, forward) => {
        const reply = await forward();
        if (request.url.endsWith('/accept_terms')) await logout(test.client);
        return reply;
      },
    });
    await test.logIn('gone@company.example');
    await expect(acceptTerms(test.client)).rejects.toMatchObject({ code: 'must_be_authenticated' });
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
    await expect(acceptTerms(test.client)).rejects.toMatchObject({ code: 'must_be_authenticated' });
  });
});
