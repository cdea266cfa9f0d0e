import type { TestClient, TestClientOptions } from '@latchkey/testkit';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { createAccountLink, createWallet, listWallets, logout, unlinkPhone } from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';
import { count, downWhen, sharePeople } from './people.testkit.ts';

const mePath = 'GET /api/v1/users/me';
const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
/** Longer than the time in which signals are collected. */
const awhileMs = 1_000;

describe('a user in several tabs', () => {
  const { service, signedIn, reloaded } = sharePeople({ apps: [app] });
  const signal = () => `privy:user-changed:${service().app.id}`;
  const isFollowing = ({ client }: Pick<TestClient, 'client'>) =>
    expect.poll(() => contextsOf(client).session.unfollow.get()).not.toBeNull();
  const say = ({ page }: TestClient, key: string | null) =>
    page.dispatch(Object.assign(new Event('storage'), { key }));
  const setHidden = ({ page }: TestClient, hidden: boolean) => {
    Object.assign(page.window.document, { hidden });
    page.dispatch(new Event('visibilitychange'));
  };

  /** Opens two tabs of one browser in which the same user is signed in. */
  async function openTabs(options: TestClientOptions = {}): Promise<[TestClient, TestClient]> {
    const first = await signedIn(options);
    const { started, ...second } = await reloaded(first, options);
    await started;
    for (const tab of [first, second]) {
      await isFollowing(tab);
      await tab.timers.advance(awhileMs);
      tab.sent.length = 0;
    }
    return [first, second];
  }

  let numbers = 0;
  async function linkNumber({ client }: TestClient): Promise<string> {
    numbers += 1;
    const number = `+1201555${String(4000 + numbers)}`;
    const link = createAccountLink(client, 'sms');
    await link.sendCode(number);
    await link.submitCode(service().outbox.codeFor(number));
    return number;
  }

  it('a wallet that one tab created appears in another tab of the user', async () => {
    const wallet = createScriptedFrame(service());
    const [first, second] = await openTabs({ page: { frame: wallet.script } });
    const created = await createWallet(first.client);
    await second.timers.advance(awhileMs);
    expect(listWallets(second.client)).toEqual([created]);
    expect(second.client.getState().user).toEqual(first.client.getState().user);
    expect(second.sent).toEqual([mePath]);
  });

  it('an account that is linked or unlinked in one tab changes in another tab, which sends one request for the user', async () => {
    const [first, second] = await openTabs();
    const before = [...first.profile.stored.keys()];
    const number = await linkNumber(first);
    first.sent.length = 0;
    for (const tab of [second, first]) await tab.timers.advance(awhileMs);
    expect(second.client.getState().user?.phone?.number).toBe(number);
    expect(second.sent).toEqual([mePath]);
    expect(first.sent).toEqual([]);
    expect([...first.profile.stored.keys()]).toEqual(before); // a signal leaves nothing in storage
    await unlinkPhone(second.client, number);
    await first.timers.advance(awhileMs);
    expect(first.client.getState().user?.phone).toBeNull();
    expect(count(first.sent, mePath)).toBe(1);
  });

  it('a tab does not request the user after a refresh in another tab, and requests it once after a burst of signals', async () => {
    const [first, second] = await openTabs();
    const { user } = second.client.getState();
    await contextsOf(first.client).session.refreshUser();
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([]);
    for (let times = 0; times < 20; times += 1) say(second, signal());
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([mePath]);
    expect(second.client.getState().user).toBe(user); // the same object, so nothing renders again
  });

  it('a tab requests the user again after a signal that arrives during a request', async () => {
    let arrive = () => {};
    const [first, second] = await openTabs({
      network: async (request, forward) => {
        const reply = await forward();
        if (request.url.endsWith('/users/me')) arrive();
        return reply;
      },
    });
    arrive = () => {
      arrive = () => {};
      say(second, signal());
    };
    await linkNumber(first);
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([mePath, mePath]);
  });

  it('a tab keeps a change that it made while an older reply was on its way', async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const [, second] = await openTabs({
      network: async (request, forward) => {
        const reply = await forward();
        const act = request.url.endsWith('/users/me') ? meanwhile : null;
        if (act) meanwhile = null;
        await act?.();
        return reply;
      },
    });
    let number: string | undefined;
    meanwhile = async () => {
      number = await linkNumber(second);
    };
    say(second, signal());
    await second.timers.advance(awhileMs);
    await expect.poll(() => count(second.sent, mePath)).toBe(2);
    expect(number).toBeDefined();
    expect(second.client.getState().user?.phone?.number).toBe(number);
  });

  it("a tab that applies another tab's change sends no signal, even if its token expired", async () => {
    const [first, second] = await openTabs();
    setHidden(second, true);
    const number = await linkNumber(first);
    await first.timers.advance(2 * 60 * 60_000);
    first.sent.length = 0;
    setHidden(second, false);
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual(['POST /api/v1/sessions', mePath]);
    expect(second.client.getState().user?.phone?.number).toBe(number);
    await first.timers.advance(awhileMs);
    expect(first.sent).toEqual([]);
  });

  it('a tab requests the user when it becomes visible, also after a failed request', async () => {
    let isDown = true;
    const [first, second] = await openTabs({ network: downWhen((path) => isDown && path.endsWith('/me')) });
    setHidden(second, true);
    const number = await linkNumber(first);
    await second.timers.advance(60_000);
    expect(second.sent).toEqual([]);
    setHidden(second, false);
    await second.timers.advance(60_000);
    const tries = second.sent.length;
    expect(tries).toBeGreaterThan(0);
    isDown = false;
    await second.timers.advance(60_000);
    expect(second.sent).toHaveLength(tries); // no retry without a new signal
    setHidden(second, false);
    await second.timers.advance(awhileMs);
    expect(second.client.getState().user?.phone?.number).toBe(number);
  });

  it('a tab requests the user when it returns from the back-forward cache', async () => {
    const [, second] = await openTabs();
    for (const persisted of [false, true]) {
      second.page.dispatch(Object.assign(new Event('pageshow'), { persisted }));
      await second.timers.advance(awhileMs);
      expect(second.sent).toEqual(persisted ? [mePath] : []);
    }
  });

  it('a tab does not request the user without a session, for another user or app, or after destroy', async () => {
    const [first, second] = await openTabs();
    say(second, signal().replace(/.$/, '9'));
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([]);

    const other = await signedIn();
    const { stored } = second.profile;
    const own = stored.get('privy:token') ?? '';
    stored.set('privy:token', other.profile.stored.get('privy:token') ?? '');
    say(second, signal());
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([]);
    stored.set('privy:token', own);

    say(first, signal());
    first.client.destroy();
    say(first, signal());
    await first.timers.advance(awhileMs);
    expect(first.sent).toEqual([]);

    say(second, signal());
    await logout(second.client);
    second.sent.length = 0;
    say(second, signal());
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([]);
    await second.logIn('next-in-tabs@company.example');
    await isFollowing(second);
    second.sent.length = 0;
    say(second, signal());
    await second.timers.advance(awhileMs);
    expect(second.sent).toEqual([mePath]);
  });

  it('a tab shows its own change of the user even if storage is blocked', async () => {
    const test = await signedIn({ page: { isStorageBlocked: true } });
    await isFollowing(test);
    const number = await linkNumber(test);
    expect(test.client.getState().user?.phone?.number).toBe(number);
  });
});
