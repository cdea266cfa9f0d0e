import { Address, type Hex, Secp256k1, Signature, TypedData } from 'ox';
import { expect, test } from 'vitest';
import type { FrameAnswer } from '../frameBrowser.testkit.ts';
import { named, shareFrameFixture } from '../frameFixture.testkit.ts';

// Typed data through the frame: for which chain it is signed, and which data is refused.

const { browser } = shareFrameFixture();

const order = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [
      { name: 'maker', type: 'address' },
      { name: 'amount', type: 'uint128' },
      { name: 'change', type: 'int64' },
      { name: 'note', type: 'bytes' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Tidewater', chainId: 8453 as unknown },
  message: { maker: `0x${'ab'.repeat(20)}`, amount: '5', change: -5, note: '0x00' } as Record<
    string,
    unknown
  >,
};
const inDomain = (chainId: unknown, type = 'uint256') => ({
  ...order,
  types: {
    ...order.types,
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type },
    ],
  },
  domain: { ...order.domain, chainId },
});

const createWallet = async () => String((await browser.request('privy:wallet:create')).data?.address);
const requestOf = (wallet: string, data: unknown) => ({
  request: { method: 'eth_signTypedData_v4', params: [wallet, data] },
});
const asking = (wallet: string, data: unknown) => ({
  ...named(wallet),
  chainType: 'ethereum',
  hdWalletIndex: 0,
  ...requestOf(wallet, data),
});

function signerOf(answer: FrameAnswer, data: unknown): string {
  const { response } = answer.data as { response: { data: Hex.Hex } };
  const payload = TypedData.getSignPayload(data as never);
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(response.data) }));
}

test.each<[what: string, data: unknown]>([
  ['a number', inDomain(1)],
  ['hex digits', inDomain('0x1')],
  ['decimal digits', inDomain('1')],
  ['a text', inDomain('1', 'string')],
  ['a small number', inDomain(1, 'uint8')],
  ['JSON', JSON.stringify(inDomain(1))],
  ['a domain without its type', { ...inDomain(1), types: { Order: order.types.Order } }],
])('[S16] refuses typed data for another chain than the request names: %s', async (_what, data) => {
  const wallet = await createWallet();
  const { error } = await browser.request('privy:wallets:rpc', { ...asking(wallet, data), chainId: 8453 });
  expect(error).toEqual({
    type: 'invalid_request_arguments',
    message: 'This is for chain 1, and chain 8453 was asked for',
  });
  // With the chain that the data names, and with no chain, as published clients send it.
  for (const chain of [{ chainId: 1 }, {}]) {
    const answer = await browser.request('privy:wallets:rpc', { ...asking(wallet, data), ...chain });
    expect(answer.error).toBeUndefined();
  }
  const older = await browser.request('privy:wallet:rpc', { address: wallet, ...requestOf(wallet, data) });
  expect(older.error).toBeUndefined();
});

test('[S16] signs typed data that names no chain, or names one in an unsigned field, in a request that names a chain', async () => {
  const wallet = await createWallet();
  const types = { ...order.types, EIP712Domain: [{ name: 'name', type: 'string' }] };
  for (const domain of [{ name: 'Tidewater' }, { name: 'Tidewater', chainId: 1 }]) {
    const data = { ...order, types, domain };
    const answer = await browser.request('privy:wallets:rpc', { ...asking(wallet, data), chainId: 8453 });
    expect(signerOf(answer, data)).toBe(wallet);
  }
});

test('[S16] refuses a transaction for another chain than the request names', async () => {
  const wallet = await createWallet();
  const transaction = { to: wallet, chainId: 1, nonce: 0, gasLimit: 21_000, gasPrice: 1 };
  const request = { method: 'eth_signTransaction', params: [transaction] };
  const { error } = await browser.request('privy:wallets:rpc', {
    ...asking(wallet, order),
    request,
    chainId: 8453,
  });
  expect(error?.message).toBe('This is for chain 1, and chain 8453 was asked for');
});

test.each([0, -1, 0.5, '1', 2 ** 53])('refuses a request for the invalid chain %j', async (chainId) => {
  const wallet = await createWallet();
  const { error } = await browser.request('privy:wallets:rpc', { ...asking(wallet, order), chainId });
  expect(error?.message).toContain('the field chainId');
});

test.each<[what: string, message: Record<string, unknown>]>([
  ['an odd number of hex digits', { note: '0x123' }],
  ['an address of an odd number of digits', { maker: `0x${'ab'.repeat(19)}a` }],
  ['an address that is too long', { maker: `0x${'ab'.repeat(21)}` }],
  ['a negative quantity', { amount: '-5' }],
  ['a negative quantity in hex digits', { amount: '-0x5' }],
  ['a quantity beyond its type', { amount: String(2n ** 128n) }],
  ['a quantity beyond every type', { amount: `0x${'f'.repeat(65)}` }],
  ['a number that may have lost digits', { amount: 2 ** 60 }],
  ['half a unit', { amount: 0.5 }],
  ['a signed number below its type', { change: String(-(2n ** 63n) - 1n) }],
  ['a field too few', { note: undefined }],
])('[S16] refuses typed data with %s', async (_what, message) => {
  const wallet = await createWallet();
  const data = { ...order, message: { ...order.message, ...message } };
  const { error } = await browser.request('privy:wallets:rpc', asking(wallet, data));
  expect(error?.type).toBe('invalid_request_arguments');
});

test('[S16] signs a recursive type that ends, and refuses one that is nested too deeply', async () => {
  const wallet = await createWallet();
  const types = {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Node: [
      { name: 'name', type: 'string' },
      { name: 'next', type: 'Node' },
    ],
  };
  const request = (message: object) =>
    browser.request('privy:wallets:rpc', {
      ...asking(wallet, { types, primaryType: 'Node', domain: { name: 'Tidewater' }, message }),
    });
  const ending = { name: 'a', next: { name: 'b', next: null } };
  expect((await request(ending)).error).toBeUndefined();
  let deep: object = ending;
  for (let depth = 0; depth < 40; depth += 1) deep = { name: 'a', next: deep };
  expect((await request(deep)).error).toEqual({
    type: 'invalid_request_arguments',
    message: 'The typed data is too large to be signed',
  });
});

test('[S16] does not sign fields that no type declares', async () => {
  const wallet = await createWallet();
  const more = {
    ...order,
    title: 'Refund',
    domain: { ...order.domain, title: 'Refund' },
    message: { ...order.message, title: 'Refund', __proto__: { title: 'Refund' } },
  };
  expect(signerOf(await browser.request('privy:wallets:rpc', asking(wallet, more)), order)).toBe(wallet);
});

test.each(['secp256k1_sign', 'eth_sign'])(
  '[S16] refuses %s if the operator has not allowed it',
  async (method) => {
    const wallet = await createWallet();
    const hash = `0x${'5a'.repeat(32)}`;
    const request = { method, params: method === 'eth_sign' ? [wallet, hash] : [hash] };
    const error = {
      type: 'invalid_request_arguments',
      message: expect.stringContaining('allow_raw_signing'),
    };
    expect(await browser.request('privy:wallet:rpc', { address: wallet, request })).toEqual({ error });
    expect(await browser.request('privy:wallets:rpc', { ...asking(wallet, order), request })).toEqual({
      error,
    });
  },
);
