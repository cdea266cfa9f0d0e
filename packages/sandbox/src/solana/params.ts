import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { codes, refuse } from './refuse.ts';

/** Maximum size of a transaction in wire form, in bytes. */
const maxBytes = 1232;

/** Reads the options of a call; empty if there are none. */
export function toOptions(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    refuse(codes.params, 'Invalid params: expected a struct.');
  return value as Record<string, unknown>;
}

/** Reads a list with a maximum length. */
export function toList(value: unknown, atMost: number): readonly unknown[] {
  if (!Array.isArray(value)) refuse(codes.params, 'Invalid params: expected a sequence.');
  if (value.length > atMost) refuse(codes.params, `Too many inputs provided; max ${atMost}`);
  return value;
}

export function toAddress(value: unknown): Address {
  if (typeof value !== 'string') refuse(codes.params, 'Invalid params: expected a string.');
  if (fromBase58(value)?.length !== 32) refuse(codes.params, 'Invalid param: WrongSize');
  return value as Address;
}

export function toSignature(value: unknown): string {
  if (typeof value !== 'string' || fromBase58(value)?.length !== 64)
    refuse(codes.params, 'Invalid param: WrongSize');
  return value;
}

export function toCount(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    refuse(codes.params, 'Invalid params: expected u64.');
  }
  return BigInt(value);
}

/** Reads bytes; base 58 unless specified otherwise, as nodes do. */
export function toBytes(value: unknown, encoding: unknown = 'base58'): Uint8Array {
  if (typeof value !== 'string') refuse(codes.params, 'Invalid params: expected a string.');
  if (encoding !== 'base58' && encoding !== 'base64') {
    refuse(codes.params, `unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`);
  }
  if (value.length > maxBytes * 2) refuse(codes.params, `${encoding} encoded transaction too large`);
  const bytes = encoding === 'base64' ? fromBase64(value) : fromBase58(value);
  if (!bytes) refuse(codes.params, `invalid ${encoding} encoding`);
  if (bytes.length > maxBytes) {
    refuse(codes.params, `decoded transaction too large: ${bytes.length} bytes (max: ${maxBytes} bytes)`);
  }
  return bytes;
}

function fromBase58(text: string): Uint8Array | null {
  try {
    return text.length <= maxBytes * 2 ? base58.decode(text) : null;
  } catch {
    return null;
  }
}

function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
