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

// What an operator sets meets a person at the next load of the very page that was there before.

let fixture: ModalFixture;
let act: Act;
let appId: string;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture?.close());
afterEach(() => act?.close());

/** Opens the host app with an app of its own. */
async function open(settings: AppInput, options: FixtureOptions = {}): Promise<void> {
  appId = await createApp(fixture.harness, settings);
  act = await fixture.open({ ...options, appId });
}

/** The operator changes the app, and the person loads the page again. */
async function reloadWith(settings: AppInput): Promise<void> {
  await changeApp(fixture.harness, appId, settings);
  await act.page.reload();
}

const field = () => act.page.locator('input[type=email]');
const dialogGone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const codeScreen = () => act.screen('AWAITING_PASSWORDLESS_CODE').count();
/** The code of the next refusal of a path. */
async function refusalOf(path: string): Promise<string> {
  const reply = await act.page.waitForResponse((response) => response.url().endsWith(path));
  return ((await reply.json()) as { code?: string }).code ?? 'no refusal';
}

const countWallets = () => act.page.evaluate(() => window.host.wallets.length);
const isLoggedIn = () => act.page.locator('#state', { hasText: 'ready, logged in' }).waitFor();
/** From the landing to the six digits. */
async function enterCode(email: string): Promise<void> {
  await act.sendCode(email);
  await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
}
/** The error of `fundWallet` if it is refused before the modal opens. */
const refusalOfFunding = () =>
  act.page.evaluate(() =>
    window.host.fundWallet(window.host.wallets[0]?.address ?? '').catch(({ code }) => code as string),
  );
/** The ways that the modal offers, and the amount that they begin with. */
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

describe('a setting that the operator changes is there at the next page load', () => {
  it('[CONF-29] enabled login methods', { tags: 'story' }, async () => {
    await open({});
    await act.openLanding();
    expect(await field().count()).toBe(1);
    await reloadWith({ email_auth: false });
    await act.page.locator('#state', { hasText: 'no_login_method' }).waitFor();
    await reloadWith({ email_auth: true });
    await act.openLanding();
    expect(await field().count()).toBe(1);
  });

  it('[CONF-29] legal links, user limit, allowlist, and that terms are to be accepted', async () => {
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
    expect([await link('Terms'), await link('Privacy Policy')]).toEqual([terms, `${terms}#privacy`]);
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

  it('[CONF-29, CONF-20, CONF-32] wallet creation on login, funding methods, and where a funding begins', async () => {
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

  it('[CONF-29, SIGN-07, S16] prompts before signing, whatever the host wishes where the operator leaves it no choice', async () => {
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
    // The operator turns them off; then asks for them again, and leaves the last word to the host.
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
    // One request is asked for where its host wants it so, whatever the app says.
    const wanted = act.page.evaluate(() =>
      window.host
        .signMessage({ message: 'hello', uiOptions: { showWalletUIs: true } })
        .catch((error) => error.code),
    );
    await act.page.getByRole('button', { name: 'Reject', exact: true }).click();
    expect(await wanted).toBe('user_rejected_request');
    await dialogGone();

    // A hash that no one can read is signed where the operator says so, and asked for in every app: by two presses.
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

  it("[CONF-29, CONF-30] appearance: logo, accent and colour scheme; the host's own scheme goes before the operator's, and 'system' follows the person's", async () => {
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
    expect([violet.scheme, violet.surface]).toEqual([light.scheme, light.surface]);
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

/** The landing as it is painted, once axe found nothing in it that is hard to read. */
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

  it('[CONF-33] opens no screen by itself, and every flow goes through the operations; without it the panel asks a visitor to log in at once', async () => {
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

/** From here on notes whether anything of the modal comes on the page, also for a moment. */
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
