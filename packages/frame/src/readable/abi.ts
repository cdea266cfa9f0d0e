/**
 * Arguments of contract calls (Solidity's ABI), read only in their strict form: no bits beside a value, each part
 * directly after the one before it, nothing left over.
 *
 * A malicious page could send arguments that the contract reads differently from this code, because contracts differ
 * in their treatment of dirty bits, shared or shifted offsets and trailing bytes. So no other form is read.
 */
import { toChecksum } from '../decode/checksum.ts';
import { toHex } from '../spellOut.ts';

const wordLength = 32;

export interface AbiType<Value> {
  /** Size of a value in bytes; null if an offset takes the place of the value. */
  readonly size: number | null;
  /** Reads a value that begins at a byte. Throws RangeError if it is not in the strict form. */
  readonly read: (bytes: Uint8Array, start: number) => { readonly value: Value; readonly end: number };
}

export type Values<Types extends readonly AbiType<unknown>[]> = {
  readonly [Index in keyof Types]: Types[Index] extends AbiType<infer Value> ? Value : never;
};

/** Reads all arguments. @returns null if they are not in the strict form */
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

/** Bytes of any length, padded with zeros. */
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

/** Array of any length. */
export const list = <Value>(item: AbiType<Value>): AbiType<readonly Value[]> => ({
  size: null,
  read(all, start) {
    const length = readLength(all, start);
    const items = Array.from({ length }, () => item);
    const { value, end } = readMembers(items, all, start + wordLength);
    return { value: value as Value[], end };
  },
});

/** Struct of the given types. */
export function struct<const Types extends readonly AbiType<unknown>[]>(
  ...types: Types
): AbiType<Values<Types>> {
  const isStatic = types.every(({ size }) => size !== null);
  return {
    size: isStatic ? headOf(types) : null,
    read: (all, start) => readMembers(types, all, start) as { value: Values<Types>; end: number },
  };
}

/** Reads consecutive values. The contents of values with an offset follow in the same order. */
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

/** Reads a length or an offset. It never exceeds the input, so that a false one cannot exhaust the memory. */
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
