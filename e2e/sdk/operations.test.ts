import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Act, createApp, type FixtureOptions, newEmail, shareFixture } from '../modal/fixture.ts';
import { newKey, type PageWallet, putWallets, reject } from '../wallets/pageWallets.ts';

const { fixture } = shareFixture({ app: { wallet_auth: true } });

let act: Act;
let wallet: PageWallet;
async function openPage(options?: FixtureOptions): Promise<void> {
  await act?.close();
  act = await fixture.open({
    ...options,
    async prepare(page) {
      const look = { rdns: 'example.driftwood', name: 'Driftwood', chainId: 1, privateKey: newKey() };
      const [put = expect.unreachable()] = await putWallets(page, [look]);
      wallet = put;
    },
  });
  await act.page.locator('html[data-ready=true]').waitFor();
}

type Operation = 'login' | 'logout' | 'connectWallet' | 'createWallet';
/** Calls an operation as a host does. Returns the outcome of its promise. */
const call = (operation: Operation) =>
  act.page.evaluate(async (name) => {
    const { latchkey, connections, createWallet } = window.host;
    const operations = {
      // Uses the callbacks of `useLogin`.
      login: async () => document.getElementById('login')?.click(),
      logout: latchkey.logout,
      connectWallet: connections.connectWallet,
      createWallet,
    };
    try {
      const outcome = await operations[name]();
      return typeof outcome === 'object' && outcome !== null && 'address' in outcome
        ? outcome.address
        : 'done';
    } catch (error) {
      return (error as { code: string }).code;
    }
  }, operation);
const told = (lines: readonly string[]) => expect.poll(() => act.told()).toEqual(lines);
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const leave = async () => {
  await act.page.keyboard.press('Escape');
  await gone();
};
const state = (text: string) => act.page.locator('#state', { hasText: text }).waitFor();
const press = (name: string) =>
  act.page.locator('button:enabled', { has: act.page.getByText(name, { exact: true }) }).click();

describe('the public operations', () => {
  // One page for all tests. Each leaves it logged out, with no wallet connected.
  beforeAll(() => openPage());
  afterEach(async () => {
    await act.page.evaluate(async () => {
      for (const one of window.host.wallets) if ('disconnect' in one) one.disconnect();
      await window.host.latchkey.logout();
    });
    await state('logged out');
    await act.page.evaluate(() => {
      window.told = [];
    });
  });

  it('[SDK-02] login reports that the user left or has logged in, and only warns if a user is logged in already; logout can be repeated', async () => {
    await call('login');
    await act.screen('LANDING').waitFor();
    await state('modal open');
    await leave();
    await told(['error exited_auth_flow']);

    const email = newEmail();
    await call('login');
    await act.screen('LANDING').waitFor();
    await act.sendCode(email);
    const code = await fixture.harness.inbox.nextCode(email);
    await act.succeed(() => act.page.keyboard.type(code));
    await gone();
    await told(['error exited_auth_flow', 'complete email new']);
    await state('logged in');

    // A user is logged in already, so nothing opens, and the host's developer gets a warning.
    const warned = act.page.waitForEvent('console', (message) =>
      message.text().includes('login() is ignored'),
    );
    await call('login');
    expect((await warned).type()).toBe('warning');
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);

    expect(await call('logout')).toBe('done');
    await state('logged out');
    expect(await act.page.evaluate(() => window.host.latchkey.user)).toBeNull();
    expect(await call('logout')).toBe('done');
  });

  it('[SDK-02] connectWallet reports that the user left, that the wallet refused, and which wallet was connected', async () => {
    await call('connectWallet');
    await act.screen('CONNECT_ONLY_LANDING_SCREEN').waitFor();
    await leave();
    await expect.poll(async () => (await act.told()).length).toBe(1);

    wallet.answer('eth_requestAccounts', reject);
    await call('connectWallet');
    await press('Driftwood');
    await act.page.getByRole('heading', { name: 'Request rejected' }).waitFor();
    await leave();
    await expect.poll(async () => (await act.told()).length).toBe(2);
    expect((await act.told()).every((line) => /^connect [a-z_]+$/.test(line))).toBe(true);

    wallet.answer('eth_requestAccounts', null);
    await call('connectWallet');
    await press('Driftwood');
    await gone();
    await expect.poll(async () => (await act.told()).at(-1)).toBe(`connect ${wallet.address}`);
    expect(await act.page.evaluate(() => window.host.wallets.map(({ address }) => address))).toEqual([
      wallet.address,
    ]);
    await state('logged out');
  });

  it('[SDK-02] createWallet returns the wallet, or says why there is none', async () => {
    expect(await call('createWallet')).toBe('must_be_authenticated');
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    await act.enterByCode(newEmail());

    // The service refuses, and both the user and the caller learn why.
    await act.page.route('**/api/v1/frame/wallets/create', (route) =>
      route.fulfill({ status: 400, json: { error: 'Not now', code: 'invalid_data' } }),
    );
    const failed = call('createWallet');
    await act.screen('ERROR_SCREEN').waitFor();
    await act.page.unroute('**/api/v1/frame/wallets/create');
    await act.page.keyboard.press('Escape');
    expect(await failed).toMatch(/^[a-z_]+$/);
    expect(await failed).not.toBe('exited_wallet_flow');
    await gone();

    const made = call('createWallet');
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    expect(await made).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await gone();
    const addresses = () => act.page.evaluate(() => window.host.wallets.map(({ address }) => address));
    expect(await addresses()).toEqual([await made]);
    expect(await call('createWallet')).toBe('embedded_wallet_already_exists');
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
  });
});

it('[SDK-02] createWallet reports that the user left the creation', async () => {
  const embedded_wallet_config = {
    create_on_login: 'off' as const,
    user_owned_recovery_options: ['user-passcode' as const],
    require_user_owned_recovery_on_create: true,
  };
  await openPage({ appId: await createApp(fixture.harness, { embedded_wallet_config }) });
  await act.enterByCode(newEmail());
  const left = call('createWallet');
  await act.screen('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN').waitFor();
  await leave();
  expect(await left).toBe('exited_wallet_flow');
  expect(await act.page.evaluate(() => window.host.wallets)).toEqual([]);
});
