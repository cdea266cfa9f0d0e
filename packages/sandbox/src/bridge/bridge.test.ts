import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { depository, playToken } from '../chain/index.ts';
import type { BridgeLie } from '../funding.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';

const native = `0x${'0'.repeat(40)}`;
const ether = 10n ** 18n;

let sandbox: Sandbox;
let payer = '';
let recipient = '';
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const accounts = (await sandbox.chain.request('eth_accounts')) as string[];
  payer = accounts[3] ?? '';
});
afterAll(() => sandbox.close());
beforeEach(() => {
  recipient = `0x${randomBytes(20).toString('hex')}`;
});
afterEach(() => {
  sandbox.bridge.lie(null);
  sandbox.bridge.fail(null);
  sandbox.bridge.fill('success');
  sandbox.bridge.price(10);
});

const bodyOf = (changes: Record<string, unknown> = {}) => ({
  user: payer,
  recipient,
  originChainId: 31337,
  destinationChainId: 31338,
  originCurrency: native,
  destinationCurrency: native,
  amount: String(ether / 10n),
  tradeType: 'EXACT_OUTPUT',
  refundTo: payer,
  usePermit: false,
  ...changes,
});
const post = (body: unknown, url = sandbox.bridgeUrl, path = 'execute/swap') =>
  fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://dapp.example' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

interface Item {
  data: { from: string; to: string; data: string; value: string; chainId: number };
  check?: { endpoint: string };
}
interface Quoted {
  steps: { id: string; kind: string; requestId: string; items: Item[] }[];
  fees: Record<string, { amount: string; amountUsd: string }>;
  details: {
    sender: string;
    recipient: string;
    currencyIn: { amount: string; currency: { chainId: number; address: string } };
    currencyOut: { amount: string; currency: { chainId: number; address: string } };
  };
}
async function quote(changes: Record<string, unknown> = {}): Promise<Quoted> {
  const reply = await post(bodyOf(changes));
  expect(reply.status).toBe(200);
  return (await reply.json()) as Quoted;
}
async function execute({ steps }: Quoted): Promise<void> {
  for (const { data: one } of steps.flatMap(({ items }) => items)) {
    const { chainId, data, from, to, value } = one;
    const chain = chainId === 31337 ? sandbox.chain : sandbox.secondChain;
    await chain.send({ from, to, data, value: `0x${BigInt(value).toString(16)}` });
  }
}
const stateOf = async ({ steps }: Quoted, path = 'intents/status/v3') =>
  (await fetch(`${sandbox.bridgeUrl}/${path}?requestId=${steps[0]?.requestId}`)).json();
const weiOf = async (address: string, chain = sandbox.secondChain) =>
  BigInt((await chain.request('eth_getBalance', [address, 'latest'])) as string);
