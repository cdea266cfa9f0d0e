import { describe, expect, it } from 'vitest';
import {
  fromBase58,
  isTransactionOf,
  readSolanaMessage,
  readSolanaTransaction,
  toBase58,
  toTransactionId,
} from './index.ts';
import { createReader } from './solanaMessage.ts';

// Transactions written by hand, at the limits of what Solana's nodes accept.

const keyOf = (fill: number) => Array.from({ length: 32 }, () => fill);
const addressOf = (fill: number) => toBase58(Uint8Array.from(keyOf(fill)));

/** Encodes a length as Solana does: seven bits per byte, the lowest first. */
function lengthOf(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...lengthOf(value >> 7)];
}

interface Parts {
  readonly head?: readonly number[];
  /** Numbers of signers, of readonly signers, and of other readonly accounts. */
  readonly counts?: readonly number[];
  readonly keys?: number;
  readonly calls?: readonly number[];
  readonly tail?: readonly number[];
}

function write({ head = [], counts = [1, 0, 0], keys = 2, calls = [0], tail = [] }: Parts = {}): Uint8Array {
  const all = Array.from({ length: keys }, (_, at) => keyOf(at + 1)).flat();
  return Uint8Array.from([...head, ...counts, ...lengthOf(keys), ...all, ...keyOf(99), ...calls, ...tail]);
}
const versioned = (parts: Parts) => write({ head: [0x80], tail: [0], ...parts });
/** Encodes one call: program, accounts, no data. */
const call = (program: number, ...accounts: number[]) => [1, program, accounts.length, ...accounts, 0];
/** Encodes one lookup table with these numbers of writable and readonly accounts. */
const table = (writable: number, readonly: number) => [
  ...[1, ...keyOf(50)],
  ...[writable, ...new Array(writable).fill(0)],
  ...[readonly, ...new Array(readonly).fill(0)],
];

describe('createReader', () => {
  it.each([0, 1, 127, 128, 129, 16_383, 16_384, 65_535])(
    'reads the length %i in its shortest form',
    (value) => {
      const reader = createReader(Uint8Array.from(lengthOf(value)));
      expect(reader.length()).toBe(value);
      expect(reader.isAtEnd()).toBe(true);
    },
  );

  it.each([
    ['a longer form of 0', [0x80, 0]],
    ['a longer form of 5', [0x85, 0]],
    ['a longer form in three bytes', [0x80, 0x80, 0]],
    ['65,536', lengthOf(65_536)],
    ['a fourth byte', [0x80, 0x80, 0x80, 1]],
    ['bits beyond the sixteenth', [0xff, 0xff, 0x04]],
    ['so many bytes that its bits begin anew', [0x80, 0x80, 0x80, 0x80, 0x80, 1]],
    ['no end', [0x80]],
    ['nothing', []],
  ])('refuses %s as a length', (_, bytes) => {
    expect(() => createReader(Uint8Array.from(bytes)).length()).toThrow(RangeError);
  });

  it('refuses a list that is longer than the remaining bytes', () => {
    const items = (bytes: readonly number[]) => {
      const reader = createReader(Uint8Array.from(bytes));
      return reader.list(() => reader.byte());
    };
    expect(items([3, 7, 8, 9])).toEqual([7, 8, 9]);
    let reads = 0;
    expect(() => createReader(Uint8Array.of(3, 7, 8)).list(() => (reads += 1))).toThrow(RangeError);
    expect(reads).toBe(0);
  });

  it('takes bytes up to the end, and none beyond it', () => {
    const reader = createReader(Uint8Array.of(1, 2, 3));
    expect([...reader.take(2)]).toEqual([1, 2]);
    expect(() => reader.take(2)).toThrow(RangeError);
    expect(reader.isAtEnd()).toBe(false);
    expect([...reader.take(1)]).toEqual([3]);
    expect(reader.isAtEnd()).toBe(true);
    expect(() => reader.byte()).toThrow(RangeError);
  });
});

