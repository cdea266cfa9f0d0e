import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { TypedData } from 'ox';
import { describe, expect, it } from 'vitest';
import { createDice } from '../dice.testkit.ts';
import { signDigestAsHex } from './signature.ts';
import { toTypedDataDigest } from './typedData.ts';
import { mail, mailToMany } from './typedDataVectors.testkit.ts';

interface Vector {
  readonly name: string;
  readonly digest: string;
}
const readVectors = <Vectors>(name: string) =>
  JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), 'utf8')) as Vectors;
const { tests } = readVectors<{ tests: Vector[] }>('ethersTypedData');
const metaMask = readVectors<{
  key: string;
  signed: { name: string; typedData: object; signature: string }[];
  refused: { name: string; typedData: object }[];
}>('ethSigUtil');

/** Computes the digest with an independent implementation. */
function toForeignDigest(typedData: object): string {
  return TypedData.getSignPayload(typedData as TypedData.Definition).slice(2);
}

describe('toTypedDataDigest', () => {
  it.each(tests)(
    "computes the digest of typed data in ethers' vectors: $name",
    ({ digest, ...typedData }) => {
      expect(`0x${bytesToHex(toTypedDataDigest(typedData))}`).toBe(digest);
    },
  );

  it.each(metaMask.signed)(
    "computes a digest that leads to the signature in MetaMask's vectors: $name",
    ({ typedData, signature }) => {
      const key = hexToBytes(metaMask.key.slice(2));
      expect(signDigestAsHex(toTypedDataDigest(typedData), key)).toBe(signature);
    },
  );

  it.each(metaMask.refused)('refuses typed data whose values MetaMask coerces: $name', ({ typedData }) => {
    expect(() => toTypedDataDigest(typedData)).toThrow(/is not a valid|is missing/);
  });

  it('agrees with an independent implementation on the digest of 500 generated types and values', () => {
    const dice = createDice(712);
    for (let round = 0; round < 500; round += 1) {
      const typedData = createTypedData(dice);
      expect(bytesToHex(toTypedDataDigest(typedData)), JSON.stringify(typedData, toJsonValue)).toBe(
        toForeignDigest(typedData),
      );
    }
  });

  it('reads a chain id by the type that the domain declares, also if it is text', () => {
    const asText = { ...mail, domain: { ...mail.domain, chainId: '1' } };
    const asHex = { ...mail, domain: { ...mail.domain, chainId: '0x1' } };
    expect(toTypedDataDigest(asText)).toEqual(toTypedDataDigest(mail));
    expect(toTypedDataDigest(asHex)).toEqual(toTypedDataDigest(mail));
    const types = { ...mail.types, EIP712Domain: [{ name: 'chainId', type: 'string' }] };
    expect(toTypedDataDigest({ ...asText, types })).not.toEqual(toTypedDataDigest(mail));
  });

  it('builds an undeclared domain type from the fields of the domain', () => {
    const { EIP712Domain: _, ...types } = mail.types;
    expect(toTypedDataDigest({ ...mail, types })).toEqual(toTypedDataDigest(mail));
    const { name: __, ...domain } = mail.domain;
    expect(bytesToHex(toTypedDataDigest({ ...mail, types, domain }))).toBe(
      toForeignDigest({ ...mail, types, domain }),
    );
  });

  it('hashes typed data with only a domain as an independent implementation does', () => {
    const typedData = { ...mail, primaryType: 'EIP712Domain', message: undefined };
    expect(bytesToHex(toTypedDataDigest(typedData))).toBe(toForeignDigest({ ...typedData, message: {} }));
  });

  it('computes the digest for a primary type with a colon, which some protocols use, as an independent implementation does', () => {
    const types = { ...mail.types, 'Exchange:Send': [{ name: 'amount', type: 'string' }] };
    const typedData = { types, primaryType: 'Exchange:Send', domain: mail.domain, message: { amount: '1' } };
    expect(bytesToHex(toTypedDataDigest(typedData))).toBe(toForeignDigest(typedData));
  });

  it('computes another digest for recursive typed data with a further level before its null', () => {
    const types = {
      Node: [
        { name: 'value', type: 'uint8' },
        { name: 'next', type: 'Node' },
      ],
    };
    const chain = { value: 1, next: { value: 2, next: null } };
    const digest = toTypedDataDigest({ types, primaryType: 'Node', domain: {}, message: chain });
    const longer = { value: 1, next: { value: 2, next: { value: 0, next: null } } };
    expect(digest).not.toEqual(
      toTypedDataDigest({ types, primaryType: 'Node', domain: {}, message: longer }),
    );
  });
});

