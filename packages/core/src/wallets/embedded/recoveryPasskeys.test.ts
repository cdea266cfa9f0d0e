import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../../frame/src/frameFixture.testkit.ts';
import { contextsOf } from '../../contexts.ts';
import { toBase } from '../../http/index.ts';
import { addRecoveryPasskey, createWallet, listRecoveryPasskeys, recoverWithPasskey } from '../../index.ts';
import { signInWhole } from './wholeClient.testkit.ts';

// Browser tests cover the passkey itself (e2e/modal/recovery.test.ts, e2e/frame/passkey.test.ts). These tests cover
// the steps before and around its popup.

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture();
});
afterAll(() => fixture?.close());

let people = 0;
/** A user with a wallet, whose page opens popups that the user closes as soon as they load a page. */
async function walletOwner() {
  const test = await signInWhole(fixture, `passkeys-${++people}@company.example`);
  await createWallet(test.client);
  const visited: string[] = [];
  const popup = {
    closed: false,
    close: () => {
      popup.closed = true;
    },
    location: {
      set href(url: string) {
        visited.push(url);
        popup.closed = true;
      },
    },
  };
  Object.assign(test.page.window, { open: () => popup });
  return { ...test, popup, visited };
}

describe('a recovery passkey', () => {
  it('addRecoveryPasskey closes the popup without loading a page if the login is too old to add a recovery passkey', async () => {
    const { client, popup, visited } = await walletOwner();
    fixture.service.clock.advance(601_000);
    await expect(addRecoveryPasskey(client)).rejects.toMatchObject({ code: 'recent_login_required' });
    expect(visited).toEqual([]);
    expect(popup.closed).toBe(true);
  });

  it('no recovery passkey is added or used if the user closes the popup or the browser blocks it', async () => {
    const { client, page, timers, visited } = await walletOwner();
    for (const [act, shown] of [
      [addRecoveryPasskey, '?act=create'],
      [recoverWithPasskey, '?act=use'],
    ] as const) {
      const asked = act(client).catch((error: unknown) => error);
      await expect.poll(() => visited.map((url) => new URL(url).search)).toContain(shown);
      // Advances to the poll that notices the closed popup.
      await timers.advance(300);
      expect(await asked).toMatchObject({ code: 'exited_passkey_flow' });
    }
    Object.assign(page.window, { open: () => null });
    for (const act of [addRecoveryPasskey, recoverWithPasskey]) {
      await expect(act(client)).rejects.toMatchObject({
        code: 'unknown_auth_error',
        details: { reason: 'popup_blocked' },
      });
    }
    expect(await listRecoveryPasskeys(client)).toEqual([]);
  });

  it("the popup has the app's own address of the service, as the wallet frame that reads its result has", async () => {
    const { client, timers, visited } = await walletOwner();
    contextsOf(client).page.base.set(toBase('https://privy.shop.example', true));
    const asked = addRecoveryPasskey(client).catch((error: unknown) => error);
    await expect.poll(() => visited).toHaveLength(1);
    expect(visited[0]).toMatch(/^https:\/\/privy\.shop\.example\/apps\//);
    await timers.advance(300);
    expect(await asked).toMatchObject({ code: 'exited_passkey_flow' });
  });
});
