import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import { assertWellFormed } from './message.ts';

/**
 * Encodes one value of an atomic or dynamic type as the 32 bytes of EIP-712.
 *
 * Nothing is coerced: a value that another program would cut, pad or round has no single meaning, and what has no
 * single meaning is not signed.
 *
 * @param path where the value stands, for the error
 * @throws Refusal `invalid_request_arguments`
 */
export function encodeAtomic(type: string, value: unknown, path: string): Uint8Array {
  switch (type) {
    case 'string':
      if (typeof value !== 'string') return refuseValue(path, type);
      assertWellFormed(value);
      return keccak_256(utf8(value));
    case 'bytes':
      return keccak_256(toBytes(value) ?? refuseValue(path, type));
    case 'bool':
      return typeof value === 'boolean' ? toWord(value ? 1n : 0n) : refuseValue(path, type);
    case 'address': {
      const bytes = toBytes(value);
      if (bytes?.length !== 20) return refuseValue(path, type);
      const word = new Uint8Array(32);
      word.set(bytes, 12);
      return word;
    }
  }
  return type.startsWith('bytes') ? encodeFixedBytes(type, value, path) : encodeInteger(type, value, path);
}

function encodeFixedBytes(type: string, value: unknown, path: string): Uint8Array {
  const bytes = toBytes(value);
  if (bytes?.length !== Number(type.slice('bytes'.length))) return refuseValue(path, type);
  const word = new Uint8Array(32);
  word.set(bytes);
  return word;
}

function encodeInteger(type: string, value: unknown, path: string): Uint8Array {
  const signed = type.startsWith('int');
  const bits = BigInt(type.slice(signed ? 3 : 4) || 256);
  const integer = toInteger(value) ?? refuseValue(path, type);
  const min = signed ? -(1n << (bits - 1n)) : 0n;
  const max = (1n << (signed ? bits - 1n : bits)) - 1n;
  if (integer < min || integer > max) refuseValue(path, type);
  return toWord(BigInt.asUintN(256, integer));
}

/** A whole number as a number, a bigint, or decimal or 0x-hex text; beyond 2^53 a number has lost its digits. */
function toInteger(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  // Longer text than 2^256 needs would only keep the page busy.
  const isInteger = typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value);
  return isInteger ? BigInt(value) : null;
}

function toBytes(value: unknown): Uint8Array | null {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? hexToBytes(value.slice(2)) : null;
}

function toWord(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}

function refuseValue(path: string, type: string): never {
  refuse('invalid_request_arguments', `${path} is not a valid ${type}`);
}