const tokenOf = async (token: string, address: string, chain = sandbox.secondChain) => {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
  return BigInt((await chain.request('eth_call', [{ to: token, data }])) as string);
};
const mint = async (amount: bigint, chain = sandbox.chain) => {
  const data = `0x40c10f19${payer.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
  await chain.send({ to: sandbox.usdc[31337], data });
};
const inUsdc = () => ({
  originCurrency: sandbox.usdc[31337],
  destinationCurrency: sandbox.usdc[31338],
  amount: '5000000',
});

describe('a transfer', () => {
  test('a bridge transfer moves the chain’s own coin to the other chain with one transaction, even if nobody polls its state', async () => {
    const quoted = await quote();
    expect(quoted.steps.map(({ id, kind }) => [id, kind])).toEqual([['deposit', 'transaction']]);
    expect(quoted.details.currencyIn.amount).toBe(String((ether / 10n / 1_000n) * 1_001n));
    expect(quoted.steps[0]?.items[0]?.data).toMatchObject({
      from: payer,
      to: depository,
      value: quoted.details.currencyIn.amount,
      chainId: 31337,
    });
    await execute(quoted);
    await expect.poll(() => weiOf(recipient)).toBe(ether / 10n);
    expect(await weiOf(depository, sandbox.chain)).toBe(BigInt(quoted.details.currencyIn.amount));
    const state = await stateOf(quoted);
    expect(state).toMatchObject({ status: 'success', originChainId: 31337, destinationChainId: 31338 });
    const receipt = await sandbox.secondChain.request('eth_getTransactionReceipt', [state.txHashes[0]]);
    expect(receipt).toMatchObject({ status: '0x1' });
    expect(await stateOf(quoted, 'intents/status')).toEqual(state);
  });

  test('[BRDG-01] a bridge transfer of USDC from the second chain requires an approval of exactly the amount', async () => {
    await mint(20_000_000n, sandbox.secondChain);
    const changes = { ...inUsdc(), originChainId: 31338, destinationChainId: 31337 };
    const quoted = await quote(changes);
    expect(quoted.steps.map(({ id }) => id)).toEqual(['approve', 'deposit']);
    const [approve, deposit] = quoted.steps.flatMap(({ items }) => items);
    expect(approve?.data).toMatchObject({ to: sandbox.usdc[31338], value: '0' });
    expect(approve?.data.data).toBe(
      `0x095ea7b3${depository.slice(2).toLowerCase().padStart(64, '0')}${(5_005_000).toString(16).padStart(64, '0')}`,
    );
    expect(deposit?.data.value).toBe('0');
    await execute(quoted);
    await expect.poll(() => tokenOf(sandbox.usdc[31337], recipient, sandbox.chain)).toBe(5_000_000n);
    expect(await tokenOf(sandbox.usdc[31338], depository)).toBe(5_005_000n);
  });

  test('a bridge transfer requires no approval if the amount is already approved', async () => {
    await mint(10_000_000n);
    const first = await quote(inUsdc());
    const [approve] = first.steps;
    await execute({ ...first, steps: approve ? [approve] : [] });
    expect((await quote(inUsdc())).steps.map(({ id }) => id)).toEqual(['deposit']);
  });

  test('a bridge transfer is refunded, fails, is held or is delayed, as the test sets it', async () => {
    sandbox.bridge.fill('refund');
    const refunded = await quote();
    await execute(refunded);
    await expect.poll(async () => (await stateOf(refunded)).status).toBe('refund');
    const [hash] = (await stateOf(refunded)).txHashes;
    const back = (await sandbox.chain.request('eth_getTransactionByHash', [hash])) as Record<string, string>;
    expect(back.to?.toLowerCase()).toEqual(payer.toLowerCase());
    expect(BigInt(back.value ?? 0)).toEqual(BigInt(refunded.details.currencyIn.amount));
    for (const [how, status] of [
      ['failure', 'failure'],
      ['never', 'pending'],
      ['delayed', 'delayed'],
    ] as const) {
      sandbox.bridge.fill(how);
      const quoted = await quote();
      expect((await stateOf(quoted)).status).toBe('waiting');
      await execute(quoted);
      await expect.poll(async () => (await stateOf(quoted)).status).toBe(status);
      expect(await weiOf(recipient)).toBe(0n);
    }
    sandbox.bridge.fill('success');
    await expect.poll(() => weiOf(recipient)).toBe(ether / 10n);
  });

  test('a bridge transfer that is paid less than was quoted does not start', async () => {
    const quoted = await quote();
    const [item] = quoted.steps[0]?.items ?? [];
    if (item) item.data.value = '1';
    await execute(quoted);
    expect((await stateOf(quoted)).status).toBe('waiting');
    expect(await weiOf(recipient)).toBe(0n);
  });
});

describe('a quote', () => {
  test('a bridge quote has the cost that the test sets, and reports it', async () => {
    sandbox.bridge.price(300);
    const { details, fees } = await quote(inUsdc());
    expect(details.currencyIn.amount).toBe('5150000');
    expect(fees.relayer).toMatchObject({ amount: '150000', amountUsd: '0.150000' });
  });

  test('[BRDG-01] the bridge quotes to pages of every origin, at each path, for test networks too', async () => {
    for (const url of [sandbox.bridgeUrl, sandbox.bridgeTestUrl])
      for (const path of ['execute/swap', 'quote', 'quote/v2']) {
        const reply = await post(bodyOf(), url, path);
        expect(reply.status).toBe(200);
        expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      }
    const preflight = await fetch(`${sandbox.bridgeUrl}/execute/swap`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(sandbox.bridge.requests().at(-1)).toMatchObject({ recipient, tradeType: 'EXACT_OUTPUT' });
  });

  test.each<[string, unknown]>([
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['an invalid payer', { user: '0x12' }],
    ['an invalid recipient', { recipient: 'vitalik.eth' }],
    ['an unknown chain', { originChainId: 1 }],
    ['a chain as text', { destinationChainId: '31338' }],
    ['an invalid currency', { originCurrency: 'ETH' }],
    ['an unsupported currency', { originCurrency: `0x${'1'.repeat(40)}` }],
    ['two currencies', { destinationCurrency: playToken.address }],
    ['another kind of trade', { tradeType: 'EXACT_INPUT' }],
    ...['0', '-1', '0.1', '1e18', '0x10', ''].map((amount): [string, unknown] => [
      `the amount '${amount}'`,
      { amount },
    ]),
    ['a number as the amount', { amount: 1 }],
  ])('[BRDG-01] the bridge refuses a quote request with %s', async (_, changes) => {
    const reply = await post(
      typeof changes === 'string' ? changes : bodyOf(changes as Record<string, unknown>),
    );
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ message: expect.any(String), errorCode: expect.any(String) });
  });

  test('the bridge fails to quote as the test sets it', async () => {
    sandbox.bridge.fail('broken');
    expect((await post(bodyOf())).status).toBe(500);
    for (const fault of ['message', 'script'] as const) {
      sandbox.bridge.fail(fault);
      const reply = await post(bodyOf());
      expect(reply.status).toBe(400);
      expect(typeof (await reply.json()).message).toBe('string');
    }
  });

  test('the bridge returns an unknown state for an unknown request', async () => {
    expect(await (await fetch(`${sandbox.bridgeUrl}/intents/status/v3?requestId=0x00`)).json()).toEqual({
      status: 'unknown',
    });
  });
});

describe('a false quote', () => {
  const thief = '0x7468696566000000000000000000000000000bad';
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const toWord = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
  const items = ({ steps }: Quoted) => steps.flatMap((step) => step.items);
  const last = (told: Quoted) => items(told).at(-1)?.data;
  const first = (told: Quoted) => items(told)[0]?.data;
  const lies: Record<BridgeLie, (told: Quoted, text: string) => unknown> = {
    recipient: ({ details }) => details.recipient === thief,
    payer: (told) => told.details.sender === thief && last(told)?.from === thief,
    'destination-chain': ({ details }) => details.currencyOut.currency.chainId === 10,
    'origin-chain': (told) => last(told)?.chainId === 31338,
    total: (told) => told.details.currencyIn.amount === '15000000',
    'hidden-value': (told) => BigInt(last(told)?.value ?? 0) === ether,
    'less-out': ({ details }) => details.currencyOut.amount === '2500000',
    currency: ({ details }) => details.currencyOut.currency.address === playToken.address,
    'unlimited-approval': (told) => first(told)?.data.endsWith('f'.repeat(64)),
    'approval-to-other': (told) => first(told)?.data.includes(toWord(thief)),
    'approval-of-other-token': (told) => first(told)?.to === playToken.address,
    'signature-step': ({ steps }) => steps[0]?.kind === 'signature',
    'permit-step': ({ steps }) => JSON.stringify(steps[0]).includes('"Permit"'),
    'extra-step': (told) => last(told)?.to === thief,
    'token-drain': (told) => first(told)?.data === `0xa9059cbb${toWord(thief)}${word(5_005_001n)}`,
    'check-elsewhere': (told) => items(told).at(-1)?.check?.endpoint.startsWith('https://thief'),
    'no-steps': ({ steps }) => steps.length === 0,
    'many-steps': ({ steps }) => steps.length === 40,
    'no-details': (told) => told.details === undefined,
    proto: (told, text) => !Object.hasOwn(told, 'details') && text.includes('"__proto__"'),
    huge: (_, text) => text.length > 1_000_000,
  };

  test.each(Object.entries(lies))(
    'a bridge quote is false in the way that the test sets: %s',
    async (how, isSo) => {
      const honest = await quote(inUsdcOf(recipient));
      expect(isSo(honest, JSON.stringify(honest))).not.toBe(true);
      sandbox.bridge.lie(how as BridgeLie);
      const text = await (await post(bodyOf(inUsdcOf(recipient)))).text();
      expect(isSo(JSON.parse(text), text)).toBe(true);
      // A quote for the chain's own coin still gets a response.
      expect((await post(bodyOf())).status).toBe(200);
    },
  );
  const inUsdcOf = (user: string) => ({ ...inUsdc(), user });
});

test('the bridge rejects requests with a foreign host name', async () => {
  expect(await statusAt(`${sandbox.bridgeUrl}/execute/swap`, 'evil.example')).toBe(421);
});
