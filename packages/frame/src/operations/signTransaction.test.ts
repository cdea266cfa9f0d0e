import { Address, Secp256k1, TxEnvelopeEip1559, TxEnvelopeLegacy } from 'ox';
import { expect, test } from 'vitest';
import type { FrameAnswer } from '../frameBrowser.testkit.ts';
import { named, shareFrameFixture } from '../frameFixture.testkit.ts';

const { browser } = shareFrameFixture();

const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** Transaction as a published client sends it, with cloned ethers numbers. */
const transaction = {
  to,
  chainId: 1,
  type: 2,
  nonce: 3,
  data: '0x',
  value: { _hex: '0x0de0b6b3a7640000', _isBigNumber: true },
  gasLimit: { type: 'BigNumber', hex: '0x5208' },
  maxFeePerGas: '0x4a817c800',
  maxPriorityFeePerGas: 1_000_000_000,
};
const method = 'eth_signTransaction';
const requestOf = (asked: object) => ({
  requesterAppId: 'another-app',
  request: { method, params: [asked] },
});

async function createWallet(): Promise<string> {
  return String((await browser.request('privy:wallet:create')).data?.address);
}

/** Sends a request with the older and the newer family of events. */
async function requestBoth(wallet: string, asked: object): Promise<[older: FrameAnswer, newer: FrameAnswer]> {
  const newer = { ...named(wallet), chainType: 'ethereum', hdWalletIndex: 0, ...requestOf(asked) };
  return [
    await browser.request('privy:wallet:rpc', { address: wallet, ...requestOf(asked) }),
    await browser.request('privy:wallets:rpc', newer),
  ];
}

function readSigned(answer: FrameAnswer) {
  const { response } = answer.data as { response: { method: string; data: TxEnvelopeEip1559.Serialized } };
  const { r = 0n, s = 0n, yParity = 0, ...read } = TxEnvelopeEip1559.deserialize(response.data);
  const payload = TxEnvelopeEip1559.getSignPayload(TxEnvelopeEip1559.from(read));
  const signer = Secp256k1.recoverAddress({ payload, signature: { r, s, yParity } });
  return { method: response.method, read, signer: Address.checksum(signer) };
}

test('[FRAME-11] eth_signTransaction returns the signed transaction, in both families of events', async () => {
  const wallet = await createWallet();
  const answers = await requestBoth(wallet, { ...transaction, from: wallet });
  for (const answer of answers) {
    expect(answer.error).toBeUndefined();
    expect(answer.data?.address).toBe(wallet);
    const { read, signer, method: answered } = readSigned(answer);
    expect(answered).toEqual(method);
    expect(signer).toEqual(wallet);
    expect(read).toMatchObject({ to: to.toLowerCase(), chainId: 1, value: 10n ** 18n, gas: 21_000n });
    expect(read).toMatchObject({ maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n });
    expect(Number(read.nonce)).toBe(3);
  }
});

test('signs a transaction with the wallet at the requested index, with or without `from`', async () => {
  const root = await createWallet();
  const added = await browser.request('privy:wallet:create-additional', {
    primaryWalletAddress: root,
    hdWalletIndex: 1,
  });
  const second = String(added.data?.address);
  for (const from of [undefined, second, second.toLowerCase()]) {
    const asked = {
      ...named(root),
      chainType: 'ethereum',
      hdWalletIndex: 1,
      ...requestOf({ ...transaction, from }),
    };
    expect(readSigned(await browser.request('privy:wallets:rpc', asked)).signer).toBe(second);
  }
});

test('[S16] signs a legacy transaction for its own chain only (EIP-155)', async () => {
  const wallet = await createWallet();
  const legacy = { to, chainId: 137, nonce: 0, gasLimit: 21000, gasPrice: '30000000000', value: '0x1' };
  for (const answer of await requestBoth(wallet, legacy)) {
    const { response } = answer.data as { response: { data: TxEnvelopeLegacy.Serialized } };
    const { chainId, v } = TxEnvelopeLegacy.deserialize(response.data);
    expect(chainId).toBe(137);
    expect([2 * 137 + 35, 2 * 137 + 36]).toContain(v);
  }
});

test.each<[what: string, changed: object]>([
  ['another sender', { from: other }],
  ['no chain', { chainId: undefined }],
  ['chain 0', { chainId: 0 }],
  ['both ways to pay', { gasPrice: 1 }],
  ['a set-code transaction', { type: 4, authorizationList: [{ address: other, chainId: 0, nonce: 0 }] }],
  ['a blob transaction', { type: 3, maxFeePerBlobGas: 1, blobVersionedHashes: [] }],
  ['odd hex', { data: '0x123' }],
  ['a negative value', { value: '-0x1' }],
  ['a field that is not known', { gasToken: other }],
])('[S16] eth_signTransaction refuses %s in both families of events', async (_what, changed) => {
  const wallet = await createWallet();
  for (const answer of await requestBoth(wallet, { ...transaction, ...changed })) {
    expect(answer.data).toBeUndefined();
    expect(answer.error?.type).toBe('invalid_request_arguments');
  }
});

test.each<[what: string, params: unknown[]]>([
  ['an empty list', []],
  ['null', [null]],
  ['a transaction in RLP', ['0x02c0']],
  ['a list of one', [[transaction]]],
])('eth_signTransaction refuses %s in place of a transaction', async (_what, params) => {
  const wallet = await createWallet();
  const { error } = await browser.request('privy:wallet:rpc', {
    address: wallet,
    request: { method, params },
  });
  expect(error?.type).toBe('invalid_request_arguments');
});
