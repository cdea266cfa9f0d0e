import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { getAppRoute, sendEventRoute } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logout, sendAnalyticsEvent } from '../index.ts';

const path = `POST ${sendEventRoute.path}`;

describe('analytics', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  async function started(options: Parameters<typeof createTestClient>[1] = {}) {
    const test = createTestClient(service, options);
    await test.client.start();
    const idOf = (at: number) => test.requests.at(at)?.headers.get('privy-ca-id');
    return { ...test, idOf };
  }

  it('[ANALYT-01] a client creates its analytics id once, stores it, and reuses it at later loads until the logout', async () => {
    const first = await started();
    await first.logIn('analyt-01@company.example');
    const id = first.idOf(-1);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(first.profile.stored.get('privy:caid')).toBe(JSON.stringify(id));
    const calls = first.requests.filter(({ url }) => !url.endsWith(`/apps/${service.app.id}`));
    expect(new Set(calls.map(({ headers }) => headers.get('privy-ca-id')))).toEqual(new Set([id]));
    const later = await started({ profile: first.profile });
    await sendAnalyticsEvent(later.client, 'sdk_initialize');
    expect(later.idOf(-1)).toBe(id);
    await logout(later.client);
    await sendAnalyticsEvent(later.client, 'sdk_initialize');
    expect(later.idOf(-1), 'log-out ends it: the next person is another').not.toBe(id);
  });

  it('[ANALYT-02] sendAnalyticsEvent sends name, client id, payload and time, and the service accepts the event', async () => {
    const replies: Response[] = [];
    const { client, requests, sent, timers } = await started({
      clientId: 'client-1',
      network: async (_, forward) => {
        const reply = await forward();
        replies.push(reply.clone());
        return reply;
      },
    });
    await sendAnalyticsEvent(client, 'modal_open', { initialScreen: 'LANDING' });
    expect(sent.at(-1)).toBe(path);
    expect(await requests.at(-1)?.json()).toEqual({
      event_name: 'modal_open',
      client_id: 'client-1',
      payload: { initialScreen: 'LANDING', clientTimestamp: new Date(timers.now()).toISOString() },
    });
    expect(requests.at(-1)?.headers.get('authorization')).toBeNull();
    expect(await replies.at(-1)?.json()).toEqual({ success: true });
  });

  it.each([
    ['the network fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'the service fails',
      async () => Response.json({ error: 'Down', code: 'internal_error' }, { status: 503 }),
    ],
    ['something else answers', async () => new Response('<html>', { status: 404 })],
  ])('[ANALYT-03] sendAnalyticsEvent sends an event once and reports no failure if %s', async (_, fail) => {
    const { client, sent, warnings, timers } = await started({
      network: (request, forward) => (request.url.endsWith(sendEventRoute.path) ? fail() : forward()),
    });
    const before = client.getState();
    await sendAnalyticsEvent(client, 'modal_open');
    await timers.advance(60_000);
    expect(sent.filter((call) => call === path)).toHaveLength(1);
    expect(warnings).toEqual([]);
    expect(client.getState()).toEqual(before);
    expect(sent[0]).toBe(`GET ${getAppRoute.path.replace('{id}', service.app.id)}`);
  });
});