describe('readSolanaMessage', () => {
  it('reads a Solana message as it was written', () => {
    expect(readSolanaMessage(write({ keys: 3, counts: [2, 1, 1], calls: call(2, 0, 1) }))).toEqual({
      version: 'legacy',
      signers: [addressOf(1), addressOf(2)],
      accounts: [addressOf(1), addressOf(2), addressOf(3)],
      lookedUp: 0,
      blockhash: addressOf(99),
      instructions: [
        { program: addressOf(3), accounts: [addressOf(1), addressOf(2)], data: new Uint8Array() },
      ],
    });
    expect(readSolanaMessage(versioned({}))).toEqual({
      version: 0,
      signers: [addressOf(1)],
      accounts: [addressOf(1), addressOf(2)],
      lookedUp: 0,
      blockhash: addressOf(99),
      instructions: [],
    });
  });

  it.each<[string, Uint8Array]>([
    ['only readonly signers, so nobody pays', write({ counts: [2, 2, 0] })],
    ['no signer', write({ counts: [0, 0, 0] })],
    ['more signers and readonly accounts than accounts', write({ counts: [1, 0, 2] })],
    ['more signers than accounts', write({ counts: [3, 0, 0] })],
    ['a call of the fee payer as a program', write({ calls: call(0) })],
    ['a call of a program that is not in the list of accounts', write({ calls: call(2) })],
    ['a call with an account that is not in the list', write({ calls: call(1, 2) })],
    ['a call with a listed account and one that is not in the list', write({ calls: call(1, 0, 2) })],
    ['a call of a program from a lookup table', versioned({ calls: call(2), tail: table(1, 0) })],
    ['an account beyond those of the lookup tables', versioned({ calls: call(1, 4), tail: table(1, 1) })],
    ['a lookup table without accounts', versioned({ tail: table(0, 0) })],
    ['a list of lookup tables in a legacy message', write({ tail: [0] })],
    ['version 0 without a list of lookup tables', write({ head: [0x80] })],
    ['an unknown version', write({ head: [0x81], tail: [0] })],
  ])('refuses a Solana message with this fault: %s', (_, wrong) => {
    expect(readSolanaMessage(wrong)).toBeNull();
  });

  it('reads Solana messages with the largest allowed counts and indexes', () => {
    expect(readSolanaMessage(write({ counts: [2, 1, 0] }))?.signers).toHaveLength(2);
    expect(readSolanaMessage(write({ counts: [1, 0, 1] }))).not.toBeNull();
    for (const [writable, readonly] of [
      [1, 1],
      [2, 0],
      [0, 2],
    ] as const) {
      const read = readSolanaMessage(versioned({ calls: call(1, 0, 2, 3), tail: table(writable, readonly) }));
      expect(read?.instructions[0]?.accounts).toEqual([addressOf(1), null, null]);
      expect(read).toMatchObject({ accounts: [addressOf(1), addressOf(2)], lookedUp: 2 });
    }
  });
});

describe('isTransactionOf, for messages of unknown versions', () => {
  const key = Array.from({ length: 32 }, (_, at) => 0x90 + at);
  const signer = toBase58(Uint8Array.from(key));
  const hold = (first: number, ...more: number[]) => Uint8Array.from([first, 1, 2, ...key, ...more]);

  it.each([0x81, 0x90, 0xfe])(
    'treats bytes as a transaction if they begin with %i and contain the key',
    (first) => {
      expect(isTransactionOf(hold(first), signer)).toBe(true);
      expect(isTransactionOf(hold(first, 7, 7), signer)).toBe(true);
      expect(isTransactionOf(hold(first), addressOf(2))).toBe(false);
      expect(isTransactionOf(hold(first).subarray(0, -1), signer)).toBe(false);
      expect(isTransactionOf(Uint8Array.from([first, ...[...key].reverse()]), signer)).toBe(false);
    },
  );

  it('treats bytes as a transaction if the key is at the very beginning', () => {
    expect(isTransactionOf(Uint8Array.from(key), signer)).toBe(true);
  });

  it.each([0, 1, 0x7f, 0x80, 0xff])(
    'does not treat unreadable bytes as a transaction if they begin with %i, even if they contain the key',
    (first) => {
      expect(isTransactionOf(hold(first), signer)).toBe(false);
    },
  );
});

describe('a transaction', () => {
  const sign = (count: number, message: Uint8Array) =>
    Uint8Array.from([...lengthOf(count), ...new Array(64 * count).fill(0), ...message]);

  it.each([127, 128, 200])('puts the first and the last of %i signatures into their places', (count) => {
    const message = versioned({ keys: count, counts: [count, 0, 0] });
    const unsigned = sign(count, message);
    const read = readSolanaTransaction(unsigned);
    expect(read?.messageBytes).toEqual(message);
    const ids = [0, count - 1].map((at) => {
      const signature = new Uint8Array(64).fill(at + 1);
      const signed = read?.withSignature(addressOf(at + 1), signature) ?? new Uint8Array();
      const start = lengthOf(count).length + 64 * at;
      expect(signed.subarray(start, start + 64)).toEqual(signature);
      expect(signed.filter((byte, index) => byte !== unsigned[index])).toHaveLength(64);
      return toTransactionId(signed);
    });
    expect(ids).toEqual([toBase58(new Uint8Array(64).fill(1)), null]);
  });

  it('refuses a transaction whose number of signature places differs from that of its signers, or is zero', () => {
    const message = write({ counts: [1, 0, 0] });
    expect(readSolanaTransaction(sign(1, message))?.message.signers).toHaveLength(1);
    expect(readSolanaTransaction(sign(2, message))).toBeNull();
    expect(readSolanaTransaction(sign(0, message))).toBeNull();
    expect(readSolanaTransaction(new Uint8Array())).toBeNull();
  });

  it('returns the id of a Solana transaction that the payer has signed, and null for bytes without a whole signature', () => {
    expect(toTransactionId(new Uint8Array())).toBeNull();
    expect(toTransactionId(Uint8Array.of(0, 1, 2))).toBeNull();
    expect(toTransactionId(Uint8Array.of(2, 1, 2))).toBeNull();
    const half = sign(1, write());
    half[64] = 5;
    expect(toTransactionId(half)).toBe(toBase58(half.subarray(1, 65)));
  });
});

it('reads base 58 of up to 128 characters, and no longer text', () => {
  expect(fromBase58('1'.repeat(128))).toEqual(new Uint8Array(128));
  expect(fromBase58('1'.repeat(129))).toBeNull();
});
