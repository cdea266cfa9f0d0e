import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../../frame/src/frameFixture.testkit.ts';
import { addRecoveryPasskey, createWallet, listRecoveryPasskeys, recoverWithPasskey } from '../../index.ts';
import { signInWhole } from './wholeClient.testkit.ts';

// What a passkey does is shown in a browser (e2e/modal/recovery.test.ts, e2e/frame/passkey.test.ts); here what stands
// before and around its window.

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture();
});
afterAll(() => fixture?.close());

let people = 0;
/** A user with a wallet, whose page opens windows that the person closes as soon as they show something. */
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
        visited.push(new URL(url).search);
        popup.closed = true;
      },
    },
  };
  Object.assign(test.page.window, { open: () => popup });
  return { ...test, popup, visited };
}

describe('passkeys of a wallet', () => {
  it('are made in a window that shows nothing before the login is known to be recent enough', async () => {
    const { client, popup, visited } = await walletOwner();
    fixture.service.clock.advance(601_000);
    await expect(addRecoveryPasskey(client)).rejects.toMatchObject({ code: 'recent_login_required' });
    expect([visited, popup.closed]).toEqual([[], true]);
  });

  it('are none where the person closed the window, or the browser opened none', async () => {
    const { client, page, timers, visited } = await walletOwner();
    for (const [act, shown] of [
      [addRecoveryPasskey, '?act=create'],
      [recoverWithPasskey, '?act=use'],
    ] as const) {
      const asked = act(client).catch((error: unknown) => error);
      await expect.poll(() => visited).toContain(shown);
      // A closed window is seen at the next look: what it said last may still be on its way.
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
});
