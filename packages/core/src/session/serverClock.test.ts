import { forkRoute, limits, meRoutes, reauthenticateRoute } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { acceptTerms, forkSession, getAccessToken, reauthenticate } from '../index.ts';
import { count, sharePeople } from './people.testkit.ts';

const refreshPath = 'POST /api/v1/sessions';
const tokenLife = limits.accessTokenLifeMs;
const [minuteMs, hourMs, dayMs] = [60_000, 60 * 60_000, 24 * 60 * 60_000];
const offsets = [10 * minuteMs, 5 * hourMs, 40 * dayMs].flatMap((ms) => [ms, -ms]);

describe('a device whose clock is wrong', () => {
  const { signedIn, reloaded } = sharePeople();

  it.each(offsets)(
    "a session uses the service’s clock if the device's own is off by %s ms",
    async (aheadMs) => {
      const test = await signedIn({ aheadMs });
      const cookie = test.page.cookies.get('privy-token');
      expect(cookie).toMatch(/; Max-Age=3(5|6)\d\d$/);
      const token = await getAccessToken(test.client);
      await test.timers.advance(tokenLife - minuteMs);
      expect(await getAccessToken(test.client, { autoRefresh: false })).toBe(token);
      expect(test.sent).toEqual([]);
      await test.timers.advance(minuteMs);
      expect(await getAccessToken(test.client, { autoRefresh: false })).toBeNull();
      expect(await getAccessToken(test.client)).not.toBe(token);
      expect(test.sent).toEqual([refreshPath]);
    },
  );

  it.each(offsets)('a stored clock offset of %s ms applies before the service answers', async (aheadMs) => {
    const test = await signedIn({ aheadMs });
    const page = { aheadMs, network: () => new Promise<Response>(() => {}) };
    const soon = await reloaded(test, page);
    const token = JSON.parse(test.profile.stored.get('privy:token') ?? '');
    expect(await getAccessToken(soon.client, { autoRefresh: false })).toBe(token);
    await test.timers.advance(tokenLife);
    const late = await reloaded(test, page);
    expect(await getAccessToken(late.client, { autoRefresh: false })).toBeNull();
  });

  it('a client stores a clock offset of an hour until logout, and none of 3 s', async () => {
    const right = await signedIn({ aheadMs: 3_000 });
    expect(right.profile.stored.has('privy:clock_offset')).toBe(false);
    const wrong = await signedIn({ aheadMs: hourMs });
    expect(wrong.profile.stored.has('privy:clock_offset')).toBe(true);
    await contextsOf(wrong.client).session.logout();
    expect(wrong.profile.stored.has('privy:clock_offset')).toBe(false);
  });

  it.each(offsets)(
    "a session is unaffected if the device's clock changes by %s ms while the page is open",
    async (aheadMs) => {
      const test = await signedIn();
      const token = await getAccessToken(test.client);
      test.timers.set(aheadMs);
      expect(await getAccessToken(test.client)).toBe(token);
      await test.timers.advance(tokenLife);
      expect(await getAccessToken(test.client)).not.toBe(token);
      expect(test.sent).toEqual([refreshPath]);
      expect(test.page.cookies.get('privy-token')).toMatch(/; Max-Age=3(5|6)\d\d$/);
    },
  );
});

describe('a token that the service refuses', () => {
  const { signedIn } = sharePeople();

  /** Signs in a user whose first token the service refuses from then on. */
  async function refused() {
    let first: string | null = '';
    const test = await signedIn({
      async network(request, forward) {
        const bearer = request.headers.get('authorization');
        const isOld = bearer === `Bearer ${first}` && !request.url.endsWith('/sessions');
        if (!isOld) return forward();
        return Response.json({ error: 'Expired', code: 'missing_or_invalid_token' }, { status: 401 });
      },
    });
    first = await contextsOf(test.client).session.getCustodyToken();
    // Waits a second, because tokens issued in the same second are equal.
    await test.timers.advance(1_000);
    return test;
  }

  it('a refused token is refreshed once for all callers, and each call is repeated once', async () => {
    const test = await refused();
    const path = `POST ${meRoutes.acceptTerms.path}`;
    await Promise.all([acceptTerms(test.client), acceptTerms(test.client), acceptTerms(test.client)]);
    expect(count(test.sent, path)).toBe(6);
    // One refresh for the refused token, and one that loads the user after each of the three calls.
    expect(count(test.sent, refreshPath)).toBe(4);
  });

  it('a refused token is refreshed for forkSession and reauthenticate', async () => {
    const test = await refused();
    expect(await forkSession(test.client)).toHaveLength(43);
    expect(count(test.sent, `POST ${forkRoute.path}`)).toBe(2);
    expect(count(test.sent, refreshPath)).toBe(1);
    const other = await refused();
    const email = other.client.getState().user?.email?.address ?? '';
    const proof = reauthenticate(other.client, { email, code: '000000' });
    await expect(proof).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(count(other.sent, `POST ${reauthenticateRoute.path}`)).toBe(2);
  });

  it('a refused token is refreshed only once for one call', async () => {
    const test = await signedIn({
      async network(request, forward) {
        if (!request.url.endsWith('/accept_terms')) return forward();
        return Response.json({ error: 'Expired', code: 'missing_or_invalid_token' }, { status: 401 });
      },
    });
    await test.timers.advance(1_000);
    await expect(acceptTerms(test.client)).rejects.toMatchObject({ code: 'missing_or_invalid_token' });
    expect(count(test.sent, `POST ${meRoutes.acceptTerms.path}`)).toBe(2);
    expect(count(test.sent, refreshPath)).toBe(1);
  });

  it('the session ends if the service refuses both a token and its renewal', async () => {
    const test = await refused();
    test.profile.stored.set('privy:refresh_token', JSON.stringify('no-such-refresh-token'));
    await expect(acceptTerms(test.client)).rejects.toMatchObject({ code: 'missing_or_invalid_token' });
    expect(count(test.sent, `POST ${meRoutes.acceptTerms.path}`)).toBe(1);
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
  });

  it('a call that is refused for another reason than its token is not repeated', async () => {
    const test = await signedIn({
      async network(request, forward) {
        if (!request.url.endsWith('/accept_terms')) return forward();
        return Response.json({ error: 'No', code: 'not_found' }, { status: 404 });
      },
    });
    await expect(acceptTerms(test.client)).rejects.toMatchObject({ code: 'not_found' });
    expect(test.sent).toEqual([`POST ${meRoutes.acceptTerms.path}`]);
  });
});
