import { opStackChains } from '@latchkey/wire';
import type { Chain } from '../../config/index.ts';
import type { CheckedTransaction, Hex } from '../transaction.ts';

/** Where every chain of the OP stack keeps the contract that prices places on Ethereum. */
const oracle = '0x420000000000000000000000000000000000000F';

/**
 * Tells whether a chain takes a fee of its own for a transaction's place on Ethereum: by its id, or as viem's chains say it.
 * Arbitrum's estimate of gas includes it.
 */
export function hasLayer1Fee({ id, contracts }: Chain): boolean {
  return opStackChains.includes(id) || contracts?.gasPriceOracle !== undefined;
}

/** Bytes that no compression shortens: what is not known yet (nonce, gas, fees) is counted at its full length. */
const unknownFields = Array.from({ length: 60 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join('');

/** The call that asks what the place of a transaction costs at most, before all of its fields are known. */
export function toLayer1Call({ to, value, data }: CheckedTransaction): { to: string; data: Hex } {
  const fields = `${unknownFields}${to?.slice(2).toLowerCase() ?? ''}${wholeBytes(value)}${data.slice(2)}`;
  const word = (count: number) => count.toString(16).padStart(64, '0');
  const length = fields.length / 2;
  const padded = fields.padEnd(Math.ceil(length / 32) * 64, '0');
  // getL1Fee(bytes), which adds the signature by itself
  return { to: oracle, data: `0x49948e0e${word(32)}${word(length)}${padded}` };
}

function wholeBytes(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
