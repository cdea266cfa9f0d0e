import type { HostConfig } from '@latchkey/react';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, stopClock } from '../harness/index.ts';
import {
  addressOf,
  hang,
  type NewPageWallet,
  newKey,
  type PageWallet,
  type PageWalletLook,
  putWallets,
  reject,
  signPersonally,
  WalletRefusal,
} from '../wallets/pageWallets.ts';
import {
  type Act,
  createApp,
  type FixtureOptions,
  newEmail,
  shareFixture,
  walletsOnLogin,
} from './fixture.ts';

const { fixture } = shareFixture({ app: { wallet_auth: true, max_linked_wallets_per_user: 2 } });

const driftwood: PageWalletLook = { rdns: 'example.driftwood', name: 'Driftwood' };
const metamask: PageWalletLook = { rdns: 'io.metamask', name: 'MetaMask' };
/** User agent of a phone's browser. */
const onPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1';

let act: Act;
/** Wallets of the open page, in the order of their looks. */
let wallets: PageWallet[];

interface WalletOptions extends FixtureOptions {
  looks?: readonly NewPageWallet[];
  userAgent?: string;
}

async function openPage({ looks = [driftwood, metamask], userAgent, ...options }: WalletOptions = {}) {
  await act?.close();
  act = await fixture.open({
    ...options,
    async prepare(page: Page) {
      wallets = await putWallets(
        page,
        looks.map((look) => ({ chainId: 1, ...look })),
      );
      if (userAgent)
        await page.addInitScript(
          (value) => Object.defineProperty(navigator, 'userAgent', { value }),
          userAgent,
        );
      await options.prepare?.(page);
    },
  });
}
const wallet = (at = 0): PageWallet => {
  const found = wallets[at];
  if (!found) throw new Error('there is no such wallet');
  return found;
};
const button = (name: string | RegExp) => act.page.getByRole('button', { name });
/** Presses a button by its text, whatever badge is beside it. */
const press = (name: string) =>
  act.page.locator('button:enabled', { has: act.page.getByText(name, { exact: true }) }).click();
