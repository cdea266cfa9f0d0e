import type { AppInput } from '@latchkey/wire';
import { Address, Secp256k1, Signature } from 'ox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, settle } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import {
  type Act,
  changeApp,
  createApp,
  type FixtureOptions,
  type ModalFixture,
  newEmail,
  startFixture,
  walletsOnLogin,
} from './fixture.ts';

let fixture: ModalFixture;
let act: Act;
let appId: string;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture?.close());
afterEach(() => act?.close());

async function open(settings: AppInput, options: FixtureOptions = {}): Promise<void> {
  appId = await createApp(fixture.harness, settings);
  act = await fixture.open({ ...options, appId });
}

/** Changes the app as its operator, and reloads the page. */
async function reloadWith(settings: AppInput): Promise<void> {
  await changeApp(fixture.harness, appId, settings);
  await act.page.reload();
}

const field = () => act.page.locator('input[type=email]');
const dialogGone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const codeScreen = () => act.screen('AWAITING_PASSWORDLESS_CODE').count();
async function refusalOf(path: string): Promise<string> {
  const reply = await act.page.waitForResponse((response) => response.url().endsWith(path));
  return ((await reply.json()) as { code?: string }).code ?? 'no refusal';
}

const countWallets = () => act.page.evaluate(() => window.host.wallets.length);
const isLoggedIn = () => act.page.locator('#state', { hasText: 'ready, logged in' }).waitFor();
async function enterCode(email: string): Promise<void> {
  await act.sendCode(email);
  await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
}
const refusalOfFunding = () =>
  act.page.evaluate(() =>
    window.host.fundWallet(window.host.wallets[0]?.address ?? '').catch(({ code }) => code as string),
  );
/** Returns the initial amount and the methods that the modal offers. */
async function offeredFundings(): Promise<readonly string[]> {
  await isLoggedIn();
  await expect.poll(countWallets).toBe(1);
  await act.page.evaluate(() => {
    window.host.fundWallet(window.host.wallets[0]?.address ?? '').catch(() => undefined);
  });
  await act.page.locator('.fund-ways').waitFor();
  const ways = await act.page.locator('.fund-way .entry-label').allInnerTexts();
  const amount = act.page.getByRole('textbox', { name: 'Amount' });
  const shown = [await amount.inputValue(), ...ways];
  await act.page.keyboard.press('Escape');
  await dialogGone();
  return shown;
}

