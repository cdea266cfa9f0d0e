import { fromBase58, toBase58 } from '../decode/base58.ts';

/** One call of a program. An account of a lookup table is null: its address stands on the chain alone. */
export interface SolanaInstruction {
  readonly program: string;
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** What the signers of a transaction sign, decoded. Addresses in base 58. */
export interface SolanaMessage {
  readonly version: 'legacy' | 0;
  /** Whose signatures the transaction needs, in the order of those; the first pays the fee. */
  readonly signers: readonly string[];
  /** Every account that the message itself names, the signers first; those of lookup tables are on the chain alone. */
  readonly accounts: readonly string[];
  /** How many accounts lookup tables add. */
  readonly lookedUp: number;
  /** By which the network knows how long the transaction is good, or a durable nonce in its place. */
  readonly blockhash: string;
  readonly instructions: readonly SolanaInstruction[];
}

/** The first byte of a message with a version has this bit; the others are the version. */
const versionBit = 0x80;
const keyLength = 32;

/**
 * Reads the message of a transaction, in the legacy form or version 0.
 *
 * Strict: lengths in their one form, every index in its range, nothing left over. What a node would refuse is none.
 *
 * @returns null for whatever is not such a message
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
 * Tells whether bytes are, or may one day be, a transaction that a key signs for. Threat: a page that asks for a
 * 'message' and sends the signature on as a payment. A message of a version that is not known here cannot be read, so
 * that the key's being in it is enough; 0xff is excepted, which Solana keeps free for messages that are none.
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

function readMessage(reader: Reader): SolanaMessage {
  const first = reader.byte();
  const isVersioned = first >= versionBit;
  if (isVersioned && first !== versionBit) throw new RangeError('unknown version');
  const signerCount = isVersioned ? reader.byte() : first;
  const readonlySigners = reader.byte();
  const readonlyOthers = reader.byte();
  const keys = reader.list(() => toBase58(reader.take(keyLength)));
  if (readonlySigners >= signerCount || signerCount + readonlyOthers > keys.length) {
    throw new RangeError('header'); // the first signer pays, so that one at least is writable
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
      // The fee payer is no program, and a program comes from no lookup table.
      if (program === 0 || name === undefined || accounts.some((index) => index >= total))
        throw new RangeError('index');
      return { program: name, accounts: accounts.map((index) => keys[index] ?? null), data };
    }),
  };
}

/** Reads the lookup tables of version 0. @returns how many accounts they add */
function readLookups(reader: Reader): number {
  const added = reader.list(() => {
    reader.take(keyLength);
    return reader.take(reader.length()).length + reader.take(reader.length()).length;
  });
  if (added.includes(0)) throw new RangeError('a table without a use');
  return added.reduce((sum, count) => sum + count, 0);
}

interface Reader {
  byte(): number;
  take(count: number): Uint8Array;
  /** A length in Solana's form: seven bits a byte, at most 16 bits, never longer than it must be. */
  length(): number;
  list<Item>(read: () => Item): Item[];
  isAtEnd(): boolean;
}

/** Reads bytes in order. Its functions throw RangeError at the end and at lengths in another form. */
export function createReader(bytes: Uint8Array): Reader {
  let at = 0;
  const reader: Reader = {
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
      // Each item has a byte at least: a count beyond that is a lie that would fill the memory.
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
