import { type FaultyNode, startFaultyNode } from '@latchkey/testkit';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopClock, strictPolicy, waitInPage } from '../harness/index.ts';
import { driftwood } from '../wallets/pageWallets.ts';
import { changeApp, createApp, newEmail, walletsOnLogin } from './fixture.ts';
import { ether, fundingOf, here, selection, shareFunding, there } from './fundingPageObject.ts';

const play = shareFunding();
const { act, action, arrive, begin, choose, fund, heading, isBarrierFree, leave, open, openProvider } = play;
const { ownAddress, pay, says, settled, fixture, wallet, ways } = play;

const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
const amount = () => act.page.getByRole('textbox', { name: 'Amount' });
const back = () => act.page.getByRole('button', { name: 'Back', exact: true }).click();
/** Texts to fill in, in this order, each with the value that the field then has. */
const filled = [
  ['1.5', '1.5'],
  ['1,5', '1.5'],
  ['1.5.5', '1.5'],
  ['1e9', '1.5'],
  ['-1', '1.5'],
  ['٣', '3'],
] as const;
/** Texts to paste, in this order, the first over 0.05, each with the value that the field then has. */
const pasted = [
  ['1 000', '0.05'],
  ['１２', '12'],
  ['٣', '3'],
  ['1.000,5', '3'],
  ['9'.repeat(40), '3'],
  [`0.${'1'.repeat(19)}`, '3'],
  ['<b>1</b>', '3'],
  ['2,5', '2.5'],
] as const;

let node: FaultyNode;
beforeAll(async () => {
  node = await startFaultyNode(fixture.harness.chain);
});
afterAll(() => node?.close());

/** Emulates a phone or a desktop, with the properties that `openProfile` sets. */
async function turnInto(session: CDPSession, screen: 'desktop' | 'phone'): Promise<void> {
  const isPhone = screen === 'phone';
  const [width, height, deviceScaleFactor] = isPhone ? [390, 844, 2] : [1280, 800, 1];
  const metrics = { width, height, deviceScaleFactor, mobile: isPhone };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  await waitInPage(act.page, (wanted) => window.innerWidth === wanted, width);
}

/**
 * Expects the screen to fit the width of the page and have the focus and no accessibility violation, on a desktop and
 * on a phone.
 */
async function looksRight(session: CDPSession, name: string): Promise<void> {
  await act.screen(name).waitFor();
  for (const screen of ['phone', 'desktop'] as const) {
    await turnInto(session, screen);
    await isBarrierFree();
    const { isInside, isWithin } = await act.page.evaluate(() => {
      const modal = document.querySelector('latchkey-modal');
      return {
        isInside: document.activeElement === modal,
        isWithin: document.documentElement.scrollWidth <= window.innerWidth,
      };
    });
    expect({ screen, name, isInside, isWithin }).toEqual({ screen, name, isInside: true, isWithin: true });
  }
}

/** Opens the page under a policy without `unsafe-*`. Returns the problems that it reports from now on. */
async function beginUnderStrictPolicy(): Promise<readonly string[]> {
  const problems: string[] = [];
  const { chainUrl, sandboxUrl, secondChainUrl, url } = fixture.harness;
  const elsewhere = [...new Set([chainUrl, secondChainUrl, sandboxUrl].map((one) => new URL(one).origin))];
  const policy = strictPolicy(url)['content-security-policy'] ?? '';
  await begin({
    strictMode: true,
    headers: {
      'content-security-policy': policy.replace('connect-src', `connect-src ${elsewhere.join(' ')}`),
    },
    async prepare(page) {
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        // MoonPay answers 404 until a purchase is paid, which browsers log by themselves.
        const isUnpaid = message.location().url.includes('/transactions/ext/');
        if (message.type() === 'error' && !isUnpaid) problems.push(message.text());
      });
    },
  });
  return problems;
}

describe('the screens of funding', () => {
  it('[FUND-03] [FUND-01] [FUND-02] the screens of funding each open from their method and lead back, under a strict policy, on a desktop and on a phone', async () => {
    const problems = await beginUnderStrictPolicy();
    const session = await act.page.context().newCDPSession(act.page);
    await fund();
    await looksRight(session, selection);
    expect(await ways()).toEqual([
      'Pay with card',
      'Pay with Coinbase',
      'Transfer from a wallet',
      'Transfer from another network',
      'Receive funds',
    ]);
    for (const [way, name] of [
      ['Pay with card', 'MOONPAY_PROMPT'],
      ['Transfer from a wallet', 'FUNDING_TRANSFER_FROM_WALLET'],
      ['Transfer from another network', 'FUNDING_TRANSFER_FROM_WALLET'],
      ['Receive funds', 'FUNDING_MANUAL_TRANSFER'],
    ] as const) {
      await choose(way);
      await looksRight(session, name);
      await back();
      await act.screen(selection).waitFor();
    }
    const popup = await openProvider(() => choose('Pay with Coinbase'));
    await looksRight(session, 'COINBASE_ONRAMP_STATUS');
    await popup.close();
    await back();
    await looksRight(session, selection);
    await choose('Pay with card');
    await act.page.locator('a.button[href]').waitFor();
    await openProvider(() => act.page.getByRole('link', { name: 'Continue to Moonpay' }).click());
    await looksRight(session, 'MOONPAY_STATUS');
    expect(await leave()).toMatchObject({ status: 'pending', fundingMethod: 'moonpay' });
    expect(problems).toEqual([]);
  });
});