describe('typed data without a single meaning', () => {
  const withMessage = (type: string, value: unknown) => ({
    types: { EIP712Domain: [], Only: [{ name: 'field', type }] },
    primaryType: 'Only',
    domain: {},
    message: { field: value },
  });

  it.each([
    ['uint8', 256],
    ['uint8', -1],
    ['uint8', '256'],
    ['uint8', 1.5],
    ['uint8', '1.5'],
    ['uint8', ''],
    ['uint8', '0x'],
    ['uint8', ' 1'],
    ['uint8', '-0x1'],
    ['uint8', null],
    ['uint8', true],
    ['uint256', 2 ** 53],
    ['uint256', '9'.repeat(79)],
    ['uint256', (1n << 256n).toString()],
    ['int8', 128],
    ['int8', -129],
    ['bool', 'false'],
    ['bool', 0],
    ['address', '0x00'],
    ['address', `0x${'0'.repeat(64)}`],
    ['address', 'vitalik.eth'],
    ['bytes4', '0x000000'],
    ['bytes4', '0x0000000000'],
    ['bytes', '0x0'],
    ['bytes', 'text'],
    ['string', 5],
    ['uint8[2]', [1]],
    ['uint8[2]', [1, 2, 3]],
    ['uint8[]', { length: 0 }],
    ['uint8[][1]', [1]],
    ['string[]', null],
  ])('refuses a value of type %s given as %j', (type, value) => {
    expect(() => toTypedDataDigest(withMessage(type, value))).toThrow(
      /message\.field(\[0\])? (is not|must be)/,
    );
  });

  it.each([
    ['no types', { ...mail, types: undefined }],
    ['an unknown primary type', { ...mail, primaryType: 'Letter' }],
    ['an inherited primary type', { ...mail, primaryType: 'constructor' }],
    ['a missing field', { ...mail, message: { ...mail.message, contents: undefined, to: undefined } }],
    ['a field that is inherited only', { ...mail, message: Object.create(mail.message) }],
    ['a missing domain field', { ...mail, domain: { name: 'Ether Mail' } }],
    ['a message that is a list', { ...mail, message: [] }],
    [
      'a type that is not declared',
      { ...mail, types: { ...mail.types, Mail: [{ name: 'from', type: 'Human' }] } },
    ],
    [
      'two members of one name',
      withTypes({
        Only: [
          { name: 'a', type: 'bool' },
          { name: 'a', type: 'bool' },
        ],
      }),
    ],
    ['a struct called as an atomic type', withTypes({ uint8: [{ name: 'a', type: 'bool' }] })],
    ['a name that would be read as two members', withTypes({ Only: [{ name: 'a,bool b', type: 'bool' }] })],
    ['a name that would be read as two types', withTypes({ 'Only()Other': [{ name: 'a', type: 'bool' }] })],
    [
      'a struct in a struct whose name others overlook',
      withTypes({ Only: [{ name: 'a', type: '$Inner' }], $Inner: [] }),
    ],
    ['half a character', withTypes({ Only: [{ name: 'a', type: 'string' }] }, '\udc00')],
    ['a member without a type', withTypes({ Only: [{ name: 'a' }] })],
    ['members that are not a list', withTypes({ Only: { name: 'a', type: 'bool' } })],
    ['text that is not JSON', '{'],
    ['a JSON list', '[]'],
    ['null', null],
  ])('refuses typed data without a single meaning: %s', (_, typedData) => {
    expect(() => toTypedDataDigest(typedData)).toThrow(
      expect.objectContaining({ type: 'invalid_request_arguments' }),
    );
  });

  it('refuses typed data that is nested too deeply or has too many values', () => {
    const types = { Node: [{ name: 'next', type: 'Node' }] };
    let deep: unknown = null;
    for (let depth = 0; depth < 100; depth += 1) deep = { next: deep };
    expect(() => toTypedDataDigest({ types, primaryType: 'Node', domain: {}, message: deep })).toThrow(
      'too large',
    );
    const many = new Array(20_001).fill(1);
    expect(() => toTypedDataDigest(withMessage('uint8[]', many))).toThrow('too large');
  });

  it('accepts members with the names of inherited properties, but only if the message contains them', () => {
    const text = `{"types":{"Only":[{"name":"__proto__","type":"uint8"},{"name":"constructor","type":"uint8"}]},
      "primaryType":"Only","domain":{},"message":{"__proto__":1,"constructor":2}}`;
    expect(toTypedDataDigest(text)).toHaveLength(32);
    const without = { ...JSON.parse(text), message: {} };
    expect(() => toTypedDataDigest(without)).toThrow('__proto__ is missing');
  });

  function withTypes(types: object, a: unknown = true) {
    return { types, primaryType: Object.keys(types)[0], domain: {}, message: { a } };
  }
});

