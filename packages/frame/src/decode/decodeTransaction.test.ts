import { describe, expect, it } from 'vitest';
import { decodeTransaction } from './decodeTransaction.ts';

const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const legacy = { to, chainId: 1, nonce: 0, gasLimit: 21000, gasPrice: 5 };
const { gasPrice: _, ...bare } = legacy;
const market = { ...bare, maxFeePerGas: 9, maxPriorityFeePerGas: 2 };
const key = `0x${'0f'.repeat(32)}`;
const inherited = Object.assign(Object.create({ value: 1 }), legacy);

describe('decodeTransaction', () => {
  it.each([
    ['a number', 7],
    ['a bigint', 7n],
    ['decimal text', '7'],
    ['hex', '0x7'],
    ['hex with zeros before it', '0x0007'],
    ['a BigNumber in JSON', { type: 'BigNumber', hex: '0x07' }],
    ['a BigNumber that was cloned', { _hex: '0x07', _isBigNumber: true }],
  ])('reads quantities given as %s', (_name, seven) => {
    const asked = { to, chainId: seven, nonce: seven, gasLimit: seven, value: seven };
    const same = {
      to,
      from: null,
      chainId: 7,
      nonce: 7,
      gasLimit: 7n,
      value: 7n,
      data: '0x',
      accessList: [],
    };
    expect(decodeTransaction({ ...asked, gasPrice: seven })).toEqual({
      ...same,
      type: 'legacy',
      gasPrice: 7n,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
    });
    expect(decodeTransaction({ ...asked, maxFeePerGas: seven, maxPriorityFeePerGas: seven })).toEqual({
      ...same,
      type: 'eip1559',
      gasPrice: null,
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 7n,
    });
  });

  it.each([
    [0, legacy, 'legacy'],
    ['0x0', { ...legacy, accessList: [] }, 'legacy'],
    ['legacy', legacy, 'legacy'],
    [undefined, legacy, 'legacy'],
    [undefined, { ...legacy, accessList: [] }, 'eip2930'],
    [1n, legacy, 'eip2930'],
    ['0x02', market, 'eip1559'],
    [{ type: 'BigNumber', hex: '0x02' }, market, 'eip1559'],
    [undefined, market, 'eip1559'],
  ])('reads type %s with fields %j as %s', (type, fields, read) => {
    expect(decodeTransaction({ ...fields, type }).type).toBe(read);
  });

  it('accepts the field names of JSON-RPC and viem, alone or next to the usual names if both agree', () => {
    const { gasLimit, ...others } = legacy;
    const known = decodeTransaction({ ...legacy, from: to });
    const lower = to.toLowerCase();
    for (const written of [
      { ...others, gas: gasLimit, from: to },
      { ...legacy, gas: '0x5208', from: to },
      { ...legacy, account: lower },
      { ...legacy, account: { address: to, type: 'json-rpc' }, from: lower },
    ]) {
      expect(decodeTransaction(written)).toEqual(known);
    }
  });

  it('accepts gasPrice in a type 2 transaction if it equals maxFeePerGas, as nodes write it for a pending one', () => {
    const known = decodeTransaction(market);
    expect(decodeTransaction({ ...market, type: 2, gasPrice: '0x9' })).toEqual(known);
    expect(known.gasPrice).toBeNull();
  });

  it('ignores fields that are undefined, null or inherited', () => {
    const empty = { data: undefined, value: null, maxFeePerGas: undefined, accessList: null, gas: undefined };
    expect(decodeTransaction({ ...empty, ...legacy })).toEqual(decodeTransaction(legacy));
    expect(decodeTransaction(inherited)).toEqual(decodeTransaction(legacy));
  });

  it('accepts addresses in any single case or with a checksum, and returns them with a checksum', () => {
    const lower = to.toLowerCase();
    for (const written of [to, lower, `0x${lower.slice(2).toUpperCase()}`]) {
      const accessList = [{ address: written, storageKeys: [key.toUpperCase().replace('0X', '0x')] }];
      const read = decodeTransaction({ ...legacy, type: 1, to: written, from: written, accessList });
      expect(read).toMatchObject({ to, from: to, accessList: [{ address: to, storageKeys: [key] }] });
    }
  });

  it('reads a transaction with data and no recipient as the creation of a contract', () => {
    const { to: __, ...creation } = legacy;
    expect(decodeTransaction({ ...creation, data: '0x60FF' })).toMatchObject({ to: null, data: '0x60ff' });
    expect(decodeTransaction({ ...creation, to: null, data: '0x60' }).to).toBeNull();
  });

  it('reads chain ids and nonces up to the largest safe integer', () => {
    const highest = Number.MAX_SAFE_INTEGER;
    const read = decodeTransaction({ ...legacy, chainId: highest, nonce: BigInt(highest) });
    expect(read).toMatchObject({ chainId: highest, nonce: highest });
  });

  const max = 131_072;
  it('accepts 131,072 bytes of data, 4,096 storage keys and 4,096 addresses', () => {
    const data = `0x${'ab'.repeat(max)}`;
    expect(decodeTransaction({ ...legacy, data }).data).toBe(data);
    const accessList = [{ address: to, storageKeys: new Array(max / 32).fill(key) }];
    expect(decodeTransaction({ ...legacy, type: 1, accessList }).accessList).toEqual(accessList);
    const addresses = new Array(max / 32).fill({ address: to, storageKeys: [] });
    expect(decodeTransaction({ ...legacy, type: 1, accessList: addresses }).accessList).toEqual(addresses);
  });

  it.each<[name: string, asked: unknown, says: string]>([
    ['nothing', undefined, 'must be an object'],
    ['null', null, 'must be an object'],
    ['text', '0x02c0', 'must be an object'],
    ['a list', [legacy], 'must be an object'],
    ['a field that is not known', { ...legacy, input: '0x' }, 'input of the transaction is not known'],
    [
      'gas twice, and different',
      { ...legacy, gas: 21001 },
      'gas of the transaction says something else than gasLimit',
    ],
    [
      'no gas at all',
      { ...bare, gasPrice: 5, gasLimit: null, gas: null },
      'gasLimit of the transaction is missing',
    ],
    [
      'two senders',
      { ...legacy, from: to, account: key.slice(0, 42) },
      'account of the transaction says something else than from',
    ],
    ['a sender without an address', { ...legacy, account: {} }, 'account of the transaction is no Ethereum'],
    [
      'a mistyped account',
      { ...legacy, account: { address: to.replace('aA', 'aa') } },
      'account of the transaction has a wrong checksum',
    ],
    ['a field with the name __proto__', JSON.parse('{"__proto__":1}'), '__proto__ of the transaction'],
    ['a very long name', { ...legacy, [`x${'y'.repeat(500)}`]: 1 }, `x${'y'.repeat(63)} of the`],
    ['blobs', { ...market, maxFeePerBlobGas: 1 }, 'maxFeePerBlobGas of the transaction is not known'],
    ['type 3', { ...market, type: 3 }, 'type of the transaction must be 0, 1 or 2'],
    ['type 4, a delegation', { ...market, type: 4 }, 'type of the transaction must be 0, 1 or 2'],
    ['authorizations', { ...market, authorizationList: [] }, 'authorizationList of the transaction is not'],
    [
      'a type by another name',
      { ...market, type: 'eip7702' },
      'type of the transaction is not a valid uint256',
    ],
    [
      'a gas price and market fees',
      { ...market, gasPrice: 5 },
      'gasPrice of the transaction stands beside maxFeePerGas',
    ],
    [
      'a gas price that equals the maximum fee, without a type',
      { ...market, gasPrice: 9 },
      'gasPrice of the transaction stands beside maxFeePerGas',
    ],
    [
      'type 2 with a gas price that differs from the maximum fee',
      { ...market, type: 2, gasPrice: 5 },
      'gasPrice of the transaction stands beside maxFeePerGas',
    ],
    [
      'type 0 with a gas price and market fees',
      { ...market, type: 0, gasPrice: 9 },
      'gasPrice of the transaction stands beside maxFeePerGas',
    ],
    [
      'a gas price and only the priority fee',
      { ...legacy, maxPriorityFeePerGas: 5 },
      'gasPrice of the transaction stands beside maxFeePerGas',
    ],
    ['type 2 with a gas price', { ...legacy, type: 2 }, 'maxFeePerGas of the transaction is missing'],
    ['type 0 with market fees', { ...market, type: 0 }, 'gasPrice of the transaction is missing'],
    ['no price', bare, 'gasPrice of the transaction is missing'],
    ['no priority fee', { ...bare, maxFeePerGas: 9 }, 'maxPriorityFeePerGas of the transaction is missing'],
    [
      'a priority fee above the maximum fee',
      { ...market, maxPriorityFeePerGas: 10 },
      'maxPriorityFeePerGas of the transaction is higher than maxFeePerGas',
    ],
    ['no chain', { ...legacy, chainId: undefined }, 'chainId of the transaction is missing'],
    [
      'chain 0, which names no chain',
      { ...legacy, chainId: 0 },
      'chainId of the transaction must name a chain',
    ],
    [
      'a chain id above 2^53 - 1',
      { ...legacy, chainId: 2n ** 53n },
      'chainId of the transaction is too high',
    ],
    ['no nonce', { ...legacy, nonce: null }, 'nonce of the transaction is missing'],
    ['a nonce above 2^53 - 1', { ...legacy, nonce: 2n ** 53n }, 'nonce of the transaction is too high'],
    ['no gas limit', { ...legacy, gasLimit: undefined }, 'gasLimit of the transaction is missing'],
    ['a huge gas limit', { ...legacy, gasLimit: 2n ** 64n }, 'is not a valid uint64'],
    ['a negative value', { ...legacy, value: -1 }, 'value of the transaction is not a valid uint256'],
    ['a negative BigNumber', { ...legacy, value: { _hex: '-0x01' } }, 'is not a valid uint256'],
    ['a huge value', { ...legacy, value: 2n ** 256n }, 'is not a valid uint256'],
    ['a number that may have lost digits', { ...legacy, value: 2 ** 60 }, 'is not a valid uint256'],
    ['half a wei', { ...legacy, value: 0.5 }, 'is not a valid uint256'],
    ['a value in words', { ...legacy, value: 'all' }, 'is not a valid uint256'],
    ['an empty value', { ...legacy, value: '' }, 'is not a valid uint256'],
    ['a value without digits', { ...legacy, value: '0x' }, 'is not a valid uint256'],
    ['a number in a list', { ...legacy, value: [1] }, 'is not a valid uint256'],
    ['a BigNumber of another kind', { ...legacy, value: { hex: '0x01' } }, 'is not a valid uint256'],
    ['a boolean', { ...legacy, value: true }, 'is not a valid uint256'],
    [
      'a recipient of the wrong length',
      { ...legacy, to: to.slice(0, -2) },
      'to of the transaction is no Ethereum address',
    ],
    ['an object as the recipient', { ...legacy, to: { toString: () => to } }, 'to of the transaction is no'],
    ['an empty recipient', { ...legacy, to: '' }, 'to of the transaction is no Ethereum address'],
    [
      'a recipient without bytes',
      { ...legacy, to: '0x', data: '0x00' },
      'to of the transaction is no Ethereum address',
    ],
    ['an ENS name', { ...legacy, to: 'vitalik.eth' }, 'to of the transaction is no Ethereum address'],
    [
      'a mistyped recipient',
      { ...legacy, to: to.replace('5aA', '5aB') },
      'to of the transaction has a wrong checksum',
    ],
    [
      'a mistyped sender',
      { ...legacy, from: to.replace('aA', 'aa') },
      'from of the transaction has a wrong checksum',
    ],
    [
      'the creation of a contract without data',
      { ...legacy, to: null },
      'to of the transaction is missing: a contract is created of data',
    ],
    ['odd hex', { ...legacy, data: '0x123' }, 'data of the transaction is not a valid bytes'],
    ['data that is not hex', { ...legacy, data: 'hello' }, 'is not a valid bytes'],
    ['data in a list', { ...legacy, data: [1, 2] }, 'must be at most 131072 bytes'],
    ['too much data', { ...legacy, data: `0x${'00'.repeat(max + 1)}` }, 'must be at most 131072 bytes'],
    [
      'an access list in type 0',
      { ...legacy, type: 0, accessList: [{ address: to, storageKeys: [] }] },
      'accessList of the transaction needs type',
    ],
    [
      'an access list that is not a list',
      { ...legacy, type: 1, accessList: {} },
      'accessList of the transaction must be a list',
    ],
    [
      'an access list with too many addresses',
      { ...legacy, type: 1, accessList: new Array(max / 32 + 1).fill(0) },
      'accessList of the transaction must be a list',
    ],
    [
      'an access list with null',
      { ...legacy, type: 1, accessList: [null] },
      'accessList of the transaction must hold addresses',
    ],
    [
      'an access list with a pair in place of an object',
      { ...legacy, type: 1, accessList: [[to, []]] },
      'accessList of the transaction must hold addresses',
    ],
    [
      'an access list with an unknown field',
      { ...legacy, type: 1, accessList: [{ address: to, storageKeys: [], more: 1 }] },
      'accessList of the transaction must hold addresses',
    ],
    [
      'an access list with a text that is not an address',
      { ...legacy, type: 1, accessList: [{ address: 'x', storageKeys: [] }] },
      'accessList of the transaction is no Ethereum address',
    ],
    [
      'a short storage key',
      { ...legacy, type: 1, accessList: [{ address: to, storageKeys: ['0x00'] }] },
      'A storage key of the transaction is not a valid bytes32',
    ],
    [
      'too many storage keys, in two lists',
      {
        ...legacy,
        type: 1,
        accessList: [
          { address: to, storageKeys: new Array(max / 32).fill(key) },
          { address: to, storageKeys: [key] },
        ],
      },
      'accessList of the transaction may hold 4096 keys',
    ],
  ])('refuses a transaction: %s', (_name, asked, says) => {
    let refusal: unknown;
    try {
      decodeTransaction(asked);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ name: 'Refusal', type: 'invalid_request_arguments' });
    expect(String(refusal)).toContain(says);
  });
});
