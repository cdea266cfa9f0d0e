import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Address, Hex, Secp256k1, TxEnvelopeEip1559, TxEnvelopeEip2930, TxEnvelopeLegacy } from 'ox';
import { describe, expect, it } from 'vitest';
import { decodeTransaction, type Transaction } from '../decode/decodeTransaction.ts';
import { createDice } from '../dice.testkit.ts';
import { signTransaction } from './transaction.ts';

interface Vector {
  readonly name: string;
  readonly key: string;
  readonly tx: Readonly<Record<string, unknown>>;
  readonly signed: string;
}
const file = new URL('vectors/ethersTransactions.json', import.meta.url);
const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: Vector[] };

/** Adds zeros to a vector: the vectors omit them or write them as no bytes, but the decoder requires most. */
function spellZeros(tx: Vector['tx']): Record<string, unknown> {
  const prices = tx.type === 2 ? ['maxFeePerGas', 'maxPriorityFeePerGas'] : ['gasPrice'];
  const quantities = ['nonce', 'gasLimit', 'value', ...prices];
  return { ...tx, ...Object.fromEntries(quantities.map((name) => [name, toQuantity(tx[name])])) };
}
const toQuantity = (value: unknown) => (value === undefined || value === '0x' ? 0 : value);

describe('signTransaction', () => {
  it.each(tests)("signTransaction agrees with ethers' vectors: $name", ({ key, tx, signed }) => {
    expect(signTransaction(decodeTransaction(spellZeros(tx)), hexToBytes(key.slice(2)))).toBe(signed);
  });

  it('signs the example of EIP-155', () => {
    const transaction = decodeTransaction({
      nonce: 9,
      gasPrice: 20n * 10n ** 9n,
      gasLimit: 21000,
      to: '0x3535353535353535353535353535353535353535',
      value: 10n ** 18n,
      chainId: 1,
    });
    expect(signTransaction(transaction, hexToBytes('46'.repeat(32)))).toBe(
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    );
  });

  it.each(['legacy', 'eip2930', 'eip1559'] as const)(
    'signs five hundred transactions of type %s that another implementation reads back and signs alike',
    (type) => {
      const dice = createDice(155);
      for (let round = 0; round < 500; round += 1) {
        const asked = createTransaction(dice, type);
        const key = dice.bytes(32);
        const decoded = decodeTransaction(asked);
        const signed = signTransaction(decoded, key);
        const { again, payload, signature, ...read } = readBack(type, signed);
        // Numbers are encoded in as few bytes as possible: another encoding would be another transaction, or none.
        expect(again, `round ${round}`).toBe(signed);
        expect(read, `round ${round}`).toEqual(asked);
        expect(signature, `round ${round}`).toEqual(Secp256k1.sign({ payload, privateKey: key }));
        // A decoded transaction decodes to itself, so it contains nothing that the decoder did not name.
        expect(decodeTransaction(decoded)).toEqual({ from: null, ...asked });
      }
    },
  );
});

/** Creates a random transaction with all fields but `from`, as {@link decodeTransaction} returns them. */
function createTransaction(
  dice: ReturnType<typeof createDice>,
  type: Transaction['type'],
): Omit<Transaction, 'from'> {
  const hex = (length: number) => Hex.fromBytes(dice.bytes(length));
  const address = () => Address.checksum(hex(20));
  const number = (bytes: number) => BigInt(`0x0${bytesToHex(dice.bytes(dice.below(bytes + 1)))}`);
  // Lengths on both sides of those at which RLP changes its form.
  const data = hex(dice.pick([0, 0, 1, 4, 36, 54, 55, 56, 57, 255, 256, 300]));
  const fee = number(8);
  const entries = type === 'legacy' ? 0 : dice.below(4);
  return {
    type,
    chainId: Number(number(6)) + 1,
    nonce: Number(number(5)),
    gasLimit: number(8),
    to: data !== '0x' && dice.below(5) === 0 ? null : address(),
    value: number(32),
    data,
    gasPrice: type === 'eip1559' ? null : fee,
    maxFeePerGas: type === 'eip1559' ? fee : null,
    maxPriorityFeePerGas: type === 'eip1559' ? fee / 2n : null,
    accessList: Array.from({ length: entries }, () => ({
      address: address(),
      storageKeys: Array.from({ length: dice.below(4) }, () => hex(32)),
    })),
  };
}

/** Reads a signed transaction with other code: its fields, the signed payload, and how that code serialises it. */
function readBack(type: Transaction['type'], signed: string) {
  const { read, payload, again } = readers[type](signed as `0x${string}`);
  const { r = 0n, s = 0n, yParity = 0, maxFeePerGas, maxPriorityFeePerGas, gasPrice, accessList } = read;
  return {
    type,
    chainId: read.chainId,
    nonce: Number(read.nonce ?? 0n),
    gasLimit: read.gas ?? 0n,
    to: read.to ? Address.checksum(read.to) : null,
    value: read.value ?? 0n,
    data: read.data ?? read.input ?? '0x',
    gasPrice: type === 'eip1559' ? null : (gasPrice ?? 0n),
    maxFeePerGas: type === 'eip1559' ? (maxFeePerGas ?? 0n) : null,
    maxPriorityFeePerGas: type === 'eip1559' ? (maxPriorityFeePerGas ?? 0n) : null,
    accessList: (accessList ?? []).map(({ address, storageKeys }) => ({
      address: Address.checksum(address),
      storageKeys,
    })),
    again,
    payload,
    signature: { r, s, yParity },
  };
}

/** Fields that the envelopes have in common, as far as they are read here. */
interface Envelope {
  readonly chainId?: number | undefined;
  readonly nonce?: bigint | undefined;
  readonly gas?: bigint | undefined;
  readonly to?: Hex.Hex | null | undefined;
  readonly value?: bigint | undefined;
  readonly data?: Hex.Hex | undefined;
  readonly input?: Hex.Hex | undefined;
  readonly gasPrice?: bigint | undefined;
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
  readonly accessList?:
    | readonly { readonly address: Hex.Hex; readonly storageKeys: readonly Hex.Hex[] }[]
    | undefined;
  readonly r?: bigint | undefined;
  readonly s?: bigint | undefined;
  readonly yParity?: number | undefined;
}
const readers: Record<
  Transaction['type'],
  (signed: Hex.Hex) => { readonly read: Envelope; readonly payload: Hex.Hex; readonly again: Hex.Hex }
> = {
  legacy(signed) {
    const read = TxEnvelopeLegacy.deserialize(signed);
    const { r, s, v, yParity, ...unsigned } = read;
    return {
      read,
      payload: TxEnvelopeLegacy.getSignPayload(unsigned),
      again: TxEnvelopeLegacy.serialize(read),
    };
  },
  eip2930(signed) {
    const read = TxEnvelopeEip2930.deserialize(signed as TxEnvelopeEip2930.Serialized);
    return {
      read,
      payload: TxEnvelopeEip2930.getSignPayload(read),
      again: TxEnvelopeEip2930.serialize(read),
    };
  },
  eip1559(signed) {
    const read = TxEnvelopeEip1559.deserialize(signed as TxEnvelopeEip1559.Serialized);
    return {
      read,
      payload: TxEnvelopeEip1559.getSignPayload(read),
      again: TxEnvelopeEip1559.serialize(read),
    };
  },
};
