import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AuthenticatorApp, findBarriers, waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { type PageWallet, putWallets } from '../wallets/pageWallets.ts';
import { factorPageObject } from './factorPageObject.ts';
import {
  type Act,
  createApp,
  type FixtureOptions,
  newEmail,
  shareFixture,
  walletsOnLogin,
} from './fixture.ts';
import { pageObject, walletPasskey } from './pageObject.ts';

const app = {
  mfa_methods: ['totp' as const],
  embedded_wallet_config: {
    ...walletsOnLogin,
    user_owned_recovery_options: ['google-drive' as const, 'user-passcode' as const],
  },
};
const { fixture } = shareFixture({ app });

let act: Act;
const { button, choosePassword, confirmLogin, end, heading, press, says } = pageObject(() => act);
const factor = factorPageObject(() => act, fixture);
const usePasskey = walletPasskey(() => act);
const trustedMs = 15 * 60_000;
const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
const code = () => act.page.locator('input[name=code]');
const chain = () => ({
  id: 31337,
  name: 'Devnet',
  rpcUrls: { default: { http: [fixture.harness.chainUrl] } },
});
const ownAddress = async () => (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';

/** Requests a transaction or a signature, whose outcome is stored in the page as `settled`. */
const request = (what: 'transaction' | 'message') =>
  act.page.evaluate(
    ([asked, to]) => {
      Object.assign(window, { settled: null });
      const work: Promise<unknown> =
        asked === 'message'
          ? window.host.signMessage({ message: 'Ahoy' })
          : window.host.sendTransaction({ to, value: 7n }).then(({ hash }) => hash);
      work.then(
        (result) => Object.assign(window, { settled: result }),
        (error) => Object.assign(window, { settled: error.code }),
      );
    },
    [what, friend] as const,
  );
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);

async function begin(
  options: FixtureOptions = {},
): Promise<{ email: string; authenticator: AuthenticatorApp }> {
  act = await fixture.open({ config: { chains: [chain()] }, ...options });
  const email = newEmail();
  await act.enterByCode(email);
  await act.page.evaluate(() => void window.host.createWallet());
  await act.leaveWithWallet();
  return { email, authenticator: await factor.enrolApp() };
}

describe('a user with an authenticator app, after the trusted time', () => {
  let email: string;
  let authenticator: AuthenticatorApp;
  beforeAll(async () => {
    ({ email, authenticator } = await begin());
    await fixture.harness.chain.fund(await ownAddress(), 10n ** 18n);
    await factor.comeBackLater();
  });
  afterAll(() => act?.close());

  it('[MFA-18, MFA-26] a transaction is sent after one valid code of the authenticator app', async () => {
    await request('transaction');
    await button('Approve').click();
    await factor.verify(authenticator);
    await heading('All Done').waitFor();
    const receipt = await fixture.harness.chain.request('eth_getTransactionReceipt', [await settled()]);
    expect(receipt).toMatchObject({ status: '0x1', from: (await ownAddress()).toLowerCase() });
    await act.page.keyboard.press('Escape');
    await end();
  });

  it('a recovery password is set after one valid code of the authenticator app, which also opens the wallet', async () => {
    await factor.comeBackLater();
    const set = act.page.evaluate(() => window.host.recovery.setWalletRecovery());
    await factor.verify(authenticator);
    await press('Password');
    await choosePassword('gravel-lantern-oblige-thimble');
    await end();
    expect((await set).recoveryMethod).toBe('user-passcode');
  });

  it('a recovery passkey is added after a valid code of the authenticator app, and removed after another', async () => {
    await factor.comeBackLater();
    await act.page.evaluate(() => window.showDevices());
    await waitInPage(act.page, () => window.passkeys?.passkeys?.length === 0);
    const managed = act.page.evaluate(() => window.passkeys.manage());
    await press('Add a passkey');
    await factor.verify(authenticator);
    await usePasskey('Add a passkey', 'Add a passkey to your wallet');
    await press('Remove');
    await press('Yes, remove');
    await factor.verify(authenticator);
    await says('No passkeys yet.');
    await act.page.keyboard.press('Escape');
    await managed;
    await end();
  });

  it('the email address is changed after a confirmed login and a code of the authenticator app', async () => {
    await factor.advance(trustedMs);
    const address = newEmail();
    const changed = act.page.evaluate(() => window.host.accounts.updateEmail());
    await act.screen('UPDATE_EMAIL_SCREEN').waitFor();
    await act.page.locator('input[type=email]').fill(address);
    await act.page.locator('.field-submit:enabled').click();
    await confirmLogin(() => fixture.harness.inbox.nextCode(email));
    await act.screen('UPDATE_EMAIL_SCREEN').waitFor();
    await act.page.locator('.field-submit:enabled').click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    await code().fill(await fixture.harness.inbox.nextCode(address));
    await factor.verify(authenticator);
    await end();
    await changed;
    await expect.poll(() => act.page.evaluate(() => window.host.latchkey.user?.email?.address)).toBe(address);
  });

  it('a browser’s access to the wallet is revoked after a code of the authenticator app', async () => {
    await factor.advance(trustedMs);
    await act.page.evaluate(() => window.showDevices());
    await waitInPage(act.page, () => window.devices?.devices?.length === 1);
    const revoked = act.page.evaluate(() =>
      window.devices.revoke({ id: window.devices.devices?.[0]?.id ?? '' }).then(
        () => 'revoked',
        (error) => error.code,
      ),
    );
    await factor.verify(authenticator);
    expect(await revoked).toBe('revoked');
    await act.page.getByText(', logged out,').waitFor();
  });
});

