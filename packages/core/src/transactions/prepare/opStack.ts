import { opStackChains } from '@latchkey/wire';
import type { Chain } from '../../config/index.ts';
import type { CheckedTransaction, Hex } from '../transaction.ts';

/** Contract of OP-stack chains that returns the fee for a transaction's data on Ethereum (GasPriceOracle). */
const oracle = '0x420000000000000000000000000000000000000F';

/**
 * Returns true if a chain charges an extra fee for a transaction's data on Ethereum. Recognises the chain by its id, or
 * by the `gasPriceOracle` of a viem chain definition. Arbitrum includes this fee in its gas estimate.
 */
export function hasLayer1Fee({ id, contracts }: Chain): boolean {
  return opStackChains.includes(id) || contracts?.gasPriceOracle !== undefined;
}

/**
 * Placeholder of 60 bytes for fields that are not known yet (nonce, gas, fees). All bytes differ, because the fee can
 * depend on how well the data compresses.
 */
const unknownFields = Array.from({ length: 60 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join('');

/** Creates the call that estimates the data fee of a transaction before all of its fields are known. */
export function toLayer1Call({ to, value, data }: CheckedTransaction): { to: string; data: Hex } {
  const fields = `${unknownFields}${to?.slice(2).toLowerCase() ?? ''}${wholeBytes(value)}${data.slice(2)}`;
  const word = (count: number) => count.toString(16).padStart(64, '0');
  const length = fields.length / 2;
  const padded = fields.padEnd(Math.ceil(length / 32) * 64, '0');
  // getL1Fee(bytes), which adds the length of the missing signature
  return { to: oracle, data: `0x49948e0e${word(32)}${word(length)}${padded}` };
}

function wholeBytes(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
