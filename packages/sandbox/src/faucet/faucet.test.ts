import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playToken } from '../chain/index.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';
import { createEther } from './index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
});
afterAll(() => sandbox.close());

const origin = 'https://dapp.example';
const balanceOf = async (address: string) =>
  BigInt((await sandbox.chain.request('eth_getBalance', [address, 'latest'])) as string);
const playOf = async (address: string) => {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
  return BigInt((await sandbox.chain.request('eth_call', [{ to: playToken.address, data }])) as string);
};
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const tenEther = 10n ** 19n;

describe('the faucet', () => {
  const give = (body: string, type = 'application/json') =>
    fetch(`${sandbox.url}/faucet`, { method: 'POST', headers: { 'content-type': type, origin }, body });

  test('the faucet gives an Ethereum wallet 10 ETH each time', async () => {
    const address = newAddress();
    for (const times of [1n, 2n]) {
      const reply = await give(JSON.stringify({ address }));
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(BigInt((await reply.json()).balance)).toBe(times * tenEther);
    }
    expect(await balanceOf(address)).toBe(2n * tenEther);
  });

  test('the faucet gives an Ethereum wallet 100 of the built-in token each time, which can then be transferred', async () => {
    const address = newAddress();
    for (const times of [1n, 2n]) {
      await give(JSON.stringify({ address }));
      expect(await playOf(address)).toBe(times * 100_000_000n);
    }
    const [from = ''] = (await sandbox.chain.request('eth_accounts')) as string[];
    await give(JSON.stringify({ address: from }));
    const data = `0xa9059cbb${address.slice(2).padStart(64, '0')}${1n.toString(16).padStart(64, '0')}`;
    await sandbox.chain.send({ from, to: playToken.address, data });
    expect(await playOf(address)).toBe(200_000_001n);
  });

  test('the faucet gives coins only on the requested chain', async () => {
    const address = newAddress();
    const reply = await give(JSON.stringify({ address, chain: 31338 }));
    expect(BigInt((await reply.json()).balance)).toBe(tenEther);
    expect(BigInt((await sandbox.secondChain.request('eth_getBalance', [address, 'latest'])) as string)).toBe(
      tenEther,
    );
    expect(await balanceOf(address)).toBe(0n);
    await give(JSON.stringify({ address, chain: 31337 }));
    expect(await balanceOf(address)).toBe(tenEther);
  });

  test('the faucet gives each of several concurrent requests its amount', async () => {
    const address = newAddress();
    const coin = createEther(sandbox.chain);
    await Promise.all(Array.from({ length: 40 }, () => coin.give(address)));
    expect(await playOf(address)).toBe(4_000_000_000n);
    expect(await balanceOf(address)).toBe(40n * tenEther);
  });

  test('the faucet gives a Solana wallet 10 SOL each time', async () => {
    const address = base58.encode(Uint8Array.from(randomBytes(32)));
    for (const times of [1, 2]) {
      const reply = await give(JSON.stringify({ address }));
      expect(await reply.json()).toEqual({ address, balance: times * 10_000_000_000 });
    }
    const form = new URLSearchParams({ address }).toString();
    const page = await give(form, 'application/x-www-form-urlencoded');
    expect(await page.text()).toContain('10 test SOL');
  });

  test('the faucet also has a page, which the inbox links to', async () => {
    expect(await (await fetch(sandbox.url)).text()).toContain('href="/faucet"');
    const address = newAddress();
    expect(await (await fetch(`${sandbox.url}/faucet?address=${address}`)).text()).toContain(address);
    const form = new URLSearchParams({ address }).toString();
    const reply = await give(form, 'application/x-www-form-urlencoded');
    expect(await reply.text()).toContain('10 test ETH and 100 PLAY');
    expect(await balanceOf(address)).toBe(tenEther);
  });

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '{"address":"0x12"}',
    '{"address":{}}',
    `{"address":"0x${'1'.repeat(40)}","chain":1}`,
    `{"address":"0x${'1'.repeat(40)}","chain":"31338"}`,
    `{"address":"0x${'1'.repeat(40)}","chain":null}`,
    '{"address":"11111111111111111111111111111111","chain":31338}',
    '{"address":"11111111111111111111111111111111111111111111"}', // too long for a key
    '{"address":"l1111111111111111111111111111111"}', // not a base 58 character
    `{"address":"${'0x'.repeat(21)}"}`,
  ])('the faucet refuses %j', async (body) => {
    expect((await give(body)).status).toBe(400);
  });

  test('the page of the faucet shows refused input as text', async () => {
    const form = new URLSearchParams({ address: '"><script>alert(1)</script>' }).toString();
    const reply = await give(form, 'application/x-www-form-urlencoded');
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain('<script>');
  });

  test('the faucet rejects requests with a foreign host name', async () => {
    expect(await statusAt(`${sandbox.url}/faucet`, 'evil.example')).toBe(421);
  });
});