it('[S14] a request that is approved on the wallet’s own page after the trusted time needs a code, and another approval', async () => {
  const appId = await createApp(fixture.harness, { ...app, approval: 'frame' });
  const { authenticator } = await begin({ appId, clock: true });
  const page = act.page.frameLocator('iframe[title="Latchkey approval"]');
  const sign = page.getByRole('button', { name: 'Sign', exact: true });
  await request('message');
  await sign.waitFor();
  // The trusted time ends while the wallet's page is shown, so that page gets the refusal.
  await factor.advance(trustedMs);
  await act.page.clock.fastForward(trustedMs);
  await sign.click();
  await factor.verify(authenticator);
  await sign.click();
  await expect.poll(settled).toMatch(/^0x/);
  expect(signerOfMessage('Ahoy', (await settled()) ?? '')).toBe(await ownAddress());
  await end();
  await act.close();
});

describe('an external wallet', () => {
  const looks = [
    { rdns: 'example.driftwood', name: 'Driftwood', chainId: 1 },
    { rdns: 'example.windrose', name: 'Windrose', chainId: 1 },
  ];
  let wallets: PageWallet[] = [];
  /** Sets the page's time to the service's, which the test has moved. */
  const keepTime = () => act.page.clock.setSystemTime(fixture.harness.service.now());
  const linked = () =>
    act.page.evaluate(() =>
      window.host.latchkey.user?.linkedAccounts.map((account) =>
        'address' in account ? account.address : account.type,
      ),
    );
  const logOut = () => act.page.evaluate(() => window.host.latchkey.logout());
  async function logInByWallet(): Promise<void> {
    await act.openLanding();
    await press('Continue with a wallet');
    await press('Driftwood');
  }
  /**
   * Starts to link a wallet long after the login, up to the prompt for the second factor. The wallet is not linked
   * yet.
   */
  async function wantLink({ name, address }: PageWallet, email: string): Promise<void> {
    await factor.advance(trustedMs);
    await keepTime();
    await act.page.evaluate(() => window.host.accounts.linkWallet());
    await act.screen('LINK_WALLET_SCREEN').waitFor();
    await press(name);
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await act.page.getByRole('button', { name: email }).click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    await code().fill(await fixture.harness.inbox.nextCode(email));
    await act.screen('MFA_VERIFICATION_CODE_SCREEN').waitFor();
    expect(await linked()).not.toContain(address);
  }
  async function move(address: string): Promise<void> {
    await heading('This wallet is already linked to another account').waitFor();
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    // Cancel has the focus, so a key that is pressed too early moves nothing.
    await expect.poll(() => focused()).toBe('Cancel');
    expect(await linked()).not.toContain(address);
    await act.page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Move to this account');
    await act.page.keyboard.press('Enter');
    await heading('Account moved').waitFor();
    await end();
    expect(await linked()).toContain(address);
  }
  afterEach(() => act?.close());

  it('[LINK-05] [LINK-14] an external wallet is linked, moves from another account and logs its new owner in, each after a code if the app requires one for links and logins', async () => {
    const appId = await createApp(fixture.harness, {
      ...app,
      wallet_auth: true,
      max_linked_wallets_per_user: null,
      account_transfer: true,
      mfa_at_login: true,
      mfa_for_linking: true,
    });
    act = await fixture.open({
      appId,
      async prepare(page) {
        await page.clock.install({ time: fixture.harness.service.now() });
        wallets = await putWallets(page, looks);
      },
    });
    const [driftwood = expect.unreachable(), windrose = expect.unreachable()] = wallets;
    await logInByWallet();
    await end();
    const owner = await act.page.evaluate(() => window.host.latchkey.user?.id);
    await logOut();
    const email = newEmail();
    await act.enterByCode(email);
    const authenticator = await factor.enrolApp();

    await wantLink(windrose, email);
    await factor.verify(authenticator);
    await says('Wallet linked');
    await end();
    expect(await linked()).toContain(windrose.address);
    expect(await act.told()).toContain('linked wallet wallet');

    await wantLink(driftwood, email);
    await factor.verify(authenticator);
    await move(driftwood.address);

    await logOut();
    await factor.advance(60_000);
    await keepTime();
    const signatures = () => driftwood.asked.filter((method) => method === 'personal_sign').length;
    const before = signatures();
    await logInByWallet();
    await act.screen('MFA_VERIFICATION_CODE_SCREEN').waitFor();
    await act.page.getByText(', logged out,').waitFor();
    await factor.verify(authenticator);
    await end();
    await act.page.getByText(', logged in,').waitFor();
    // The wallet signs once more, although the login also needed a code of the authenticator app.
    expect(signatures()).toBe(before + 1);
    const person = await act.page.evaluate(() => window.host.latchkey.user);
    expect(person?.email?.address).toEqual(email);
    expect(person?.id === owner).toBe(false);
  });
});

const focused = () =>
  act.page.evaluate(
    () => document.querySelector('latchkey-modal')?.shadowRoot?.activeElement?.textContent ?? null,
  );