describe('an amount', () => {
  it('[FUND-05] [FUND-06] [DISP-03] the amount of a funding can be typed or pasted in digits of several scripts, must not be zero, and is shown with three decimals at most', async () => {
    await begin();
    await fixture.harness.chain.fund(await ownAddress(), 1_234_567_000_000_000_000n);
    await fund({ amount: '1' });
    await act.screen(selection).waitFor();
    const all = act.page.locator('.fund-way');
    for (const [given, kept] of filled) {
      await amount().fill(given);
      expect(await amount().inputValue(), given).toEqual(kept);
    }
    for (const nothing of ['', '0', '0.00', '.']) {
      await amount().fill(nothing);
      await expect.poll(() => all.first().isDisabled(), { message: nothing }).toBe(true);
      expect(await all.last().isDisabled(), nothing).toBe(true);
    }
    await amount().fill('.5');
    await expect.poll(() => all.first().isEnabled()).toBe(true);
    await amount().selectText();
    await act.page.keyboard.press('Delete');
    await expect.poll(() => all.first().isDisabled()).toBe(true);
    await amount().pressSequentially('a-0,,0x5e');
    expect(await amount().inputValue()).toBe('0.05');
    await expect.poll(() => all.first().isEnabled()).toBe(true);
    for (const [given, kept] of pasted) {
      await amount().selectText();
      await act.page.evaluate((text) => document.execCommand('insertText', false, text), given);
      expect(await amount().inputValue(), given).toEqual(kept);
    }
    await leave();

    await fund({ amount: '0.123400' });
    await act.page.locator('.fund-holds', { hasText: /1\.23[45]\sETH/ }).waitFor();
    await choose('Receive funds');
    await heading(/^Receive 0\.123\sETH$/);
    await back();
    await amount().fill('2.500');
    await choose('Receive funds');
    await heading(/^Receive 2\.5\sETH$/);
  });
});

describe('the funding settings of an app', () => {
  it('[FUND-18] [FUND-09] [FUND-02] [CONF-20] [CONF-21] [CONF-32] the modal offers to fund a new wallet, with the amount, network and methods of the app, and without cards if they are off', async () => {
    const settings = { embedded_wallet_config: walletsOnLogin, fiat_on_ramp_enabled: true };
    const wished = fundingOf({
      methods: ['external'],
      default_recommended_amount: '0.07',
      default_recommended_currency: { chain: `eip155:${there.id}` },
      prompt_funding_on_wallet_creation: true,
      cross_chain_bridging_enabled: false,
    });
    const appId = await createApp(fixture.harness, { ...settings, funding_config: wished });
    await arrive({ appId });
    await act.logIn(newEmail());
    await act.screen(selection).waitFor();
    await action('Not now').click();
    await play.gone();
    await expect.poll(() => act.page.evaluate(() => window.host.latchkey.authenticated)).toBe(true);

    await fund();
    await heading('Add funds to your Tidewater wallet');
    expect(await amount().inputValue()).toBe('0.07');
    await act.page.locator('.fund-place').getByText(there.name).waitFor();
    expect(await ways()).toEqual(['Transfer from a wallet', 'Receive funds']);
    await says('Balance 0 ETH');
    await isBarrierFree();
    expect((await leave()).status).toBe('cancelled');
    await expect.poll(() => act.told()).toContain(`funding left ${there.id} null 0`);
    await fund({ chain: { id: here.id }, amount: '0.5' });
    await act.page.locator('.fund-place').getByText(here.name).waitFor();
    expect(await amount().inputValue()).toBe('0.5');

    await changeApp(fixture.harness, appId, { fiat_on_ramp_enabled: false, funding_config: fundingOf() });
    await act.page.reload();
    await waitInPage(act.page, () => window.host?.wallets.length > 0);
    await fund({ defaultFundingMethod: 'card' });
    await act.screen(selection).waitFor();
    // Cards are off, although the app's methods name them.
    expect(await ways()).toEqual([
      'Transfer from a wallet',
      'Transfer from another network',
      'Receive funds',
    ]);
  });
});