describe('a setting that the operator changes applies at the next page load', () => {
  it('[CONF-29] a change of the login methods applies at the next page load', { tags: 'story' }, async () => {
    await open({});
    await act.openLanding();
    expect(await field().count()).toBe(1);
    await reloadWith({ email_auth: false });
    await act.page.locator('#state', { hasText: 'no_login_method' }).waitFor();
    await reloadWith({ email_auth: true });
    await act.openLanding();
    expect(await field().count()).toBe(1);
  });

  it('[CONF-29] changes of legal links, user limit, allowlist and the duty to accept terms apply at the next page load', async () => {
    const terms = 'https://tidewater.example/terms-2';
    await open({});
    await act.openLanding();
    expect(await act.page.getByText('By logging in').count()).toBe(0);
    await enterCode(newEmail());
    await dialogGone();
    await act.page.evaluate(() => window.host.latchkey.logout());

    await reloadWith({
      max_users: 1,
      terms_and_conditions_url: terms,
      privacy_policy_url: `${terms}#privacy`,
    });
    await act.openLanding();
    const link = (name: string) => act.page.getByRole('link', { name }).getAttribute('href');
    expect(await link('Terms')).toEqual(terms);
    expect(await link('Privacy Policy')).toBe(`${terms}#privacy`);
    const tooMany = refusalOf('/passwordless/authenticate');
    await enterCode(newEmail());
    expect(await tooMany).toBe('max_accounts_reached');
    await expect.poll(() => act.page.locator('#state').textContent()).toContain('logged out');

    await reloadWith({ allowlist_enabled: true, require_users_accept_terms: true });
    await act.openLanding();
    expect(await act.page.getByText('By logging in').count()).toBe(0);
    const notListed = refusalOf('/passwordless/init');
    await field().fill(newEmail());
    await act.page.keyboard.press('Enter');
    expect(await notListed).toBe('allowlist_rejected');
    await act.screen('LANDING').waitFor({ state: 'detached' });
    expect(await codeScreen()).toBe(0);
  });

  it('[CONF-29, CONF-20, CONF-32] changes of wallet creation, funding methods and the defaults of a funding apply at the next page load', async () => {
    const chain = { id: 31_337, name: 'Tidewater devnet' };
    const funding = {
      default_recommended_amount: '0.25',
      default_recommended_currency: { chain: `eip155:${chain.id}` },
    };
    await open(
      { embedded_wallet_config: { ...walletsOnLogin, create_on_login: 'off' } },
      { config: { chains: [chain] } },
    );
    await act.logIn(newEmail());
    await dialogGone();
    await expect.poll(countWallets).toBe(0);
    await act.page.evaluate(() => window.host.latchkey.logout());
    await reloadWith({ embedded_wallet_config: walletsOnLogin });
    await act.logIn(newEmail());
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await act.leaveWithWallet();
    expect(await countWallets()).toBe(1);

    expect(await refusalOfFunding()).toBe('funding_not_enabled');
    await reloadWith({ funding_config: { ...funding, methods: ['external'] } });
    expect(await offeredFundings()).toEqual(['0.25', 'Transfer from a wallet', 'Receive funds']);
    await reloadWith({
      fiat_on_ramp_enabled: true,
      funding_config: {
        ...funding,
        methods: ['moonpay', 'coinbase-onramp'],
        default_recommended_amount: '2',
      },
    });
    expect(await offeredFundings()).toEqual(['2', 'Pay with card', 'Pay with Coinbase']);
    await reloadWith({ fiat_on_ramp_enabled: false });
    await isLoggedIn();
    expect(await refusalOfFunding()).toBe('funding_not_enabled');
  });

  it('[CONF-29, SIGN-07, S16] the modal prompts before signing even if the host turns prompts off, unless the operator turns prompts off or lets the host decide; a hash is signed only if the operator allows it', async () => {
    await open(
      { embedded_wallet_config: walletsOnLogin, legacy_wallet_ui_config: false, enforce_wallet_uis: true },
      { config: { embeddedWallets: { noPromptOnSignature: true } } },
    );
    await act.enterByCode(newEmail());
    await act.page.evaluate(() => window.host.createWallet());
    await act.leaveWithWallet();
    const asked = act.page.evaluate(() =>
      window.host.signMessage({ message: 'hello' }).catch((error) => error.code),
    );
    await act.page.getByRole('button', { name: 'Sign', exact: true }).waitFor();
    await act.page.getByRole('button', { name: 'Reject', exact: true }).click();
    expect(await asked).toBe('user_rejected_request');
    await dialogGone();
    // The operator first turns prompts off, then enforces them again but lets the host decide.
    for (const settings of [
      { enforce_wallet_uis: false },
      { enforce_wallet_uis: true, legacy_wallet_ui_config: true },
    ]) {
      await reloadWith(settings);
      await isLoggedIn();
      await watchForModal();
      const [signature, address] = await act.page.evaluate(async () => [
        await window.host.signMessage({ message: 'hello' }),
        window.host.wallets[0]?.address,
      ]);
      expect(signerOfMessage('hello', String(signature))).toBe(address);
      expect(await sawModal()).toBe(false);
    }
    // A request with `showWalletUIs: true` shows the prompt, although the host has turned prompts off.
    const wanted = act.page.evaluate(() =>
      window.host
        .signMessage({ message: 'hello', uiOptions: { showWalletUIs: true } })
        .catch((error) => error.code),
    );
    await act.page.getByRole('button', { name: 'Reject', exact: true }).click();
    expect(await wanted).toBe('user_rejected_request');
    await dialogGone();

    // A hash is signed if the operator allows it, and after a prompt that takes two presses.
    const hash = `0x${'5a'.repeat(32)}` as const;
    const signHash = () =>
      act.page.evaluate(async (given) => {
        const provider = await window.host.wallets[0]?.getEthereumProvider();
        const asked = provider?.request({ method: 'secp256k1_sign', params: [given] });
        return (asked ?? Promise.resolve()).catch((error) => error.code) as Promise<unknown>;
      }, hash);
    expect(await signHash()).toBe(4200);
    await reloadWith({ allow_raw_signing: true });
    await isLoggedIn();
    const signing = signHash();
    await act.page.getByText('This can be anything').waitFor();
    await act.page.getByText(hash).waitFor();
    await act.page.getByRole('button', { name: 'Sign', exact: true }).click();
    await act.page.getByRole('button', { name: 'Yes, sign', exact: true }).click();
    const signature = Signature.fromHex((await signing) as `0x${string}`);
    const signer = Address.checksum(Secp256k1.recoverAddress({ payload: hash, signature }));
    expect(signer).toBe(await act.page.evaluate(() => window.host.wallets[0]?.address));
  });

  it("[CONF-29, CONF-30] changes of logo, accent and colour scheme apply at the next page load; the host's own scheme takes precedence, and 'system' follows the user's", async () => {
    const logo = 'https://tidewater.example/logo.svg';
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>';
    await open(
      { theme: 'light', accent_color: '#ffea00' },
      {
        prepare: (page) => page.route(logo, (route) => route.fulfill({ contentType: 'image/svg+xml', body })),
      },
    );
    const light = await look();
    expect(light).toMatchObject({ scheme: 'light', fill: 'rgb(255, 234, 0)', logo: null });
    await reloadWith({ accent_color: '#7a00ff', logo_url: logo });
    const violet = await look();
    expect(violet).toMatchObject({ fill: 'rgb(122, 0, 255)', logo });
    expect(violet.scheme).toEqual(light.scheme);
    expect(violet.surface).toEqual(light.surface);
    await reloadWith({ theme: 'dark' });
    const dark = await look();
    expect(dark.scheme).toBe('dark');
    expect([dark.surface, dark.fill]).not.toContain(light.surface);
    expect(dark.fill, 'an accent too dark for the dark scheme is lightened').not.toBe(violet.fill);

    await changeApp(fixture.harness, appId, { theme: 'light' });
    await act.visit({ appId, config: { appearance: { theme: 'dark' } } });
    expect((await look()).scheme).toBe('dark');
    await changeApp(fixture.harness, appId, { theme: 'system' });
    for (const scheme of ['dark', 'light'] as const) {
      await act.page.emulateMedia({ colorScheme: scheme });
      await act.visit({ appId });
      expect((await look()).scheme).toBe(scheme);
    }
  });
});

