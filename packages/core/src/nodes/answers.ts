import { toPlainLine } from '@latchkey/wire';

/** Reads a JSON-RPC quantity. Returns null for anything else. */
export function toBigInt(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null;
}

/** Reads a quantity that fits into a JavaScript number. Returns null for anything else. */
export function toNumber(value: unknown): number | null {
  const read = toBigInt(value);
  return read !== null && read <= Number.MAX_SAFE_INTEGER ? Number(read) : null;
}

/**
 * Reads from an `eth_getCode` answer whether an account is a contract. Returns null for an unreadable answer. An
 * account with an EIP-7702 delegation does not count as a contract, because its key still controls it.
 */
export function toHasCode(value: unknown): boolean | null {
  return typeof value === 'string' && value.startsWith('0x')
    ? !/^0x(?:0*|ef0100[0-9a-f]{40})$/i.test(value)
    : null;
}

/** Reads a text that a contract returns, at most 20 characters: a string, or 32 bytes as in some old tokens. */
export function toText(value: unknown): string | null {
  const bytes = toBytes(value);
  if (!bytes) return null;
  const isString = bytes.length >= 64 && toInt(bytes.subarray(0, 32)) === 32;
  const length = isString ? toInt(bytes.subarray(32, 64)) : 32;
  const text = isString ? bytes.subarray(64, 64 + length) : bytes.subarray(0, length);
  // A malicious token could use invisible characters to look like another token. Spaces replace them.
  const shown = [...toPlainLine(new TextDecoder().decode(text))].slice(0, 20).join('');
  return shown === '' ? null : shown;
}

/** Reads a small number that a contract returns. */
export function toSmall(value: unknown, max: number): number | null {
  const read = toBigInt(value);
  return read !== null && read <= BigInt(max) ? Number(read) : null;
}

function toBytes(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(value) || value.length > 20_000) return null;
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const toInt = (bytes: Uint8Array) => bytes.reduce((sum, byte) => Math.min(sum * 256 + byte, 1e9), 0);