describe('an arriving payment', () => {
  it('[FUND-15] the modal polls for an arriving payment, except in a hidden tab and after the modal closed', async () => {
    await begin({ clock: true, followsFundings: false, nodeUrl: node.url });
    const reads = () => node.requests.filter(({ methods }) => methods.includes('eth_getBalance')).length;
    const pass = (ms: number) => act.page.clock.runFor(ms);
    const hide = (isHidden: boolean) =>
      act.page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await fund({ defaultFundingMethod: 'manual' });
    await says('Waiting for your transfer');
    await stopClock(act.page);
    for (let count = 0; count < 3; count += 1) {
      const before = reads();
      await expect
        .poll(async () => {
          await pass(500);
          return reads();
        })
        .toBeGreaterThan(before);
    }
    await hide(true);
    await pass(4_000);
    const hidden = reads();
    await pass(60_000);
    expect(reads()).toBe(hidden);
    await hide(false);
    await expect.poll(reads).toBe(hidden + 1);
    await act.page.clock.resume();
    expect(await leave()).toMatchObject({ status: 'cancelled', fundingMethod: 'manual' });
    const left = reads();
    await pass(60_000);
    expect(reads()).toBe(left);
  });

  it('an arriving payment is noticed on other screens of funding too, does not count for the next funding, and is noticed on Solana', async () => {
    await begin({ config: { solana: { rpcUrls: { 'solana:localnet': fixture.harness.solanaUrl } } } });
    await fund();
    await says('Balance 0 ETH');
    await choose('Pay with card');
    await act.screen('MOONPAY_PROMPT').waitFor();
    await fixture.harness.chain.fund(await ownAddress(), ether);
    await act.page.getByRole('status').getByText('Received 1 ETH').waitFor();
    await isBarrierFree();
    await back();
    await act.page.getByRole('status').getByText('Received 1 ETH').waitFor();
    expect((await leave()).status).toBe('completed');
    await fund();
    await act.page.locator('.fund-holds', { hasText: /1\sETH/ }).waitFor();
    expect(await act.page.getByText('Received').count()).toBe(0);
    expect((await leave()).status).toBe('cancelled');

    const { address } = await act.page.evaluate(() => window.solana.createWallet());
    await play.fundOnSolana({ cluster: { name: 'localnet' }, amount: '0.5' }, address);
    await act.page.locator('.fund-place').getByText('Solana Localnet').waitFor();
    // On Solana, external wallets can pay only on the main network.
    expect(await ways()).toEqual(['Pay with card', 'Pay with Coinbase', 'Receive funds']);
    await isBarrierFree();
    await choose('Receive funds');
    await heading(/^Receive 0\.5\sSOL$/);
    await act.page.getByText(address, { exact: true }).waitFor();
    await says('Waiting for your transfer');
    await fixture.harness.solana.fund(address, 2_000_000_000n);
    await action('Close').click();
    await play.gone();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'manual' });
    expect(await act.told()).toContain('funding left localnet manual 2000000000');
  });
});

describe('a transaction without enough funds', () => {
  it('[FUND-17] [TX-04] a transaction without enough funds continues after a funding, is shown again after going back, and is rejected if the user closes the modal meanwhile', async () => {
    await begin();
    await pay(friend, ether);
    await act.page.getByText('Add funds on Tidewater devnet to complete transaction.').waitFor();
    await isBarrierFree();
    await choose('Add funds');
    await heading('Add funds to your Tidewater wallet');
    await says('Add funds on Tidewater devnet to complete transaction.');
    expect(Number(await amount().inputValue())).toBeGreaterThan(1);
    await choose('Pay with card');
    await act.screen('MOONPAY_PROMPT').waitFor();
    await back();
    await act.screen(selection).waitFor();
    await back();
    await heading(/^Send 1\sETH$/);
    await choose('Add funds');
    await act.screen(selection).waitFor();
    expect(await leave()).toMatchObject({ code: 'user_rejected_request' });

    await fixture.harness.chain.fund(wallet().address, 10n * ether);
    await pay(friend, ether);
    await choose('Add funds', 'Transfer from a wallet', driftwood.name, `Confirm with ${driftwood.name}`);
    await heading('Funds added');
    await action('Continue').click();
    await heading(/^Send 1\sETH$/);
    await choose('Approve');
    await heading('All Done');
    expect((await settled()).hash).toMatch(/^0x/);
  });
});

describe('a funding that cannot work', () => {
  it('[FUND-07] [FUND-08] a funding that cannot work is refused before any screen', async () => {
    const appId = await createApp(fixture.harness, { embedded_wallet_config: walletsOnLogin });
    await open({ appId });
    await act.page.locator('html[data-ready=true]').waitFor();
    await fund({}, friend);
    expect(await settled()).toMatchObject({ code: 'must_be_authenticated' });
    await act.enterByCode(newEmail());
    await fund({}, friend);
    expect(await settled()).toMatchObject({
      code: 'funding_not_enabled',
      message: 'Wallet funding is not enabled.',
    });

    await changeApp(fixture.harness, appId, { funding_config: fundingOf() });
    await act.page.reload();
    await act.page.locator('html[data-ready=true]').waitFor();
    await fund({ chain: { id: 5 } }, friend);
    expect(await settled()).toMatchObject({
      code: 'unsupported_chain_id',
      message: 'Funding chain 5 is not in the chains list of the LatchkeyProvider.',
    });
    await fund({ chain: { id: 1 } }, 'no address');
    expect(await settled()).toMatchObject({ code: 'invalid_data' });
    for (const wrong of ['1e9', '1,5']) {
      await fund({ chain: { id: 1 }, amount: wrong }, friend);
      expect(await settled(), wrong).toMatchObject({ code: 'invalid_data' });
    }
    expect(await act.dialog.count()).toBe(0);
  });
});
