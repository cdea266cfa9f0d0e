import { type Bytes, concatBytes } from '../bytes.ts';

/** Value that RLP encodes: bytes, or a list of values. */
export type RlpValue = Uint8Array | readonly RlpValue[];

/** Encodes a value with Ethereum's recursive length prefix (Yellow Paper, appendix B). */
export function encodeRlp(value: RlpValue): Bytes {
  if (value instanceof Uint8Array) {
    const isItself = value.length === 1 && (value[0] ?? 0) < 0x80;
    return isItself ? concatBytes(value) : concatBytes(toPrefix(0x80, value.length), value);
  }
  const items = concatBytes(...value.map(encodeRlp));
  return concatBytes(toPrefix(0xc0, items.length), items);
}

/** Encodes a whole number in as few bytes as possible; zero has none. */
export function toRlpNumber(value: bigint): Bytes {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}

/** Returns the prefix: one byte for a length below 56, else the size of the length in bytes, then the length. */
function toPrefix(base: 0x80 | 0xc0, length: number): Bytes {
  if (length < 56) return Uint8Array.of(base + length);
  const bytes = toRlpNumber(BigInt(length));
  return concatBytes(Uint8Array.of(base + 55 + bytes.length), bytes);
}