it('agrees with an independent implementation on the published examples of typed data', () => {
  for (const typedData of [mail, mailToMany]) {
    expect(bytesToHex(toTypedDataDigest(typedData))).toBe(toForeignDigest(typedData));
  }
});

type Dice = ReturnType<typeof createDice>;

/**
 * Creates random typed data with up to four structs, members of any type, arrays of arrays. A struct reaches only
 * later ones.
 */
function createTypedData(dice: Dice) {
  const names = ['Alpha', 'Beta_2', 'gamma', 'Delta'].slice(0, 1 + dice.below(4));
  const types: Record<string, { name: string; type: string }[]> = { EIP712Domain: mail.types.EIP712Domain };
  for (const [position, name] of names.entries()) {
    const later = names.slice(position + 1);
    types[name] = Array.from({ length: 1 + dice.below(4) }, (_, index) => ({
      name: `field${index}`,
      type: createType(dice, later),
    }));
  }
  const primaryType = names[0] as string;
  return {
    types,
    primaryType,
    domain: mail.domain,
    message: createValue(dice, primaryType, types) as object,
  };
}

function createType(dice: Dice, structs: readonly string[]): string {
  const bits = 8 * (1 + dice.below(32));
  const atomic = ['bool', 'address', 'string', 'bytes', `bytes${bits / 8}`, `uint${bits}`, `int${bits}`];
  const base = dice.pick(structs.length > 0 && dice.below(2) ? structs : atomic);
  return base + dice.pick(['', '', '', '[]', '[2]', '[][]', '[1][2]']);
}

function createValue(
  dice: Dice,
  type: string,
  types: Record<string, { name: string; type: string }[]>,
): unknown {
  const array = /^(.+)\[(\d*)\]$/.exec(type);
  if (array?.[1]) {
    const length = array[2] ? Number(array[2]) : dice.below(3);
    return Array.from({ length }, () => createValue(dice, array[1] as string, types));
  }
  const struct = types[type];
  if (struct) {
    return Object.fromEntries(struct.map((member) => [member.name, createValue(dice, member.type, types)]));
  }
  if (type === 'bool') return dice.below(2) === 1;
  if (type === 'string') return dice.pick(['', 'hello', 'ß😀', '0x12', '{"a":1}']);
  if (type === 'address') return `0x${bytesToHex(dice.bytes(20))}`;
  if (type.startsWith('bytes')) {
    return `0x${bytesToHex(dice.bytes(type === 'bytes' ? dice.below(70) : Number(type.slice(5))))}`;
  }
  return createInteger(dice, type);
}

function createInteger(dice: Dice, type: string): bigint {
  const signed = type.startsWith('int');
  const bits = BigInt(type.slice(signed ? 3 : 4));
  const random = BigInt(`0x${bytesToHex(dice.bytes(32))}`);
  return signed ? BigInt.asIntN(Number(bits), random) : BigInt.asUintN(Number(bits), random);
}

function toJsonValue(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
