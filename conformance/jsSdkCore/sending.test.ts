import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Harness,
  openProfile,
  type Profile,
  startHarness,
  waitInPage,
} from '../../e2e/harness/index.ts';
import { readSignedTransaction } from '../../e2e/harness/signer.ts';
import { bundlePublishedHost } from '../bundle.ts';
import { versions } from './client.ts';

// The headless client, in a page that mounts its wallet frame: its EIP-1193 provider sends on the harness's chain.

declare global {
  interface Window {
    /** `conformance/host/jsSdkCore.js` */
    app: {
      start(): Promise<void>;
      sendCode(email: string): Promise<unknown>;
      logIn(email: string, code: string): Promise<string>;
      request(method: string, params: unknown[]): Promise<unknown>;
    };
  }
}

const ether = 10n ** 18n;
const payee = '0x00000000000000000000000000000000000A11cE';
const coin = { to: payee, value: `0x${ether.toString(16)}` };
/** A contract of ten bytes that returns 42, and the code that creates it. */
const runtime = '602a60005260206000f3';
const creation = `0x600a600c600039600a6000f3${runtime}`;

let harness: Harness;
const balanceOf = async (address: string) =>
  BigInt((await harness.chain.request('eth_getBalance', [address, 'latest'])) as string);

const arrived = async (hash: unknown) => {
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  const find = () => harness.chain.request('eth_getTransactionReceipt', [hash]);
  await expect.poll(find).toMatchObject({ status: '0x1' });
  return (await find()) as Record<string, unknown>;
};

beforeAll(async () => {
  harness = await startHarness({ app: { published_clients: true } });
  for (const { name, version } of versions) {
    harness.host.setPage(`/${version}`, {
      script: await bundlePublishedHost('jsSdkCore.js', name === '@privy-io/js-sdk-core' ? undefined : name),
      config: {
        apiUrl: harness.url,
        appId: harness.appId,
        chainId: harness.chain.chainId,
        rpcUrl: harness.chainUrl,
      },
    });
  }
});
afterAll(() => harness?.close());

describe.each(versions)('js-sdk-core $version in a page', ({ version }) => {
  let profile: Profile;
  let page: Page;
  let address: string;
  const request = (method: string, ...params: unknown[]) =>
    page.evaluate(([name, values]) => window.app.request(name, values), [method, params] as const);

  beforeAll(async () => {
    profile = await openProfile();
    page = await profile.newPage();
    await page.goto(`${harness.host.origin}/${version}`);
    await waitInPage(page, () => window.app !== undefined);
    await page.evaluate(() => window.app.start());
    const email = `sender-${version}@example.com`;
    await page.evaluate((to) => window.app.sendCode(to), email);
    const code = await harness.inbox.nextCode(email);
    address = await page.evaluate(([to, digits]) => window.app.logIn(to, digits), [email, code] as const);
    await harness.chain.fund(address, 10n * ether);
  });
  afterAll(() => profile?.close());

  test('js-sdk-core sends the transactions that its provider is asked to send, and the coin arrives', async () => {
    const before = await balanceOf(payee);
    expect(await request('eth_accounts')).toEqual([address]);
    await arrived(await request('eth_sendTransaction', coin));
    await arrived(await request('eth_sendTransaction', { ...coin, from: address, gas: '0x5208' }));
    const priced = { ...coin, type: '0x0', gasPrice: '0x77359400' };
    await arrived(await request('eth_sendTransaction', priced));
    expect(await balanceOf(payee)).toBe(before + 3n * ether);
  });

  test('js-sdk-core creates a contract', async () => {
    const { contractAddress } = await arrived(await request('eth_sendTransaction', { data: creation }));
    expect(await harness.chain.request('eth_getCode', [contractAddress, 'latest'])).toBe(`0x${runtime}`);
  });

  test('js-sdk-core signs a transaction without sending it, with fields named as in JSON-RPC', async () => {
    const fields = { chainId: 31337, nonce: 9, gas: '0x5208', type: '0x2' };
    const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' };
    const before = await balanceOf(payee);
    const { signer, read } = readSignedTransaction(
      String(await request('eth_signTransaction', { ...coin, ...fields, ...fees })),
    );
    expect(signer).toBe(address);
    expect(read).toMatchObject({ nonce: 9n, gas: 21_000n, maxFeePerGas: 2_000_000_000n, value: ether });
    expect(await balanceOf(payee)).toBe(before);
  });

  test('js-sdk-core reports why a transaction was not sent or signed', async () => {
    const before = await balanceOf(address);
    const tooMuch = { to: payee, value: `0x${(1_000n * ether).toString(16)}` };
    expect(await request('eth_sendTransaction', tooMuch)).toEqual({
      error: expect.stringMatching(/insufficient funds/i),
    });
    const foreign = { ...coin, from: payee, chainId: 31337, nonce: 9, gas: '0x5208', gasPrice: '0x1' };
    expect(await request('eth_signTransaction', foreign)).toEqual({
      error: expect.stringContaining("is not the wallet's"),
    });
    expect(await balanceOf(address)).toBe(before);
  });
});