/** Returns the appearance of the landing, after checking that axe finds no violation in it. */
async function look() {
  await act.openLanding();
  await field().fill('ada@company.example');
  await settle(act.page);
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  const submit = act.page.getByRole('button', { name: 'Submit' });
  const [{ surface, scheme }, fill] = await Promise.all([
    act.dialog.evaluate((dialog) => ({
      surface: getComputedStyle(dialog.querySelector('.shell') ?? dialog).backgroundColor,
      scheme: getComputedStyle(dialog).colorScheme,
    })),
    submit.evaluate((button) => getComputedStyle(button).backgroundColor),
  ]);
  const image = act.page.locator('latchkey-modal img');
  const logo = (await image.count()) > 0 ? await image.first().getAttribute('src') : null;
  return { scheme, surface, fill, logo };
}

describe('headless', () => {
  const headless = { headless: true, render: { standalone: true } };

  it('[CONF-33] headless mode opens no screen by itself, and login, wallet creation, signing and logout work through calls; without headless mode the panel shows the login at once', async () => {
    await open(
      { embedded_wallet_config: walletsOnLogin, legacy_wallet_ui_config: false, enforce_wallet_uis: false },
      { config: headless },
    );
    await act.page.locator('#state', { hasText: 'ready, logged out' }).waitFor();
    await watchForModal();
    const email = newEmail();
    await act.page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
    const code = await fixture.harness.inbox.nextCode(email);
    await act.page.evaluate((digits) => window.host.emailLogin.loginWithCode({ code: digits }), code);
    await isLoggedIn();
    const { address } = await act.page.evaluate(() => window.host.createWallet());
    const signature = await act.page.evaluate(() => window.host.signMessage({ message: 'hello' }));
    expect(signerOfMessage('hello', signature)).toBe(address);
    expect(await act.page.evaluate(() => window.host.getAccessToken())).toMatch(/^ey/);
    await act.page.evaluate(() => window.host.latchkey.logout());
    await act.page.locator('#state', { hasText: 'ready, logged out, modal closed' }).waitFor();
    expect(await sawModal()).toBe(false);
    await act.visit({ appId, config: { render: { standalone: true } } });
    await act.page.locator('latchkey-panel input[type=email]').waitFor();
  });
});

async function watchForModal(): Promise<void> {
  await act.page.evaluate(() => {
    const isThere = () =>
      document.querySelector('latchkey-modal, latchkey-panel > *, dialog') !== null ||
      Boolean(document.querySelector('latchkey-panel')?.shadowRoot);
    document.documentElement.dataset.sawModal = String(isThere());
    new MutationObserver(() => {
      if (isThere()) document.documentElement.dataset.sawModal = 'true';
    }).observe(document.body, { childList: true, subtree: true });
  });
}

async function sawModal(): Promise<boolean> {
  return (await act.page.evaluate(() => document.documentElement.dataset.sawModal)) === 'true';
}
