import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { Base58 } from 'ox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Host, openProfile, startHost } from '../harness/index.ts';
import { type PageWallet, putWallets } from './pageWallets.ts';

let sandbox: Sandbox;
let host: Host;
let page: Page;
let wallet: PageWallet;
beforeAll(async () => {
  [sandbox, host] = await Promise.all([
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] }),
    startHost(),
  ]);
  host.setPage('/', { body: '<h1>Tidewater</h1>' });
  const { context, newPage } = await openProfile();
  const look = { rdns: 'example.driftwood', name: 'Driftwood', chainId: 31337, solana: 'message' } as const;
  const [made] = await putWallets(context, [
    { ...look, nodes: [sandbox.chain, sandbox.secondChain], cluster: sandbox.solana },
  ]);
  if (!made) throw new Error('There is no wallet');
  wallet = made;
  page = await newPage();
  await page.goto(host.origin);
});
afterAll(async () => {
  await page?.context().close();
  await Promise.all([sandbox?.close(), host?.close()]);
});

/** Sends the wallet a request as a dapp does. Returns the error's code if it refuses. */
const request = (method: string, params: unknown[] = []) =>
  page.evaluate(
    async ([name, values]) => {
      let found: { request(asked: object): Promise<unknown> } | undefined;
      const take = (event: Event) => {
        found = (event as CustomEvent).detail.provider;
      };
      window.addEventListener('eip6963:announceProvider', take, { once: true });
      window.dispatchEvent(new Event('eip6963:requestProvider'));
      return found?.request({ method: name, params: values }).catch(({ code }: { code: number }) => code);
    },
    [method, params] as const,
  );

test('a wallet that a test puts into a page sends on its current chain with its own key, and switches only to chains that it knows', async () => {
  const to = `0x${'ab'.repeat(20)}`;
  const transaction = { from: wallet.address, to, value: '0x5' };
  expect(await request('eth_sendTransaction', [transaction])).toBe(4100);
  await request('eth_requestAccounts');
  await sandbox.secondChain.fund(wallet.address, 10n ** 18n);
  expect(await request('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBe(4902);
  expect(await request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toBeNull();
  const hash = await request('eth_sendTransaction', [transaction]);
  const receipt = () => sandbox.secondChain.request('eth_getTransactionReceipt', [hash]);
  await expect.poll(receipt).toMatchObject({ status: '0x1', from: wallet.address.toLowerCase(), to });
  expect(await request('eth_getBalance', [to, 'latest'])).toBe('0x5');
  expect(await request('eth_sendTransaction', [{ ...transaction, from: to }])).toBe(4100);
});

test('a wallet that a test puts into a page sends on Solana with its own key', async () => {
  await sandbox.solana.fund(wallet.solanaAddress, 10n ** 9n);
  const to = 'Ff34MXWdgNsEJ1kJFj9cXmrEe7y2P93b95mGu5CJjBQJ';
  const { value } = (await sandbox.solana.request('getLatestBlockhash')) as { value: { blockhash: string } };
  const amount = 10n ** 7n;
  const bytes = writeTransfer(wallet.solanaAddress, to, value.blockhash, amount);
  const signature = await page.evaluate(
    async (content) => {
      interface Wallet {
        readonly features: Record<
          string,
          { signAndSendTransaction(input: object): Promise<{ signature: Uint8Array }[]> }
        >;
      }
      let found: Wallet | undefined;
      const register = (one: Wallet) => {
        found = one;
      };
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
      const feature = found?.features['solana:signAndSendTransaction'];
      const [sent] = (await feature?.signAndSendTransaction({ transaction: Uint8Array.from(content) })) ?? [];
      return sent?.signature.length;
    },
    [...bytes],
  );
  expect(signature).toBe(64);
  const balance = async () =>
    Number(((await sandbox.solana.request('getBalance', [to])) as { value: bigint }).value);
  await expect.poll(balance).toBe(Number(amount));
});

/** Writes an unsigned transfer of the system program. https://solana.com/docs/core/transactions */
function writeTransfer(from: string, to: string, blockhash: string, lamports: bigint): Uint8Array {
  const systemProgram = new Uint8Array(32);
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  const accounts = [...Base58.toBytes(from), ...Base58.toBytes(to), ...systemProgram];
  const instruction = [2, 2, 0, 1, data.length, ...data];
  const message = [1, 0, 1, 3, ...accounts, ...Base58.toBytes(blockhash), 1, ...instruction];
  return Uint8Array.from([1, ...new Uint8Array(64), ...message]);
}
