import { type Issuer, startIssuer } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Act, type Stage, startStage, walletsOnLogin } from './stage.ts';

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };

describe('people who come in without a screen', () => {
  let stage: Stage;
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await startIssuer(Date.now);
    stage = await startStage({
      app: {
        embedded_wallet_config: walletsOnLogin,
        guest_auth: true,
        custom_jwt_auth: true,
        custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
      },
    });
  });
  afterAll(async () => {
    await stage?.close();
    await issuer?.close();
  });

  const userOf = ({ page }: Act) =>
    page.evaluate(() => {
      const { user } = window.host.latchkey;
      return user && { id: user.id, isGuest: user.isGuest, wallet: user.wallet?.address ?? null };
    });

  it('[GUEST-02, GUEST-03] are guests with a wallet, and keep both at a login in the modal', async () => {
    const act = await stage.open();
    await act.page.locator('#state').filter({ hasText: 'ready, logged out' }).waitFor();
    await act.page.evaluate(() => window.host.guests.createGuestAccount());
    await act.page.locator('#state').filter({ hasText: 'logged in, modal closed' }).waitFor();
    const guest = await userOf(act);
    expect(guest).toMatchObject({ isGuest: true, wallet: expect.stringMatching(/^0x/) });
    expect(await act.screen('LANDING').count()).toBe(0);

    await act.logIn('grown-up@company.example');
    await act.dialog.waitFor({ state: 'detached' });
    await expect.poll(() => act.told()).toEqual(['complete email known']);
    expect(await userOf(act)).toEqual({ ...guest, isGuest: false });
    await act.close();
  });

  it('[JWT-03, JWT-04] are whoever is signed in at the host, with a wallet, on to another one and out again', async () => {
    const act = await stage.open({ strictMode: true });
    const { page } = act;
    const state = page.locator('#state');
    await state.filter({ hasText: 'ready, logged out' }).waitFor();
    /** The host's user changes. */
    const become = async (sub: string | null) => {
      const token = sub && (await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub }));
      await page.evaluate((given) => {
        window.setConfig({ customAuth: { getCustomAccessToken: async () => given ?? undefined } });
      }, token);
    };
    const idAtHost = () =>
      page.evaluate(() => {
        const account = window.host.latchkey.user?.linkedAccounts.find(({ type }) => type === 'custom_auth');
        return account?.type === 'custom_auth' ? account.customUserId : null;
      });

    await become('ada');
    await expect.poll(idAtHost).toBe('ada');
    await expect.poll(async () => (await userOf(act))?.wallet).toMatch(/^0x/);
    await become('grace');
    await expect.poll(idAtHost).toBe('grace');
    await become(null);
    await state.filter({ hasText: 'logged out, modal closed' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.host.customAuth.state.status)).toBe('done');
    expect(await act.told()).toEqual([]);

    await page.evaluate(() => {
      window.setConfig({ customAuth: { getCustomAccessToken: async () => 'a.b.c' } });
    });
    await expect
      .poll(() => page.evaluate(() => window.host.customAuth.state.error?.code))
      .toBe('invalid_credentials');
    await act.close();
  });
});
