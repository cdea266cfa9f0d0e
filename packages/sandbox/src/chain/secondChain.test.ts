import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';
import { depository, playToken } from './index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
});
afterAll(() => sandbox.close());

const balanceOf = async (address: string, chain = sandbox.secondChain) =>
  BigInt((await chain.request('eth_getBalance', [address, 'latest'])) as string);

test('the second chain is separate from the first, and available to pages of every origin', async () => {
  const request = async (url: string, method: string) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://dapp.example' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    return (await reply.json()).result;
  };
  expect(await request(sandbox.secondChainUrl, 'eth_chainId')).toBe('0x7a6a');
  expect(await request(sandbox.chainUrl, 'eth_chainId')).toBe('0x7a69');
  expect(await request(sandbox.secondChainUrl, 'anvil_nodeInfo')).toBeUndefined();
  const to = `0x${randomBytes(20).toString('hex')}`;
  const { transactionHash } = await sandbox.secondChain.send({ to, value: '0x5' });
  expect(await balanceOf(to)).toBe(5n);
  expect(await balanceOf(to, sandbox.chain)).toBe(0n);
  expect(await (await fetch(`${sandbox.secondChainUrl}/tx/${transactionHash}`)).text()).toContain('Success');
  expect((await fetch(`${sandbox.chainUrl}/tx/${transactionHash}`)).status).toBe(404);
});

test('both chains have the same contracts at the same addresses', async () => {
  expect(sandbox.usdc[31337]).toBe(sandbox.usdc[31338]);
  for (const address of [playToken.address, sandbox.usdc[31337], depository]) {
    const [one, other] = await Promise.all(
      [sandbox.chain, sandbox.secondChain].map((chain) => chain.request('eth_getCode', [address, 'latest'])),
    );
    expect(String(one).length).toBeGreaterThan(200);
    // The code contains immutable values (a token's decimals), so they are equal too.
    expect(one).toBe(other);
  }
});

test('a chain reports each broadcast once it is in a block', async () => {
  const counts: unknown[] = [];
  const [from = ''] = (await sandbox.secondChain.request('eth_accounts')) as string[];
  const count = () => sandbox.secondChain.request('eth_getTransactionCount', [from, 'latest']);
  const before = Number(await count());
  sandbox.secondChain.watch(() => counts.push(count()));
  await sandbox.secondChain.request('eth_sendTransaction', [{ from, to: from, value: '0x1' }]);
  await expect.poll(() => counts.length).toBe(1);
  expect(Number(await counts[0])).toBe(before + 1);
});

test('the second chain rejects requests with a foreign host name', async () => {
  expect(await statusAt(sandbox.secondChainUrl, 'evil.example')).toBe(421);
});