const back = () => button('Back').click();
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true });
const says = (text: string) => act.page.getByText(text, { exact: true }).waitFor();
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const rows = () => act.page.locator('.entries > * .entry-label').allTextContents();
type WalletList = NonNullable<HostConfig['appearance']>['walletList'];
const config = (walletList: WalletList): HostConfig => ({
  appearance: walletList ? { walletList } : {},
});
/** Records the login paths of the service that the page calls from now on. */
function listen(): () => string[] {
  const paths: string[] = [];
  act.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return () => paths.filter((path) => /\/siw[es]\//.test(path));
}

async function leave(): Promise<void> {
  await act.page.evaluate(() => window.host.latchkey.logout());
  await act.page.getByText(', logged out,').waitFor();
  await act.page.evaluate(() => {
    window.told = [];
  });
}

async function openList(): Promise<void> {
  await act.openLanding();
  await press('Continue with a wallet');
  await act.page.locator('.wallet-row').first().waitFor();
}

describe('the list of wallets', () => {
  const five = ['Anchor', 'Buoy', 'Cove', 'Dune', 'Ebb'].map((name) => ({
    name,
    rdns: `example.${name.toLowerCase()}`,
  }));

  it('[LAND-08] [LAND-19] [EXTW-09] [EXTW-11] [EXTW-12] [EXTW-13] the list of wallets is behind one entry, with unknown wallets first, shows Connect on hover, marks the last used wallet, and says how to get Phantom', async () => {
    await openPage({ config: config(['rainbow', 'detected_wallets', 'phantom']) });
    await act.openLanding();
    expect(await rows()).toEqual(['Continue with a wallet']);
    await press('Continue with a wallet');
    await expect.poll(rows).toEqual(['Driftwood', 'MetaMask', 'Rainbow', 'Phantom']);
    await back();
    await act.page.locator('input[type=email]').waitFor();
    await press('Continue with a wallet');
    const row = button('MetaMask');
    expect(await row.locator('.hint').isVisible()).toBe(false);
    await row.hover();
    expect(await row.locator('.hint').innerText()).toBe('Connect');
    expect(await row.locator('img').getAttribute('src')).toMatch(/^data:image\//);
    expect(await act.page.locator('.badge').count()).toBe(0);
    await press('Driftwood');
    await says('Success!');
    await gone();
    expect(await act.told()).toEqual(['complete wallet new']);
    expect(await act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts)).toMatchObject([
      { type: 'wallet', address: wallet().address, chainType: 'ethereum' },
    ]);
    await leave();
    await openList();
    await button(/^Driftwood/)
      .locator('.badge', { hasText: 'Recent' })
      .waitFor();
    expect(await act.page.locator('.badge').count()).toBe(1);
    await leadToInstall();
  });

  /** Goes from the list to the instructions for a missing Phantom. */
  async function leadToInstall(): Promise<void> {
    await press('Phantom');
    await act.screen('INSTALL_PHANTOM_SCREEN').waitFor();
    const steps = await act.page.locator('.wallet-steps li').allTextContents();
    expect(steps).toHaveLength(3);
    expect(steps.join(' ')).toMatch(/Install .* extension.*Set up your wallet.*recovery phrase/);
    await Promise.all([act.page.waitForEvent('load'), press('Reload the page to use your wallet')]);
  }

  it('[LAND-09] [LAND-10] [LAND-12] [EMBW-16] wallets come first if the app has no other method, with "Other wallets" for more, and no embedded wallet is created', async () => {
    const appId = await createApp(fixture.harness, {
      email_auth: false,
      wallet_auth: true,
      embedded_wallet_config: walletsOnLogin,
    });
    await openPage({ appId, looks: five, config: config(['detected_wallets']) });
    await act.openLanding();
    await expect.poll(rows).toEqual(['Anchor', 'Buoy', 'Cove', 'Other wallets']);
    await press('Other wallets');
    await expect.poll(rows).toEqual(['Anchor', 'Buoy', 'Cove', 'Dune', 'Ebb']);
    await back();
    await expect.poll(rows).toHaveLength(4);
    await press('Anchor');
    await says('Success!');
    await gone();
    expect(await act.page.evaluate(() => window.host.wallets.map((one) => one.address))).toEqual([
      wallet().address,
    ]);
  });

  const others = {
    wallet_auth: true,
    sms_auth: true,
    google_oauth: true,
    discord_oauth: true,
    github_oauth: true,
    spotify_oauth: true,
  };
  const ways = () =>
    act.page
      .locator('.entries > :not([hidden])')
      .evaluateAll((all) =>
        all.map((row) => (row.tagName === 'FORM' ? 'field' : row.querySelector('.entry-label')?.textContent)),
      );

  it('[LAND-08] [LAND-10] [LAND-12] [LAND-19] the entry for wallets comes after email, SMS and socials if the host says so, and each list leads back', async () => {
    const appId = await createApp(fixture.harness, { ...others, show_wallet_login_first: true });
    const appearance = {
      walletList: ['detected_wallets'] as const,
      loginGroupPriority: 'web2-first' as const,
    };
    await openPage({ appId, config: { appearance } });
    await act.openLanding();
    const usual = ['field', 'Continue with SMS', 'Google', 'Other socials', 'Continue with a wallet'];
    await expect.poll(ways).toEqual(usual);
    await press('Other socials');
    await expect.poll(ways).toEqual(['Discord', 'GitHub', 'Spotify']);
    await back();
    await expect.poll(ways).toEqual(usual);
    await press('Continue with a wallet');
    await expect.poll(ways).toEqual(['Driftwood', 'MetaMask']);
    await back();
    await expect.poll(ways).toEqual(usual);
  });

  it('[LAND-09] [LAND-10] [LAND-11] [LAND-12] on a phone, wallets come first if the app’s operator wants it, before one entry to the other methods', async () => {
    const appId = await createApp(fixture.harness, { ...others, show_wallet_login_first: true });
    await openPage({ appId, screen: 'phone', looks: five, config: config(['detected_wallets']) });
    await act.openLanding();
    const usual = ['Anchor', 'Buoy', 'Cove', 'Other wallets', 'Log in with email or socials'];
    await expect.poll(ways).toEqual(usual);
    await press('Log in with email or socials');
    await expect.poll(ways).toEqual(['field', 'Continue with SMS', 'Google', 'Discord', 'GitHub', 'Spotify']);
    await back();
    await expect.poll(ways).toEqual(usual);
    await press('Other wallets');
    await expect.poll(ways).toEqual(['Anchor', 'Buoy', 'Cove', 'Dune', 'Ebb']);
    await back();
    await expect.poll(ways).toEqual(usual);
  });
});

describe('a connection', () => {
  it('[EXTW-03] [EXTW-06] [EXTW-20] [LINK-14] a rejected connection to a wallet can be retried twice or left for another wallet, and a refused link of another user’s wallet can be left too', async () => {
    await openPage();
    await openList();
    wallet().answer('eth_requestAccounts', reject);
    await press('Driftwood');
    await heading('Request rejected').waitFor();
    await says('Unable to connect to wallet.');
    await press('Retry');
    await expect
      .poll(() => wallet().asked.filter((method) => method === 'eth_requestAccounts').length)
      .toBe(2);
    await press('Retry');
    await says('Unable to connect wallet.');
    expect(await act.page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await press('Choose another wallet');
    await expect.poll(rows).toContain('MetaMask');
    await press('MetaMask');
    await says('Success!');
    await gone();

    await leave();
    await act.enterByCode(newEmail());
    wallet().answer('eth_requestAccounts', null);
    await act.page.evaluate(() => window.host.accounts.linkWallet());
    await act.screen('LINK_WALLET_SCREEN').waitFor();
    await press('MetaMask');
    await says('This account has already been linked to another user.');
    await press('Choose another wallet');
    await press('Driftwood');
    await says('Wallet linked');
    await gone();
    expect(await act.told()).toContain('linked wallet wallet');
  });

  it('[EXTW-05] [EXTW-09] [EXTW-10] [EXTW-19] on a phone, inside another app, the list of wallets reacts only to real presses, and a signature is requested only after one', async () => {
    await openPage({
      screen: 'phone',
      userAgent: `${onPhone} MetaMaskMobile`,
      config: config(['detected_wallets', 'phantom']),
    });
    await openList();
    await act.page.evaluate(() => {
      const { shadowRoot } = document.querySelector('latchkey-modal') ?? {};
      shadowRoot?.querySelector<HTMLElement>('.wallet-row')?.click();
    });
    await act.page.waitForTimeout(50);
    expect(await act.screen('LANDING').count()).toBe(1);
    await press('Driftwood');
    await act.screen('AWAITING_CONNECTION').waitFor();
    await heading('Sign in Driftwood').waitFor();
    await says('Sign a message to show that this wallet is yours. It costs nothing.');
    expect(wallet().asked).not.toContain('personal_sign');
    await press('Sign');
    await says('Success!');
    await gone();

    // Phantom is not installed here. The modal opens this page in Phantom, and after a second offers the app store.
    await leave();
    const opened = act.page.waitForRequest(/phantom\.app/);
    await act.page.route(/phantom\.app/, (route) => route.fulfill({ status: 204 }));
    await openList();
    await stopClock(act.page);
    await press('Phantom');
    expect((await opened).url()).toContain(encodeURIComponent(act.page.url()));
    await act.screen('PHANTOM_INTERSTITIAL_SCREEN').waitFor();
    const store = act.page.getByRole('link', { name: 'Go to App Store' });
    await act.page.clock.runFor(900);
    expect(await store.count()).toBe(0);
    await act.page.clock.runFor(100);
    await store.waitFor();
  });

  it('[EXTW-16] [EXTW-17] [EXTW-22] [EXTW-25] connecting a wallet logs nobody in by itself, reports its outcome to the host, and offers the wallets of the host’s list', async () => {
    await openPage({ config: config(['coinbase_wallet', 'metamask']) });
    await act.page.locator('html[data-ready=true]').waitFor();
    const asked = listen();
    const connect = (walletList: WalletList) =>
      act.page.evaluate(
        (list) => window.host.connections.connectWallet(list ? { walletList: list } : undefined),
        walletList,
      );
    await connect(['detected_wallets']);
    await act.screen('CONNECT_ONLY_LANDING_SCREEN').waitFor();
    await expect.poll(rows).toEqual(['Driftwood', 'MetaMask']);
    wallet().answer('eth_requestAccounts', () => Promise.reject(new WalletRefusal(-32603, 'Internal error')));
    await press('Driftwood');
    await heading('Connect failed').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    wallet().answer('eth_requestAccounts', null);
    await connect(['detected_wallets']);
    await press('Driftwood');
    await says('Wallet connected');
    await gone();
    const { address } = wallet();
    expect(await act.told()).toEqual(['connect generic_connect_wallet_error', `connect ${address}`]);
    expect(
      await act.page.evaluate(() => window.host.wallets.map((one) => [one.address, one.isLinked])),
    ).toEqual([[address, false]]);

    await act.enterByCode(newEmail());
    await connect(undefined);
    await act.screen('CONNECT_ONLY_AUTHENTICATED_SCREEN').waitFor();
    await expect.poll(rows).toEqual(['MetaMask']);
    await press('MetaMask');
    await says('Wallet connected');
    await gone();
    expect(await act.page.evaluate(() => window.host.active.wallet?.address)).toBe(wallet(1).address);
    expect(await act.page.evaluate(() => window.host.wallets[0]?.address)).toBe(wallet(1).address);
    expect(asked()).toEqual([]);
  });

  it('[LAND-01] [EXTW-18] connectOrCreateWallet offers wallets among the login methods, in the host’s order', async () => {
    await openPage({ screen: 'phone', config: { loginMethodsAndOrder: { primary: ['wallet', 'email'] } } });
    await act.page.locator('html[data-ready=true]').waitFor();
    const asked = listen();
    await act.page.evaluate(() => window.host.connections.connectOrCreateWallet());
    await act.screen('CONNECT_OR_CREATE').waitFor();
    const order = () => act.page.locator('.entries > *').evaluateAll((all) => all.map((row) => row.tagName));
    await expect.poll(order).toEqual(['BUTTON', 'FORM']);
    await press('Continue with a wallet');
    await press('Driftwood');
    await says('Wallet connected');
    await gone();
    expect(await act.told()).toEqual([`connect or create ${wallet().address}`]);
    expect(asked()).toEqual([]);
  });

  it('[CAPT-06] [CAPT-09] [CAPT-18] the captcha passes while the modal waits for the wallet, both for a login and for a link', async () => {
    const appId = await createApp(fixture.harness, captchaApp);
    await openPage({ appId });
    await openList();
    // The wallet is faster than the captcha, which waits for half a second.
    const [begun] = await Promise.all([
      act.page.waitForRequest((request) => request.url().endsWith('/siwe/init')),
      press('Driftwood'),
    ]);
    expect(begun.postDataJSON()).toEqual({
      address: wallet().address,
      token: expect.stringMatching(/\..+\./),
    });
    await says('Success!');
    await expect.poll(act.told).toEqual(['complete wallet new']);

    await act.page.reload();
    const challenges = await linkForever();
    await expect.poll(captchaStatus).toBe('success');
    expect(challenges()).toBe(1);
  });

  it('[CAPT-09] in a headless app, no captcha starts by itself while the modal waits for a wallet', async () => {
    await openPage({ appId: await createApp(fixture.harness, captchaApp), config: { headless: true } });
    await act.enterByCode(newEmail());
    const challenges = await linkForever();
    expect(await captchaStatus()).toBe('ready');
    expect(challenges()).toBe(0);
  });

  const captchaApp = { wallet_auth: true, captcha_enabled: true, max_linked_wallets_per_user: 2 };
  const captchaStatus = () => act.page.evaluate(() => window.host.captcha.status);
  /** Starts to link a wallet that never answers. Returns a counter of the challenges from then on. */
  async function linkForever(): Promise<() => number> {
    await act.page.getByText(', logged in,').waitFor();
    await expect.poll(captchaStatus).toBe('ready');
    let challenges = 0;
    act.page.on('request', (request) => {
      if (request.url().endsWith('/captcha/challenge')) challenges += 1;
    });
    wallet(1).answer('eth_requestAccounts', hang);
    await act.page.evaluate(() => window.host.accounts.linkWallet());
    await press('MetaMask');
    await expect.poll(() => wallet(1).asked).toContain('eth_requestAccounts');
    return () => challenges;
  }

  it('a login with a linked wallet logs in the same user, who also has the embedded wallet', async () => {
    const appId = await createApp(fixture.harness, {
      wallet_auth: true,
      embedded_wallet_config: walletsOnLogin,
    });
    await openPage({ appId });
    const email = newEmail();
    await act.enterByCode(email);
    await act.page.evaluate(() => void window.host.createWallet());
    await act.leaveWithWallet();
    const embedded = await act.page.evaluate(() => window.host.wallets[0]?.address);
    await act.page.evaluate(() => window.host.accounts.linkWallet());
    await press('Driftwood');
    await says('Wallet linked');
    await gone();
    await act.page.evaluate(() => window.host.latchkey.logout());
    await openList();
    await press('Driftwood');
    await says('Success!');
    await gone();
    expect(await act.page.evaluate(() => window.host.latchkey.user?.email?.address)).toBe(email);
    await expect
      .poll(() => act.page.evaluate(() => window.host.wallets.map(({ address }) => address)))
      .toEqual([wallet().address, embedded]);
    const signature = await act.page.evaluate(async () => {
      const [mine] = window.host.wallets;
      const provider = await mine?.getEthereumProvider();
      return provider?.request({ method: 'personal_sign', params: ['0x4869', mine?.address] });
    });
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
  });
});

describe('an account that is a wallet', () => {
  it('[SIWE-01] [SIWE-02] [SIWE-03] a user logs in and links a wallet with messages that the host has signed itself; the used message of the login is refused', async () => {
    await openPage();
    await act.page.locator('html[data-ready=true]').waitFor();
    const [first, second] = [newKey(), newKey()];
    const write = (key: typeof first) =>
      act.page.evaluate(
        (address) => window.host.siwe.generateSiweMessage({ address, chainId: 'eip155:1' }),
        addressOf(key),
      );
    const message = await write(first);
    const signed = { message, signature: signPersonally(first, message) };
    const { isNewUser } = await act.page.evaluate((input) => window.host.siwe.loginWithSiwe(input), signed);
    expect(isNewUser).toBe(true);
    const further = await write(second);
    const { user } = await act.page.evaluate((input) => window.host.siwe.linkWithSiwe(input), {
      message: further,
      signature: signPersonally(second, further),
    });
    expect(user.linkedAccounts).toMatchObject([
      { address: addressOf(first) },
      { address: addressOf(second) },
    ]);
    const replayed = act.page.evaluate((input) => window.host.siwe.linkWithSiwe(input), signed);
    await expect(replayed).rejects.toThrow();
  });
});

describe('wallets with the keyboard only', () => {
  const kelp: PageWalletLook = { rdns: 'example.kelp', name: 'Kelp' };
  const phantom = { rdns: 'app.phantom', name: 'Phantom', solana: 'message' } as const;
  // All tests share one page. Each uses its own wallets, and closes the modal.
  beforeAll(async () => {
    await openPage({
      looks: [driftwood, metamask, phantom, kelp],
      config: config(['detected_wallets', 'rabby_wallet']),
      appId: await createApp(fixture.harness, { wallet_auth: true, solana_wallet_auth: true }),
    });
  });
  afterEach(leave);

  /** Returns the name of the focused element; null if nothing in the modal has the focus. */
  const focused = () =>
    act.page.evaluate(() => {
      const element = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement;
      if (!element || element.matches('.shell')) return element ? 'the screen' : null;
      return element.getAttribute('aria-label') ?? element.querySelector('.label, .entry-label')?.textContent;
    });
  const key = (name: string) => act.page.keyboard.press(name);
  /** Presses Tab until the named element has the focus. Returns the names of the elements on the way. */
  async function tabTo(name: string): Promise<(string | null | undefined)[]> {
    const passed: (string | null | undefined)[] = [];
    for (let steps = 0; steps < 12; steps += 1) {
      await key('Tab');
      const at = await focused();
      if (at === name) return passed;
      passed.push(at);
    }
    throw new Error(`Tab leads to ${passed.join(', ')}`);
  }
  /** Waits until a text is announced to screen readers. */
  const aloud = (text: string) => act.page.getByRole('status').filter({ hasText: text }).waitFor();
  const noBarriers = async () => expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);

  it('with the keyboard, a user finds a wallet, retries after a rejection and leaves, and the focus returns to the host’s button', async () => {
    await act.page.locator('html[data-ready=true]').waitFor();
    await act.page.locator('#login').focus();
    await key('Enter');
    await act.screen('LANDING').waitFor();
    await act.page.locator('input[type=email]:focus').waitFor();
    await tabTo('Continue with a wallet');
    await key('Enter');
    await act.page.locator('.wallet-row').first().waitFor();
    await expect.poll(focused).toBe('the screen');
    expect(await tabTo('Driftwood')).toEqual(['Back', 'Close']);
    expect(
      await button(/^Driftwood/)
        .locator('.hint')
        .isVisible(),
    ).toBe(true);

    wallet().answer('eth_requestAccounts', hang);
    await key('Enter');
    await aloud('Waiting for Driftwood');
    await aloud('Approve the connection in your wallet.');
    await noBarriers();
    expect(await tabTo('Close')).toEqual(['Back']);
    await key('Shift+Tab');
    await key('Enter');
    await act.page.locator('.wallet-row').first().waitFor();

    await tabTo('MetaMask');
    wallet(1).answer('eth_requestAccounts', reject);
    await key('Enter');
    await aloud('Request rejected');
    await expect.poll(focused).toBe('Retry');
    await key('Tab');
    expect(await focused()).toBe('Choose another wallet');
    await key('Shift+Tab');
    wallet(1).answer('eth_requestAccounts', hang);
    await key('Enter');
    await aloud('Waiting for MetaMask');
    await expect.poll(focused).toBe('the screen');
    await key('Escape');
    await gone();
    expect(await act.page.evaluate(() => document.activeElement?.id)).toBe('login');
  });

  it('with the keyboard, a user chooses the chain of a wallet, and reaches the installation of a wallet that is missing', async () => {
    await openList();
    await tabTo('Rabby Wallet');
    await key('Enter');
    await aloud("Rabby Wallet isn't installed");
    await expect.poll(focused).toBe('Get Rabby Wallet');
    await noBarriers();
    await key('Shift+Tab');
    await key('Shift+Tab');
    expect(await focused()).toBe('Back');
    await key('Enter');

    await tabTo('Phantom');
    await key('Enter');
    await aloud('Which account do you want to use?');
    expect(await tabTo('Ethereum')).toEqual(['Back', 'Close']);
    await key('Tab');
    expect(await focused()).toBe('Solana');
    await noBarriers();
    wallet(2).answer('standard:connect', hang);
    await key('Enter');
    await aloud('Waiting for Phantom');
    await expect.poll(focused).toBe('the screen');
    await key('Escape');
    await gone();
  });

  it('with the keyboard, a user links a wallet, from a list that names its purpose', async () => {
    await act.enterByCode(newEmail());
    await act.page.evaluate(() => window.host.accounts.linkWallet());
    await act.screen('LINK_WALLET_SCREEN').waitFor();
    await act.page.getByRole('dialog', { name: 'Add a wallet' }).waitFor();
    await noBarriers();
    expect(await tabTo('Kelp')).toEqual(['Close', 'Driftwood']);
    await key('Enter');
    await aloud('Wallet linked');
    await gone();
  });
});

// Runs last, because it moves the service's clock for all later tests.
describe('an old login', () => {
  it('an old login is confirmed by a signature of its wallet before another wallet is linked', async () => {
    await openPage({ clock: true });
    await openList();
    await press('Driftwood');
    await says('Success!');
    await gone();
    // The message that a wallet signs contains the time, so the page's time is advanced too.
    await Promise.all([fixture.harness.service.advance(601_000), act.page.clock.fastForward(601_000)]);
    await act.page.clock.resume();
    await act.page.evaluate(() => window.host.accounts.linkWallet());
    await act.screen('LINK_WALLET_SCREEN').waitFor();
    await press('MetaMask');
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await press('Use a wallet');
    await heading('Confirm with your wallet').waitFor();
    await press('Driftwood');
    await says('Wallet linked');
    await gone();
    // The wallet to link was connected once and signed once.
    const asked = (method: string) => wallet(1).asked.filter((one) => one === method).length;
    expect(asked('eth_requestAccounts')).toBe(1);
    expect(asked('personal_sign')).toBe(1);
    expect(await act.told()).toEqual(['complete wallet new', 'linked wallet wallet']);
  });
});
