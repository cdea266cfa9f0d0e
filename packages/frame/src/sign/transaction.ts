import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bytes, concatBytes, fromHex } from '../bytes.ts';
import type { Transaction } from '../decode/decodeTransaction.ts';
import { encodeRlp, type RlpValue, toRlpNumber } from './rlp.ts';
import { signDigest } from './signature.ts';

/** First byte of a typed transaction (EIP-2718). */
const typeBytes = { legacy: [], eip2930: [1], eip1559: [2] } as const;

/**
 * Signs a transaction: legacy for its one chain (EIP-155), EIP-2930 or EIP-1559. The signed bytes are encoded from
 * the decoded fields, and nothing is copied from the request.
 *
 * @returns the transaction as nodes accept it, in 0x-hex
 */
export function signTransaction(transaction: Transaction, key: Uint8Array): string {
  const { type, chainId } = transaction;
  const fields = toFields(transaction);
  const encode = (more: readonly RlpValue[]) =>
    concatBytes(Uint8Array.from(typeBytes[type]), encodeRlp([...fields, ...more]));
  const chain = [toRlpNumber(BigInt(chainId)), new Uint8Array(), new Uint8Array()];
  const signature = signDigest(keccak_256(encode(type === 'legacy' ? chain : [])), key);
  const parity = BigInt(signature[64] ?? 0);
  const v = type === 'legacy' ? BigInt(chainId) * 2n + 35n + parity : parity;
  const toNumber = (start: number) => toRlpNumber(BigInt(toHex(signature.subarray(start, start + 32))));
  return toHex(encode([toRlpNumber(v), toNumber(0), toNumber(32)]));
}

/** Returns the fields in the order of their type, up to the signature. */
function toFields(transaction: Transaction): readonly RlpValue[] {
  const { type, chainId, nonce, gasLimit, to, value, data, accessList } = transaction;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const prices = type === 'eip1559' ? [maxPriorityFeePerGas, maxFeePerGas] : [gasPrice];
  const numbers = [BigInt(nonce), ...prices.map((price) => price ?? 0n), gasLimit].map(toRlpNumber);
  const call = [to === null ? new Uint8Array() : toBytes(to), toRlpNumber(value), toBytes(data)];
  if (type === 'legacy') return [...numbers, ...call];
  const storage = accessList.map((entry) => [toBytes(entry.address), entry.storageKeys.map(toBytes)]);
  return [toRlpNumber(BigInt(chainId)), ...numbers, ...call, storage];
}

const toHex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;

function toBytes(hex: string): Bytes {
  const bytes = fromHex(hex);
  if (bytes === null) throw new Error('a decoded transaction holds hex alone');
  return bytes;
}
