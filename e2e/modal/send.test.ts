import { type Contract, deploy, type FaultyNode, startFaultyNode } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, waitInPage } from '../harness/index.ts';
import { createApp, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { act, openWithSharedWallet, open, openWithWallet, fixture } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin },
});

const screen = 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN';
const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
const ether = 10n ** 18n;
const explorer = 'https://explorer.example';

let node: FaultyNode;
let token: Contract;
let gate: Contract;
beforeAll(async () => {
  const { chain } = fixture.harness;
  node = await startFaultyNode(chain);
  token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
  gate = await deploy(chain, 'Reverter');
});
afterAll(() => node?.close());

const devnet = () => ({
  id: 31337,
  name: 'Tidewater devnet',
  rpcUrls: { default: { http: [node.url] } },
  blockExplorers: { default: { name: 'Explorer', url: explorer } },
});
type HostConfig = NonNullable<NonNullable<Parameters<typeof openWithWallet>[0]>['config']>;

/**
 * Opens the page for a logged-in user with a wallet that holds two ether by default. The tests that call this share
 * the user, one after the other.
 */
async function begin(wei = 2n * ether, config: HostConfig = {}): Promise<void> {
  node.fail(null);
  node.beHonest();
  node.requests.length = 0;
  await openWithSharedWallet({ config: { chains: [devnet()], ...config } });
  await fixture.harness.chain.request('anvil_setBalance', [await ownAddress(), `0x${wei.toString(16)}`]);
}

const ownAddress = async () => (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';
const balanceOf = async (address: string) =>
  BigInt((await fixture.harness.chain.request('eth_getBalance', [address, 'latest'])) as string);

interface Settled {
  hash?: string;
  signature?: string;
  receipt?: {
    status: number;
    transactionHash: string;
    from: string;
    to: string | null;
    gasUsed: string;
    effectiveGasPrice: string;
  } | null;
  code?: string | number;
  message?: string;
  details?: { hash?: string };
}

/** Requests a transaction, whose outcome is stored in the page as `settled`. */
async function request(
  transaction: object,
  uiOptions?: object,
  what: 'send' | 'sign' = 'send',
): Promise<void> {
  await act.page.evaluate(
    ([asked, ui, wanted]) => {
      Object.assign(window, { settled: null });
      const { sendTransaction, signTransaction } = window.host;
      const options = ui ? { uiOptions: ui } : {};
      const begun: Promise<object> =
        wanted === 'send' ? sendTransaction(asked, options) : signTransaction(asked, options);
      begun.then(
        (result) => Object.assign(window, { settled: result }),
        ({ code, message, details }) => Object.assign(window, { settled: { code, message, details } }),
      );
    },
    [transaction, uiOptions, what] as const,
  );
}
const settledNow = () => act.page.evaluate(() => (window as unknown as { settled: Settled | null }).settled);
async function settled(): Promise<Settled> {
  await waitInPage(act.page, () => (window as unknown as { settled: unknown }).settled !== null);
  return (await settledNow()) ?? {};
}

const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true }).waitFor();
const row = async (name: string) =>
  (
    await act.page
      .locator('.review .row', { has: act.page.locator('dt', { hasText: name }) })
      .first()
      .locator('dd')
      .innerText()
  )
    .replace(/\s+/g, ' ')
    .trim();
const amounts = () => act.page.locator('.amount > span').allInnerTexts();
const approve = () => button('Approve').click();
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
async function leave(): Promise<void> {
  await act.page.keyboard.press('Escape');
  await gone();
}

