import type { Address } from '@solana/addresses';
import {
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/transaction-messages';
import { compileTransaction, getTransactionEncoder } from '@solana/transactions';
import { describe, expect, it } from 'vitest';
import {
  fromBase58,
  isSolanaAddress,
  isTransactionOf,
  readInstructions,
  readSolanaMessage,
  readSolanaTransaction,
  toBase58,
  toTransactionId,
} from './index.ts';

const key = (fill: number) => toBase58(new Uint8Array(32).fill(fill)) as Address;
const [me, them, other, table] = [key(7), key(8), key(9), key(10)] as const;
const system = '11111111111111111111111111111111' as Address;
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
/** Roles of accounts: 0 readonly, 1 writable, 2 readonly signer, 3 writable signer. */
const account = (address: Address, role: 0 | 1 | 2 | 3) => ({ address, role });

const field = (name: string, text: string) => ({ name, value: { kind: 'code', text } });

const transfer = {
  programAddress: system,
  accounts: [account(me, 3), account(them, 1)],
  // 2 = transfer; 1.5 SOL in lamports, little-endian
  data: Uint8Array.from([2, 0, 0, 0, 0, 0x2f, 0x68, 0x59, 0, 0, 0, 0]),
};
const approve = {
  programAddress: token,
  accounts: [account(other, 1), account(them, 0), account(me, 2)],
  data: Uint8Array.from([4, 255, 255, 255, 255, 255, 255, 255, 255]),
};

/** Builds a transaction with Solana's own library. */
function build(version: 'legacy' | 0 | 1, instructions: readonly object[], lookUp = false) {
  const lifetime = { blockhash: key(3), lastValidBlockHeight: 1n };
  const empty = setTransactionMessageFeePayer(me, createTransactionMessage({ version }) as never);
  const timed = setTransactionMessageLifetimeUsingBlockhash(lifetime as never, empty as never);
  const filled = appendTransactionMessageInstructions(instructions as never, timed as never);
  const tables = { [table]: [them, other] } as never;
  const whole = lookUp ? compressTransactionMessageUsingAddressLookupTables(filled as never, tables) : filled;
  const compiled: { messageBytes: Iterable<number> } = compileTransaction(whole as never);
  return {
    message: Uint8Array.from(compiled.messageBytes),
    wire: Uint8Array.from(getTransactionEncoder().encode(compiled as never)),
  };
}

describe('base 58', () => {
  it('writes and reads base 58 as Solana does, and refuses other texts', () => {
    expect(toBase58(new Uint8Array(32))).toBe(system);
    expect(toBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U');
    for (const fill of [0, 1, 127, 255]) {
      for (const length of [0, 1, 31, 32, 64]) {
        const bytes = new Uint8Array(length).fill(fill);
        expect(fromBase58(toBase58(bytes))).toEqual(bytes);
      }
    }
    for (const wrong of ['0', 'O', 'l', 'I', ' ', 'é', '-', '1'.repeat(129)])
      expect(fromBase58(wrong)).toBeNull();
    expect(isSolanaAddress(token)).toBe(true);
    for (const wrong of ['', token.slice(1), `${token}1`, `1${token}`, 'hello']) {
      expect(isSolanaAddress(wrong), wrong).toBe(false);
    }
  });
});

describe('a Solana transaction', () => {
  it.each([['legacy' as const], [0 as const]])(
    "reads a Solana transaction as Solana's own library wrote it: %s",
    (version) => {
      const { message, wire } = build(version, [transfer, approve]);
      expect(readSolanaMessage(message)).toMatchObject({ version, signers: [me] });
      const read = readSolanaTransaction(wire);
      expect(read?.messageBytes).toEqual(message);
      expect(read && readInstructions(read.message)).toEqual([
        {
          title: 'System: transfer',
          fields: [field('from', me), field('to', them), field('amount', '1.5 SOL')],
        },
        {
          title: 'Token: approve',
          fields: [
            field('account', other),
            field('delegate', them),
            field('owner', me),
            field('amount', '18446744073709551615'),
          ],
        },
      ]);
    },
  );

  it('marks accounts of lookup tables as such, and shows the raw data of unknown programs', () => {
    const odd = { programAddress: key(20), accounts: [account(them, 1)], data: Uint8Array.of(1, 2, 255) };
    const read = readSolanaTransaction(build(0, [transfer, odd], true).wire);
    expect(read && readInstructions(read.message)).toEqual([
      expect.objectContaining({
        fields: expect.arrayContaining([field('to', 'in a lookup table')]),
      }),
      {
        title: 'Program',
        fields: [
          field('program', key(20)),
          field('account 1', 'in a lookup table'),
          field('data', '0x0102ff'),
        ],
      },
    ]);
  });

  it('shows a Solana instruction without the name of its form if its data is too short', () => {
    const short = { ...transfer, data: transfer.data.subarray(0, 11) };
    const read = readSolanaMessage(build(0, [short]).message);
    expect(read && readInstructions(read)[0]).toMatchObject({ title: 'System' });
  });

  it("puts a signature into its signer's place, and returns an id once the payer has signed", () => {
    const second = { ...approve, accounts: [account(other, 1), account(them, 0), account(them, 2)] };
    const { wire } = build(0, [transfer, second]);
    const read = readSolanaTransaction(wire);
    expect(read?.message.signers).toEqual([me, them]);
    expect(toTransactionId(wire)).toBeNull();
    const theirs = read?.withSignature(them, new Uint8Array(64).fill(2)) as Uint8Array;
    expect([...theirs.subarray(1, 65)]).toEqual([...new Uint8Array(64)]);
    expect([...theirs.subarray(65, 129)]).toEqual([...new Uint8Array(64).fill(2)]);
    const mine = readSolanaTransaction(theirs)?.withSignature(me, new Uint8Array(64).fill(1)) as Uint8Array;
    expect(toTransactionId(mine)).toBe(toBase58(new Uint8Array(64).fill(1)));
    expect(read?.withSignature(other, new Uint8Array(64))).toBeNull();
    expect(read?.withSignature(me, new Uint8Array(63))).toBeNull();
  });

  it('refuses a Solana transaction that was cut or lengthened, or has an invalid count', () => {
    for (const version of ['legacy', 0] as const) {
      const { message, wire } = build(version, [transfer, approve]);
      for (let end = 0; end < message.length; end += 1) {
        expect(readSolanaMessage(message.subarray(0, end))).toBeNull();
      }
      expect(readSolanaMessage(Uint8Array.from([...message, 0]))).toBeNull();
      expect(readSolanaTransaction(wire.subarray(1))).toBeNull();
      expect(
        readSolanaTransaction(Uint8Array.from([2, ...new Uint8Array(64), ...wire.subarray(1)])),
      ).toBeNull();
      const at = version === 0 ? 1 : 0;
      // No signer; no writable signer; more readonly accounts than accounts.
      for (const [place, value] of [
        [0, 0],
        [1, 1],
        [2, 200],
      ] as const) {
        const wrong = Uint8Array.from(message);
        wrong[at + place] = value;
        expect(readSolanaMessage(wrong), `${version} ${place}`).toBeNull();
      }
    }
    // A count in two bytes instead of one: 5 as 0x85 0x00.
    const { message } = build('legacy', [transfer, approve]);
    expect(message[3]).toBe(5);
    expect(
      readSolanaMessage(Uint8Array.from([...message.subarray(0, 3), 0x85, 0, ...message.subarray(4)])),
    ).toBeNull();
  });

  it('throws for none of 500 changed Solana messages, and accepts none that Solana’s library refuses', () => {
    let seed = 42;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed;
    };
    const { message } = build(0, [transfer, approve], true);
    for (let round = 0; round < 500; round += 1) {
      const changed = Uint8Array.from(message);
      for (let change = 0; change <= random() % 3; change += 1) {
        changed[random() % changed.length] = random() % 256;
      }
      const read = readSolanaMessage(changed);
      if (read) expect(() => getCompiledTransactionMessageDecoder().decode(changed)).not.toThrow();
    }
  });
});

describe('isTransactionOf', () => {
  it('isTransactionOf returns true for a transaction of version legacy, 0 or 1, but only if the address signs it', () => {
    for (const version of ['legacy', 0, 1] as const) {
      const { message } = build(version, [transfer]);
      expect(isTransactionOf(message, me), `${version}`).toBe(true);
    }
    expect(isTransactionOf(build(0, [transfer]).message, other)).toBe(false);
    expect(isTransactionOf(build('legacy', [transfer]).message, them), 'named, but no signer').toBe(false);
  });

  it('isTransactionOf returns false for texts, a hash, and an off-chain message, whose first byte Solana reserves', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    for (const text of ['', 'Hello', `example.com wants you to sign in with your Solana account:\n${me}`]) {
      expect(isTransactionOf(bytes(text), me)).toBe(false);
    }
    expect(isTransactionOf(new Uint8Array(32).fill(0x91), me)).toBe(false);
    const offChain = Uint8Array.from([0xff, ...bytes('solana offchain'), ...(fromBase58(me) ?? [])]);
    expect(isTransactionOf(offChain, me)).toBe(false);
  });
});
