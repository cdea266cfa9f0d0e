import { AbiParameters, Address, Bytes, Hex } from 'ox';
import { describe, expect, it } from 'vitest';
import { createDice } from '../dice.testkit.ts';
import { type AbiType, address, bool, bytes, bytes32, list, readArguments, struct, uint } from './abi.ts';

type Dice = ReturnType<typeof createDice>;

/** Type of the reader under test, its counterpart in another implementation, and a generator of values. */
interface Sample {
  readonly type: AbiType<unknown>;
  readonly foreign: AbiParameters.Parameter;
  readonly value: (dice: Dice) => unknown;
}

const hex = (dice: Dice, length: number) => Hex.fromBytes(dice.bytes(length));
const number = (dice: Dice, bits: number) =>
  BigInt(hex(dice, 32)) >> BigInt(256 - dice.pick([0, 1, Math.ceil(bits / 2), bits]));
const simple: readonly Sample[] = [
  { type: address, foreign: { type: 'address' }, value: (dice) => Address.checksum(hex(dice, 20)) },
  { type: bool, foreign: { type: 'bool' }, value: (dice) => dice.below(2) === 1 },
  { type: bytes32, foreign: { type: 'bytes32' }, value: (dice) => hex(dice, 32) },
  ...[8, 48, 160, 256].map((bits) => ({
    type: uint(bits),
    foreign: { type: `uint${bits}` },
    value: (dice: Dice) => number(dice, bits),
  })),
  {
    type: bytes,
    foreign: { type: 'bytes' },
    value: (dice) => dice.bytes(dice.pick([0, 1, 31, 32, 33, dice.below(100)])),
  },
];

function createSample(dice: Dice, depth: number): Sample {
  const shape = depth === 0 ? 0 : dice.below(4);
  if (shape < 2) return dice.pick(simple);
  if (shape === 2) {
    const item = createSample(dice, depth - 1);
    return {
      type: list(item.type),
      foreign: { ...item.foreign, type: `${item.foreign.type}[]` },
      value: (given) => Array.from({ length: given.below(4) }, () => item.value(given)),
    };
  }
  const members = Array.from({ length: 1 + dice.below(3) }, () => createSample(dice, depth - 1));
  return {
    type: struct(...members.map(({ type }) => type)),
    foreign: { type: 'tuple', components: members.map(({ foreign }) => foreign) },
    value: (given) => members.map(({ value }) => value(given)),
  };
}

/** Encodes values with another implementation, which takes byte strings as hex and unnamed structs as lists. */
function encode(samples: readonly Sample[], values: readonly unknown[]): Uint8Array {
  const foreign = samples.map((sample) => sample.foreign);
  return Bytes.fromHex(AbiParameters.encode(foreign, values.map(toForeign) as never));
}
function toForeign(value: unknown): unknown {
  if (value instanceof Uint8Array) return Hex.fromBytes(value);
  return Array.isArray(value) ? value.map(toForeign) : value;
}

/** Damages one thing: a bit, a byte, up to 32 bytes, or the length. */
function damage(dice: Dice, whole: Uint8Array): Uint8Array {
  const damaged = Uint8Array.from(whole);
  const place = dice.below(Math.max(1, whole.length));
  switch (dice.below(5)) {
    case 0:
      damaged[place] = (damaged[place] ?? 0) ^ (1 << dice.below(8));
      return damaged;
    case 1:
      return whole.subarray(0, place);
    case 2:
      return Uint8Array.from([...whole, ...new Uint8Array(dice.pick([1, 31, 32, 64]))]);
    case 3: {
      const word = Math.floor(place / 32) * 32;
      // If the word is a length or an offset, it is then slightly off.
      damaged[word + 31] = (damaged[word + 31] ?? 0) + dice.pick([1, 32, 64, 224, 255]);
      return damaged;
    }
    default:
      damaged.set(dice.bytes(Math.min(32, whole.length - place)), place);
      return damaged;
  }
}

describe('readArguments', () => {
  it('reads arguments that another implementation wrote and, of thousands of damaged ones, only those that encode to the same bytes', () => {
    const dice = createDice(20);
    let broken = 0;
    for (let round = 0; round < 3000; round += 1) {
      const samples = Array.from({ length: 1 + dice.below(4) }, () => createSample(dice, 3));
      const types = samples.map(({ type }) => type);
      const values = samples.map(({ value }) => value(dice));
      const whole = encode(samples, values);
      expect(readArguments(types, whole), `round ${round}`).toEqual(values);
      const damaged = damage(dice, whole);
      const read = readArguments(types, damaged);
      if (read === null) broken += 1;
      // The values that were read encode to exactly the bytes that were given.
      else expect(Hex.fromBytes(encode(samples, read)), `round ${round}`).toBe(Hex.fromBytes(damaged));
    }
    expect(broken).toBeGreaterThan(1000);
  });

  const words = (...values: readonly (number | bigint)[]) =>
    Bytes.concat(...values.map((value) => Bytes.fromNumber(BigInt(value), { size: 32 })));
  it.each<[name: string, types: readonly AbiType<unknown>[], given: Uint8Array]>([
    ['an address with dirty bits', [address], words(2n ** 160n)],
    ['a number above its type', [uint(48)], words(2n ** 48n)],
    ['a boolean of 2', [bool], words(2)],
    ['one argument too few', [uint(256), uint(256)], words(1)],
    ['one word too many', [uint(256)], words(1, 0)],
    ['a part of a word too many', [uint(256)], Bytes.concat(words(1), new Uint8Array(4))],
    ['no bytes', [uint(256)], new Uint8Array()],
    ['an offset that skips a word', [bytes], words(64, 0, 0)],
    ['an offset into the heads', [uint(256), bytes], words(0, 0)],
    ['two offsets to the same contents', [bytes, bytes], words(64, 64, 0)],
    ['contents in another order', [bytes, bytes], words(96, 64, 0, 0)],
    ['an offset behind the end', [bytes], words(2n ** 255n)],
    ['a length behind the end', [bytes], words(32, 33, 0)],
    ['a list of 2^64 items', [list(uint(256))], words(32, 2n ** 64n)],
    ['a list longer than its contents', [list(uint(256))], words(32, 2, 0)],
    ['padding that is not zero', [bytes], Bytes.concat(words(32, 1), new Uint8Array(32).fill(1))],
    ['bytes without padding', [bytes], Bytes.concat(words(32, 1), Uint8Array.of(1))],
  ])('refuses arguments that are not in the strict form: %s', (_name, types, given) => {
    expect(readArguments(types, given)).toBeNull();
  });

  it('accepts an empty list of types only without bytes', () => {
    expect(readArguments([], new Uint8Array())).toEqual([]);
    expect(readArguments([], words(0))).toBeNull();
  });
});