describe('a transaction in the modal', () => {
  it('[TX-01] [TX-02] [EMBW-10] a transaction goes from the preparation through the review to the receipt, and the host gets the result while the receipt still shows', {
    tags: 'story',
  }, async () => {
    await begin();
    const before = await balanceOf(friend);
    node.fail('slow');
    await request({ to: friend, value: ether / 2n });
    await heading('Preparing your transaction');
    await expect.poll(() => node.waiting()).toBeGreaterThan(0);
    node.fail(null);
    node.release();
    await act.screen(screen).waitFor();
    await heading('Send 0.5 ETH');
    expect(await row('Expected changes')).toBe('−0.5 ETH');
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await approve();
    await heading('All Done');
    const { hash, receipt } = await settled();
    expect(receipt).toMatchObject({ status: 1, transactionHash: hash });
    expect((await balanceOf(friend)) - before).toBe(ether / 2n);
    const link = act.page.getByRole('link', { name: 'View on explorer' });
    expect(await link.getAttribute('href')).toBe(`${explorer}/tx/${hash}`);
    await button('Close').last().click();
    await gone();
  });

  it('[TX-05] [TX-19] [DISP-02] the review of a transaction shows the amount in dollars to the cent, the estimated fee, and the total of value and fee', async () => {
    await begin();
    await fixture.harness.chain.request('anvil_setNextBlockBaseFeePerGas', ['0x174876e800']);
    await fixture.harness.chain.request('anvil_mine', ['0x1']);
    await request({ to: friend, value: 123_456_789n * 10n ** 9n });
    await heading('Send 0.123457 ETH');
    expect(await amounts()).toEqual(['$308.64', '0.123457\u00a0ETH']);
    const ofCoin = async (name: string) => Number(/([\d.]+)\sETH/.exec(await row(name))?.[1]);
    expect(await ofCoin('Estimated fee')).toBeGreaterThan(0.002);
    expect((await ofCoin('Total')) - (await ofCoin('Estimated fee'))).toBeCloseTo(0.123457, 5);
    await leave();
  });

  it('[DISP-05] [DISP-06] the review of a transaction shows the network with its mark, and ETH if the chain names no coin', async () => {
    // The node is on the wrong chain. The known facts about the network are still shown.
    await begin(0n, { chains: [{ ...devnet(), id: 8453, name: 'Base' }] });
    await request({ to: friend, value: ether });
    await heading('Send 1 ETH');
    expect(await row('Network')).toBe('Base');
    expect(await act.page.locator('.row .network-mark[data-network="8453"]').count()).toBe(1);
  });

  it('[DISP-09] [DISP-08] [CONF-18] the review of a transaction shows dollars first, with the price of the service, or the coin first if the host configures that', async () => {
    await begin();
    await request({ to: friend, value: ether });
    await heading('Send 1 ETH');
    expect(await amounts()).toEqual(['$2,500.00', '1\u00a0ETH']);
    expect(await row('Network')).toBe('Tidewater devnet');
    expect(await act.page.locator('.network-mark[data-network=other]').count()).toBe(1);
    await button('Reject').click();
    await gone();

    await begin(2n * ether, { embeddedWallets: { priceDisplay: { primary: 'native-token' } } });
    await request({ to: friend, value: ether });
    await heading('Send 1 ETH');
    expect(await amounts()).toEqual(['1\u00a0ETH', '$2,500.00']);
  });

  it('[TX-06] the review of a transaction shows what a transfer or an approval of tokens does, which then happens', async () => {
    await begin();
    await token.write('mint', [await ownAddress(), 200_000_000n]);
    await request({ to: token.address, data: token.encode('transfer', [friend, 25_000_000n]) });
    await heading('Send 25 USDX');
    expect(await row('Action')).toBe('Transfer');
    expect(await row('Amount')).toBe('25 USDX');
    expect(await row('Spender')).toContain('0x5290…9EE7');
    await approve();
    await heading('All Done');
    expect(await token.read('balanceOf', [friend])).toBe(25_000_000n);
    await act.page.keyboard.press('Escape');
    await gone();

    await request({ to: token.address, data: token.encode('approve', [gate.address, 100_000_000n]) });
    const spender = `${gate.address.slice(0, 6)}…${gate.address.slice(-4)}`;
    await heading(`Allow ${spender} to spend 100 USDX`);
    expect(await row('Action')).toBe('Approve');
    expect(await row('Amount')).toBe('100 USDX');
    expect(await row('Spender')).toContain(spender);
    await approve();
    await heading('All Done');
    expect(await token.read('allowance', [await ownAddress(), gate.address])).toBe(100_000_000n);
    await leave();
  });

  it('the review of a transaction explains an unlimited approval, which needs two presses; a double click and a held Enter count as one', async () => {
    await begin();
    const { address } = await deploy(fixture.harness.chain, 'Reverter');
    await request({ to: token.address, data: token.encode('approve', [address, 2n ** 256n - 1n]) });
    const spender = `${address.slice(0, 6)}…${address.slice(-4)}`;
    await heading(`Allow ${spender} to spend all your USDX, now and later`);
    await act.page.getByText('Anyone who controls this address can take all of these tokens').waitFor();
    await button('Approve').dblclick();
    const yes = act.dialog.locator('button:not([aria-disabled])', { hasText: 'Yes, approve' });
    await yes.waitFor();
    await yes.evaluate((element) => element.blur());
    await act.page.keyboard.down('Enter');
    await yes.focus();
    // Playwright sends a repeated keydown for a key that is down already.
    await act.page.keyboard.down('Enter');
    await act.page.keyboard.up('Enter');
    expect(await act.page.locator('.progress').count()).toBe(0);
    expect(await token.read('allowance', [await ownAddress(), address])).toBe(0n);
    await yes.click();
    await heading('All Done');
    expect(await token.read('allowance', [await ownAddress(), address])).toBe(2n ** 256n - 1n);
    await leave();
  });

  it('the review of a transaction warns of a recipient that looks like a known one, with the whole address, and of an extreme fee', async () => {
    await begin(1000n * ether);
    await request({ to: friend, value: 1n });
    await approve();
    await heading('All Done');
    await leave();
    const poisoned = `${friend.slice(0, 6)}${'c'.repeat(32)}${friend.slice(-4)}`.toLowerCase();
    await request({ to: poisoned, value: 1n });
    await act.page.getByText('This address looks like one you know, but is another one.').waitFor();
    expect((await act.page.locator('.warnings .whole').innerText()).toLowerCase()).toBe(poisoned);
    await button('Approve').click();
    await button('Yes, approve').waitFor();
    expect(await act.page.locator('.progress').count()).toBe(0);
    await leave();
    node.lieAboutFees(10n ** 15n);
    await request({ to: friend, value: 1n });
    await act.page.getByText('The fee is far higher than usual.').waitFor();
    await button('Approve').click();
    await button('Yes, approve').waitFor();
    expect(await settledNow()).toBeNull();
    await leave();
  });

  it('[TX-03] [TX-10] [TX-17] the modal shows a failed transaction with its code, message and hash, and retries with a new nonce', async () => {
    await begin();
    await act.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await gate.write('setOpen', [true]);
    const next = Number(
      await fixture.harness.chain.request('eth_getTransactionCount', [await ownAddress(), 'latest']),
    );
    // The caller sets the nonce, which the failing attempt uses up.
    await request({ to: gate.address, data: gate.encode('onlyWhileOpen'), nonce: next });
    await button('Approve').waitFor();
    await gate.write('setOpen', [false]);
    await approve();
    await heading('Transaction failed');
    const shell = act.page.locator('.shell');
    await shell.getByText('transaction_failure', { exact: true }).waitFor();
    await shell.getByText('The transaction was reverted').waitFor();
    await button('Copy transaction hash').click();
    const hash = await act.page.evaluate(() => navigator.clipboard.readText());
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    const link = act.page.getByRole('link', { name: 'View on explorer' });
    expect(await link.getAttribute('href')).toBe(`${explorer}/tx/${hash}`);
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    expect(await settledNow()).toBeNull();
    await gate.write('setOpen', [true]);
    await button('Retry transaction').click();
    await approve();
    await heading('All Done');
    const again = await settled();
    expect(again.receipt?.status).toBe(1);
    const nonceOf = async (of: string | undefined) =>
      Number(
        ((await fixture.harness.chain.request('eth_getTransactionByHash', [of])) as { nonce: string }).nonce,
      );
    expect(await nonceOf(hash)).toEqual(next);
    expect(await nonceOf(again.hash)).toEqual(next + 1);

    await leave();
    await request({ to: gate.address, data: gate.encode('onlyWhileOpen') });
    await button('Approve').waitFor();
    await gate.write('setOpen', [false]);
    await approve();
    await heading('Transaction failed');
    await button('Close').last().click();
    expect(await settled()).toMatchObject({ code: 'transaction_failure', details: { hash: /^0x/ } });
    await gone();
  });

  it('[ERR-02] the review of a transaction says how much a wallet is short of, and continues once the wallet has been funded', async () => {
    await begin(ether / 10n);
    await request({ to: friend, value: ether / 2n });
    await heading('Send 0.5 ETH');
    expect(await button('Insufficient balance').isDisabled()).toBe(true);
    await act.page.getByText(/^You need 0\.4\d*\sETH more on Tidewater devnet\.$/).waitFor();
    await fixture.harness.chain.fund(await ownAddress(), ether);
    await button('Try again').click();
    await approve();
    await heading('All Done');
    await leave();
  });

  it('[TX-15] the review says that a transaction which could not be prepared will likely fail, and prepares it again when the user presses', async () => {
    await begin();
    node.fail('down');
    await request({ to: friend, value: 1n });
    const text = 'There was an error preparing your transaction. Your transaction request will likely fail.';
    await act.page.getByText(text).waitFor();
    expect(await button('Approve').count()).toBe(0);
    node.fail(null);
    await button('Try again').click();
    await button('Approve').waitFor();
    expect(await act.page.getByText(text).count()).toBe(0);
    await button('Reject').click();
    await gone();
    // A transaction that fails in the simulation can still be sent if the caller sets the gas limit.
    await request({ to: gate.address, data: gate.encode('withNothing'), gasLimit: 100_000 });
    await act.page.getByText(text).waitFor();
    await approve();
    await heading('Transaction failed');
    await leave();
  });

  it('a request to send a transaction reports user rejection after closing and after Reject, and sends nothing', async () => {
    await begin();
    const requestByProvider = () =>
      act.page.evaluate(async (to) => {
        const [wallet] = window.host.wallets;
        const provider = await wallet?.getEthereumProvider();
        const asked = provider?.request({
          method: 'eth_sendTransaction',
          params: [{ from: wallet?.address, to, value: '0x1' }],
        });
        return asked?.catch((error: { code: number }) => error.code);
      }, friend);
    for (const [way, refuse] of [
      ['closing', () => act.page.keyboard.press('Escape')],
      ['Reject', () => button('Reject').click()],
    ] as const) {
      await request({ to: friend, value: 1n });
      await button('Approve').waitFor();
      await refuse();
      expect(await settled(), way).toMatchObject({
        code: 'user_rejected_request',
        message: 'User rejected request',
      });
      await gone();
      const code = requestByProvider();
      await button('Approve').waitFor();
      await refuse();
      expect(await code, way).toBe(4001);
      await gone();
    }
    expect(node.requests.flatMap(({ methods }) => methods)).not.toContain('eth_sendRawTransaction');
  });

  it('[TX-08] an approved transaction continues even if the modal is closed, and the caller gets the receipt', async () => {
    await begin();
    await request({ to: friend, value: 3n });
    await button('Approve').waitFor();
    node.fail('slow', ['eth_sendRawTransaction']);
    await approve();
    await expect.poll(() => node.waiting()).toBe(1);
    await act.page.keyboard.press('Escape');
    await gone();
    expect(await settledNow()).toBeNull();
    node.fail(null);
    node.release();
    const { hash, receipt } = await settled();
    const from = (await ownAddress()).toLowerCase();
    expect(receipt).toMatchObject({ transactionHash: hash, status: 1, gasUsed: '0x5208' });
    expect(receipt?.effectiveGasPrice).toMatch(/^0x[0-9a-f]+$/);
    expect(receipt?.from.toLowerCase()).toEqual(from);
    expect(receipt?.to?.toLowerCase()).toEqual(friend.toLowerCase());
  });

  it('the review of a transaction has no control focused at first, so a late key press sends nothing', async () => {
    await begin();
    await request({ to: friend, value: 1n });
    await button('Approve').waitFor();
    await act.page.keyboard.press('Enter');
    await act.page.keyboard.press('Space');
    expect(await act.page.locator('.progress').count()).toBe(0);
    expect(await settledNow()).toBeNull();
    await leave();
  });

  it('[DISP-01] [DISP-04] a user sends a tiny amount with the keyboard only, from the review to the closed receipt, on a chain whose explorer has no valid URL', async () => {
    const nowhere = { default: { name: 'Explorer', url: 'explorer.example' } };
    await begin(2n * ether, { chains: [{ ...devnet(), blockExplorers: nowhere }] });
    await request({ to: friend, value: 0n });
    await button('Reject').waitFor();
    expect(await amounts()).toEqual(['$0.00', '0\u00a0ETH']);
    await button('Reject').click();
    await gone();
    await request({ to: friend, value: 1n });
    await button('Approve').waitFor();
    expect(await amounts()).toEqual(['<$0.01', '<0.001\u00a0ETH']);
    const focused = () =>
      act.page.evaluate(
        () => document.querySelector('latchkey-modal')?.shadowRoot?.activeElement?.textContent,
      );
    for (let steps = 0; (await focused()) !== 'Approve'; steps += 1) {
      expect(steps).toBeLessThan(12);
      await act.page.keyboard.press('Tab');
    }
    await act.page.keyboard.press('Enter');
    await heading('All Done');
    await expect.poll(focused).toBe('Close');
    const { hash, receipt } = await settled();
    expect(receipt?.status).toBe(1);
    const link = act.page.getByRole('link', { name: 'View on explorer' });
    expect(await link.getAttribute('href')).toBe(`https://etherscan.io/tx/${hash}`);
    await act.page.keyboard.press('Enter');
    await gone();
  });

  it("[TX-09] the review of a transaction shows the app's texts in their places, and separately, in the modal's own words, what the transaction does", async () => {
    await begin();
    const imgUrl = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/%3E';
    await request(
      { to: friend, value: 1n },
      {
        description: 'A berth for you.',
        buttonText: 'Book',
        successHeader: 'Booked',
        successDescription: 'See you at the pier.',
        transactionInfo: {
          title: 'Your booking',
          action: 'Book a berth',
          actionDescription: 'Two nights.',
          contractInfo: { imgUrl, imgAltText: 'The pier' },
        },
      },
    );
    await heading('Send <0.001 ETH');
    await act.page.getByText('A berth for you.').waitFor();
    const panel = act.page.locator('.details-panel');
    expect(await panel.isVisible()).toBe(false);
    await act.page.getByText('Your booking', { exact: true }).click();
    for (const text of ['Book a berth', 'Two nights.']) await panel.getByText(text).waitFor();
    expect(await panel.getByAltText('The pier').getAttribute('src')).toBe(imgUrl);
    await button('Book').click();
    await heading('Booked');
    await act.page.getByText('See you at the pier.').waitFor();
    await leave();
  });

  it('[MODAL-14] the details of a transaction are at most 700 px high and its data at most 310 px, and both scroll inside', async () => {
    await begin();
    await act.page.setViewportSize({ width: 900, height: 1600 });
    const keys = Array.from({ length: 40 }, (_, place) => `0x${place.toString(16).padStart(64, '0')}`);
    const accessList = keys.map((key) => ({ address: friend, storageKeys: [key] }));
    await request({
      to: gate.address,
      data: `0x12345678${'ab'.repeat(4000)}`,
      gasLimit: 500_000,
      accessList,
    });
    await heading('Call an unknown contract');
    await act.page.getByText('Details', { exact: true }).click();
    for (const [place, most] of [
      ['.details-panel', 700],
      ['.details-panel .sheet', 310],
    ] as const) {
      const size = await act.page
        .locator(place)
        .evaluate((element: HTMLElement) => [
          element.offsetHeight,
          element.scrollHeight > element.clientHeight,
        ]);
      expect(size, place).toEqual([most, true]);
    }
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await leave();
    await act.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('the wallet signs a transaction without sending it, for a caller that requests only the signature', async () => {
    await begin();
    await request({ to: friend, value: 5n }, undefined, 'sign');
    await button('Sign').click();
    await heading('Signed');
    await gone();
    const { signature } = await settled();
    const before = await balanceOf(friend);
    await fixture.harness.chain.request('eth_sendRawTransaction', [signature]);
    await expect.poll(() => balanceOf(friend)).toBe(before + 5n);
  });

  it('[TX-12] [TX-16] [EMBW-22] an impossible transaction is refused before any screen', async () => {
    await begin();
    await request({ to: friend, chainId: 5 });
    expect(await settled()).toMatchObject({
      code: 'unsupported_chain_id',
      message:
        'Chain ID 5 is not supported. It must be added to the config.supportedChains property of the LatchkeyProvider.',
    });
    await request({ to: friend, value: 1n, colour: 'red' });
    expect(await settled()).toMatchObject({ message: 'Invalid transaction request' });
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    const appId = await createApp(fixture.harness, {});
    await open({ appId, config: { chains: [devnet()] } });
    await request({ to: friend });
    expect((await settled()).code).toBe('must_be_authenticated');
    await act.logIn(newEmail());
    await gone();
    await request({ to: friend });
    expect((await settled()).code).toBe('embedded_wallet_not_found');
  });
});

describe('a permit to sign', () => {
  it('the modal shows what a permit allows, with a warning, and needs two presses to sign it', async () => {
    await begin();
    const owner = await ownAddress();
    const field = (name: string, type: string) => ({ name, type });
    const signing = act.page.evaluate(
      (typedData) => window.host.signTypedData({ typedData: typedData as never }),
      {
        domain: { name: 'Dollar', version: '1', chainId: 31337, verifyingContract: token.address },
        types: {
          Permit: [
            field('owner', 'address'),
            field('spender', 'address'),
            field('value', 'uint256'),
            field('nonce', 'uint256'),
            field('deadline', 'uint256'),
          ],
        },
        primaryType: 'Permit',
        message: { owner, spender: friend, value: `0x${'f'.repeat(64)}`, nonce: '0', deadline: '2000000000' },
      },
    );
    const of = `${token.address.slice(0, 6)}…${token.address.slice(-4)}`;
    await act.page.getByText(`Allow 0x5290…9EE7 to spend all your ${of}, now and later`).waitFor();
    await act.page.getByText('Anyone who controls this address can take all of these tokens').waitFor();
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await button('Sign').dblclick();
    await button('Yes, sign').click();
    const signature = await signing;
    await gone();
    const [r, s, v] = [
      signature.slice(0, 66),
      `0x${signature.slice(66, 130)}`,
      Number(`0x${signature.slice(130)}`),
    ];
    await token.write('permit', [owner, friend, 2n ** 256n - 1n, 2_000_000_000n, v, r, s]);
    expect(await token.read('allowance', [owner, friend])).toBe(2n ** 256n - 1n);
  });
});

describe('a wallet on several chains', () => {
  it('a wallet switches its chain for hooks and provider alike, and only to configured chains', async () => {
    const second = { ...devnet(), id: 31338, name: 'Elsewhere' };
    await begin(2n * ether, { chains: [devnet(), second] });
    const switchTo = (chainId: number) =>
      act.page.evaluate(
        (id) =>
          window.host.switchChain({ chainId: id }).then(
            () => null,
            (error) => error.code,
          ),
        chainId,
      );
    const chainIdNow = () =>
      act.page.evaluate(async () => {
        const provider = await window.host.wallets[0]?.getEthereumProvider();
        return provider?.request({ method: 'eth_chainId' });
      });
    expect(await switchTo(5)).toBe(4902);
    expect(await switchTo(31338)).toBeNull();
    expect(await chainIdNow()).toBe('0x7a6a');
    // The node reports another chain, so no transaction can be prepared.
    await request({ to: friend, value: 1n });
    await heading('Send <0.001 ETH');
    expect(await row('Network')).toBe('Elsewhere');
    await button('Try again').waitFor();
    await button('Reject').click();
    await gone();
    await act.page.evaluate(() => window.host.wallets[0]?.switchChain(31337));
    await request({ to: friend, value: 1n });
    await button('Approve').click();
    await heading('All Done');
    await leave();
    const hash = act.page.evaluate(async (to) => {
      const [wallet] = window.host.wallets;
      const provider = await wallet?.getEthereumProvider();
      const transaction = { from: wallet?.address, to, value: '0x2' };
      return provider?.request({ method: 'eth_sendTransaction', params: [transaction] });
    }, friend);
    await button('Approve').click();
    await heading('All Done');
    expect(await fixture.harness.chain.request('eth_getTransactionByHash', [await hash])).toMatchObject({
      value: '0x2',
    });
    await leave();
  });
});

describe('sending without prompts', () => {
  const config = { embeddedWallets: { noPromptOnSignature: true } };

  it('[SIGN-07] [TX-11] sending without prompts shows no screen unless the request asks for one, and refuses a wallet that is short of funds', async () => {
    const appId = await createApp(fixture.harness, {
      embedded_wallet_config: walletsOnLogin,
      legacy_wallet_ui_config: true,
    });
    node.fail(null);
    await openWithWallet({ appId, config: { chains: [devnet()], ...config } });
    await request({ to: friend, value: 1n });
    expect(await settled()).toMatchObject({
      code: 'insufficient_balance',
      message: 'Wallet has insufficient funds for this transaction.',
    });
    await fixture.harness.chain.fund(await ownAddress(), ether);
    const before = await balanceOf(friend);
    await request({ to: friend, value: 7n });
    expect((await settled()).receipt?.status).toBe(1);
    expect(await balanceOf(friend)).toBe(before + 7n);
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    // A request with `showWalletUIs: true` shows the prompt.
    for (const what of ['send', 'sign'] as const) {
      await request({ to: friend, value: 7n }, { showWalletUIs: true }, what);
      await button('Reject').click();
      expect(await settled()).toMatchObject({ code: 'user_rejected_request' });
      await gone();
    }
    expect(await balanceOf(friend)).toBe(before + 7n);
  });
});
