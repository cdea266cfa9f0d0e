import { type Contract, deploy } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Harness,
  openProfile,
  type Profile,
  screenshot,
  startHarness,
} from '../../e2e/harness/index.ts';
import { readSignedTransaction } from '../../e2e/harness/signer.ts';
import {
  openPublishedApp,
  type PublishedApp,
  publishReactAuthHost,
  type Send,
  walked,
} from './publishedApp.ts';

// The published clients, unmodified, send with their own screens. Prices come from our service, and the chain is the
// harness's.

const ether = 10n ** 18n;
const dollar = 10n ** 6n;

const clients = walked([
  { version: '1.99.1', path: '/', payee: '0x000000000000000000000000000000000000A199' },
  {
    version: '1.90.0',
    path: '/older',
    client: 'react-auth-v1-events',
    payee: '0x000000000000000000000000000000000000a190',
  },
  {
    version: '3.45.0',
    path: '/newest',
    page: 'reactAuthNewest.jsx',
    client: 'react-auth-newest',
    payee: '0x000000000000000000000000000000000000a345',
  },
]);

let harness: Harness;
let token: Contract;

const balanceOf = async (address: string) =>
  BigInt((await harness.chain.request('eth_getBalance', [address, 'latest'])) as string);
const countSent = async (address: string) =>
  Number(await harness.chain.request('eth_getTransactionCount', [address, 'latest']));
const feeOf = async (hash: string) => {
  const find = () => harness.chain.request('eth_getTransactionReceipt', [hash]);
  await expect.poll(find).toMatchObject({ status: '0x1' });
  const { gasUsed = '', effectiveGasPrice = '' } = (await find()) as Record<string, string>;
  return BigInt(gasUsed) * BigInt(effectiveGasPrice);
};

function listSends(payee: string): Send[] {
  const coin = { to: payee, value: `0x${ether.toString(16)}` };
  const tooMuch = { to: payee, value: `0x${(1_000n * ether).toString(16)}` };
  const data = token.encode('transfer', [payee, 12n * dollar + dollar / 2n]);
  const unseen = { uiOptions: { showWalletUIs: false } };
  const signed = {
    chainId: 31337,
    nonce: 7,
    gas: '0x5208',
    maxFeePerGas: '0x9',
    maxPriorityFeePerGas: '0x1',
  };
  return [
    { name: 'Send coin', transaction: coin },
    { name: 'Send token', transaction: { to: token.address, data } },
    { name: 'Send too much', transaction: tooMuch },
    { name: 'Send without screens', transaction: coin, ...unseen },
    { name: 'Send too much without screens', transaction: tooMuch, ...unseen },
    { name: 'Send through provider', transaction: coin, method: 'eth_sendTransaction' },
    {
      name: 'Sign through provider only',
      transaction: { ...coin, ...signed },
      method: 'eth_signTransaction',
    },
  ];
}

beforeAll(async () => {
  const create_on_login = 'users-without-wallets';
  harness = await startHarness({
    app: { published_clients: true, embedded_wallet_config: { ethereum: { create_on_login } } },
  });
  token = await deploy(harness.chain, 'TestToken', ['Dollar', 'USDX', 6]);
  for (const { version: _, payee, ...host } of clients) {
    const chain = { chainId: harness.chain.chainId, rpcUrl: harness.chainUrl, sends: listSends(payee) };
    await publishReactAuthHost(harness, { ...host, chain });
  }
});
afterAll(() => harness?.close());

describe.each(clients)('react-auth $version', ({ version, path, payee }) => {
  // The newest version completes transactions with viem. Its fee and its texts for a node's rejection differ.
  const isNewest = version === '3.45.0';
  let profile: Profile;
  let page: Page;
  let app: PublishedApp;
  let address: string;
  const says = (text: string | RegExp) => app.modal.getByText(text, { exact: true }).first().waitFor();
  /** Approves on the client's own review, and returns the hash that the host app gets. */
  const approve = async () => {
    await app.modal.getByRole('button', { name: 'Approve' }).click();
    await says('Transaction complete!');
    await app.modal.getByRole('button', { name: 'All Done' }).click();
    return app.read('result');
  };

  beforeAll(async () => {
    profile = await openProfile();
    page = await profile.newPage();
    app = await openPublishedApp(harness, page, `${harness.host.origin}${path}`);
    await app.logIn(`sender-${version}@example.com`);
    address = await app.read('connected');
    await harness.chain.fund(address, 10n * ether);
    await token.write('mint', [address, 50n * dollar]);
  });
  afterAll(() => profile?.close());

  test('react-auth sends coin after a review in dollars, and the coin arrives', async () => {
    await app.press('Send coin');
    await says('Approve transaction');
    await says('$25,000.00');
    // The newest version omits the total, and shows the gas limit as the fee.
    if (!isNewest) await says(/^\$2,500\.\d\d$/);
    await screenshot(page, `conformance-send-${version}`);
    const hash = await approve();
    expect(await balanceOf(payee)).toBe(ether);
    expect(await balanceOf(address)).toBe(9n * ether - (await feeOf(hash)));
  });

  test('react-auth sends a token, and shows an amount in the token’s symbol and decimals in the review', async () => {
    await app.press('Send token');
    await says('Approve transfer');
    await says(isNewest ? '50 USDX' : '12.5 USDX');
    await screenshot(page, `conformance-send-token-${version}`);
    await feeOf(await approve());
    expect(await token.read('balanceOf', [payee])).toBe(12n * dollar + dollar / 2n);
    expect(await token.read('balanceOf', [address])).toBe(37n * dollar + dollar / 2n);
  });

  test('react-auth sends a transaction that a dapp requests from the provider, after the same review', async () => {
    const [before, sent] = [await balanceOf(payee), await countSent(address)];
    await app.press('Send through provider');
    await says('Approve transaction');
    await feeOf(await approve());
    expect(await balanceOf(payee)).toBe(before + ether);
    expect(await countSent(address)).toBe(sent + 1);
  });

  test('react-auth sends without screens if the host turns the screens off', async () => {
    const before = await balanceOf(payee);
    await app.press('Send without screens');
    await feeOf(await app.read('result'));
    expect(await balanceOf(payee)).toBe(before + ether);
  });

  test('react-auth sends nothing if the user declines or the wallet cannot pay, and reports the reason', async () => {
    const [before, sent] = [await balanceOf(payee), await countSent(address)];
    await app.press('Send coin');
    await app.modal.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    await page.keyboard.press('Escape');
    expect(await app.read('result')).toBe('error: The user rejected the request');

    await app.press('Send too much');
    if (isNewest) {
      await app.modal.getByRole('button', { name: 'Approve' }).click();
      await says(/^insufficient funds for gas/);
    } else {
      await says('Add funds on Ethereum to complete transaction.');
      expect(await app.modal.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    }
    await page.keyboard.press('Escape');
    expect(await app.read('result')).toMatch(isNewest ? /insufficient funds/ : /user rejected/);

    await app.press('Send too much without screens');
    expect(await app.read('result')).toMatch(/^error: .*insufficient funds/is);
    expect(await balanceOf(payee)).toEqual(before);
    expect(await countSent(address)).toEqual(sent);
  });

  if (!isNewest) {
    test('react-auth signs a transaction for the provider, with fields named as in JSON-RPC', async () => {
      await app.press('Sign through provider only');
      const { signer, read } = readSignedTransaction(await app.read('result'));
      expect(signer).toBe(address);
      expect(read).toMatchObject({ nonce: 7n, gas: 21_000n, maxFeePerGas: 9n, value: ether });
    });
  }
});
