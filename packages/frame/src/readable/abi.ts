/**
 * Arguments of contract calls (Solidity's ABI), read in their one strict form: no bits beside a value, each part where the one
 * before it ends, nothing left over.
 *
 * Threat: arguments that are read here in another way than by the contract. Contracts differ in what they make of dirty bits,
 * shared or shifted offsets and trailing bytes; the strict form is the one that all of them read alike. What is
 * written otherwise is not read at all.
 */
import { toChecksum } from '../decode/checksum.ts';
import { toHex } from '../spellOut.ts';

const wordLength = 32;

/** How a type is read. */
export interface AbiType<Value> {
  /** Bytes that it takes in place; null where an offset stands in place of it. */
  readonly size: number | null;
  /** Reads a value that begins at a byte. Throws RangeError for what is not in the strict form. */
  readonly read: (bytes: Uint8Array, start: number) => { readonly value: Value; readonly end: number };
}

/** The values of types, in their order. */
export type Values<Types extends readonly AbiType<unknown>[]> = {
  readonly [Index in keyof Types]: Types[Index] extends AbiType<infer Value> ? Value : never;
};

/** Reads all of the arguments. @returns null for what is not in the strict form */
export function readArguments<const Types extends readonly AbiType<unknown>[]>(
  types: Types,
  bytes: Uint8Array,
): Values<Types> | null {
  try {
    const { value, end } = readMembers(types, bytes, 0);
    return end === bytes.length ? (value as Values<Types>) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const uint = (bits: number): AbiType<bigint> =>
  word((bytes) => {
    const value = BigInt(toHex(bytes));
    return value >> BigInt(bits) === 0n ? value : outOfForm();
  });
export const address = word((bytes) => {
  if (bytes.subarray(0, 12).some((byte) => byte !== 0)) outOfForm();
  return toChecksum(toHex(bytes.subarray(12)).slice(2));
});
export const bool = word((bytes) => {
  const value = BigInt(toHex(bytes));
  return value < 2n ? value === 1n : outOfForm();
});
export const bytes32 = word(toHex);

/** Bytes of any length, filled up with zeros. */
export const bytes: AbiType<Uint8Array> = {
  size: null,
  read(all, start) {
    const length = readLength(all, start);
    const content = start + wordLength;
    const end = content + Math.ceil(length / wordLength) * wordLength;
    const value = take(all, content, length);
    if (take(all, content + length, end - content - length).some((byte) => byte !== 0)) outOfForm();
    return { value, end };
  },
};

/** An array of any length. */
export const list = <Value>(item: AbiType<Value>): AbiType<readonly Value[]> => ({
  size: null,
  read(all, start) {
    const length = readLength(all, start);
    const items = Array.from({ length }, () => item);
    const { value, end } = readMembers(items, all, start + wordLength);
    return { value: value as Value[], end };
  },
});

/** A struct. */
export function struct<const Types extends readonly AbiType<unknown>[]>(
  ...types: Types
): AbiType<Values<Types>> {
  const isStatic = types.every(({ size }) => size !== null);
  return {
    size: isStatic ? headOf(types) : null,
    read: (all, start) => readMembers(types, all, start) as { value: Values<Types>; end: number },
  };
}

/** Values one after the other; of those that have an offset there, the contents follow in the same order. */
function readMembers(types: readonly AbiType<unknown>[], all: Uint8Array, start: number) {
  let place = start;
  let end = start + headOf(types);
  const value = types.map(({ size, read }) => {
    if (size === null && readLength(all, place) !== end - start) outOfForm();
    const member = read(all, size === null ? end : place);
    if (size === null) end = member.end;
    place += size ?? wordLength;
    return member.value;
  });
  return { value, end };
}

function headOf(types: readonly AbiType<unknown>[]): number {
  return types.reduce((sum, { size }) => sum + (size ?? wordLength), 0);
}

function word<Value>(read: (bytes: Uint8Array) => Value): AbiType<Value> {
  return {
    size: wordLength,
    read: (all, start) => ({ value: read(take(all, start, wordLength)), end: start + wordLength }),
  };
}

/** A length or an offset: never beyond the end, and so no lie that would fill the memory. */
function readLength(all: Uint8Array, start: number): number {
  const value = BigInt(toHex(take(all, start, wordLength)));
  return value <= BigInt(all.length) ? Number(value) : outOfForm();
}

function take(all: Uint8Array, start: number, length: number): Uint8Array {
  return start + length <= all.length ? all.subarray(start, start + length) : outOfForm();
}

function outOfForm(): never {
  throw new RangeError('not in the strict form');
}
