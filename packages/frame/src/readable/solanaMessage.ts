import { fromBase58, toBase58 } from '../decode/base58.ts';

/** Call of a program. An account from a lookup table is null: only the chain has its address. */
export interface SolanaInstruction {
  readonly program: string;
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** Decoded message, which the signers of a transaction sign. Addresses are in base 58. */
export interface SolanaMessage {
  readonly version: 'legacy' | 0;
  /** Accounts whose signatures the transaction needs, in the order of the signatures. The first one pays the fee. */
  readonly signers: readonly string[];
  /** Accounts that the message itself names, the signers first. Only the chain has those of lookup tables. */
  readonly accounts: readonly string[];
  /** Number of accounts that lookup tables add. */
  readonly lookedUp: number;
  /** Blockhash that limits the life of the transaction, or a durable nonce in its place. */
  readonly blockhash: string;
  readonly instructions: readonly SolanaInstruction[];
}

/** Bit that marks the first byte of a versioned message. The other bits are the version. */
const versionBit = 0x80;
const keyLength = 32;

/**
 * Reads the message of a transaction, in the legacy form or version 0.
 *
 * It is strict: lengths in their shortest form, every index in range, nothing left over.
 *
 * @returns null if the bytes are not such a message
 */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage | null {
  const reader = createReader(bytes);
  try {
    const message = readMessage(reader);
    return reader.isAtEnd() ? message : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns true if bytes are the message of a transaction that a key signs, or may be one of a future version. A
 * malicious dapp could otherwise have our client sign a payment as a 'message'. A message of an unknown version cannot
 * be read, so it counts as a transaction if it contains the key, unless it begins with 0xff, which Solana reserves for
 * other messages.
 *
 * @param signer an address
 */
export function isTransactionOf(bytes: Uint8Array, signer: string): boolean {
  const message = readSolanaMessage(bytes);
  if (message) return message.signers.includes(signer);
  const first = bytes[0] ?? 0;
  const key = fromBase58(signer) ?? new Uint8Array();
  return first > versionBit && first < 0xff && indexOfBytes(bytes, key) >= 0;
}

function readMessage(reader: ByteReader): SolanaMessage {
  const first = reader.byte();
  const isVersioned = first >= versionBit;
  if (isVersioned && first !== versionBit) throw new RangeError('unknown version');
  const signerCount = isVersioned ? reader.byte() : first;
  const readonlySigners = reader.byte();
  const readonlyOthers = reader.byte();
  const keys = reader.list(() => toBase58(reader.take(keyLength)));
  if (readonlySigners >= signerCount || signerCount + readonlyOthers > keys.length) {
    throw new RangeError('header'); // the first signer pays, so at least one is writable
  }
  const blockhash = toBase58(reader.take(keyLength));
  const calls = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.length()),
  }));
  const lookedUp = isVersioned ? readLookups(reader) : 0;
  const total = keys.length + lookedUp;
  return {
    version: isVersioned ? 0 : 'legacy',
    signers: keys.slice(0, signerCount),
    accounts: keys,
    lookedUp,
    blockhash,
    instructions: calls.map(({ program, accounts, data }) => {
      const name = keys[program];
      // The fee payer is not a program, and programs never come from lookup tables.
      if (program === 0 || name === undefined || accounts.some((index) => index >= total))
        throw new RangeError('index');
      return { program: name, accounts: accounts.map((index) => keys[index] ?? null), data };
    }),
  };
}

/** Reads the lookup tables of version 0. @returns the number of accounts that they add */
function readLookups(reader: ByteReader): number {
  const added = reader.list(() => {
    reader.take(keyLength);
    return reader.take(reader.length()).length + reader.take(reader.length()).length;
  });
  if (added.includes(0)) throw new RangeError('a table without a use');
  return added.reduce((sum, count) => sum + count, 0);
}

/** Bytes that are read in order. */
export interface ByteReader {
  byte(): number;
  take(count: number): Uint8Array;
  /** Reads a length in Solana's form: seven bits per byte, at most 16 bits, in the shortest form. */
  length(): number;
  list<Item>(read: () => Item): Item[];
  isAtEnd(): boolean;
}

/** Reads bytes in order. Its functions throw RangeError at the end, and for a length in another form. */
export function createReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  const reader: ByteReader = {
    byte: () => reader.take(1)[0] ?? 0,
    take(count) {
      if (at + count > bytes.length) throw new RangeError('end');
      at += count;
      return bytes.subarray(at - count, at);
    },
    length() {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = reader.byte();
        value |= (byte & 0x7f) << shift;
        if (byte === 0 && shift > 0) throw new RangeError('a longer form than needed');
        if (value > 0xffff || (shift === 14 && byte > 3)) throw new RangeError('too long');
        if (byte < versionBit) return value;
      }
    },
    list(read) {
      const count = reader.length();
      // Each item has at least one byte, so a larger count is false.
      if (count > bytes.length - at) throw new RangeError('end');
      return Array.from({ length: count }, read);
    },
    isAtEnd: () => at === bytes.length,
  };
  return reader;
}

function indexOfBytes(bytes: Uint8Array, part: Uint8Array): number {
  return bytes.findIndex((_, at) => part.every((byte, offset) => bytes[at + offset] === byte));
}
