import { type Bytes, concatBytes } from '../bytes.ts';

/** What RLP encodes: bytes, and lists of such. */
export type RlpValue = Uint8Array | readonly RlpValue[];

/** Encodes by Ethereum's recursive length prefix (Yellow Paper, appendix B). */
export function encodeRlp(value: RlpValue): Bytes {
  if (value instanceof Uint8Array) {
    const isItself = value.length === 1 && (value[0] ?? 0) < 0x80;
    return isItself ? concatBytes(value) : concatBytes(toPrefix(0x80, value.length), value);
  }
  const items = concatBytes(...value.map(encodeRlp));
  return concatBytes(toPrefix(0xc0, items.length), items);
}

/** A whole number in as few bytes as it takes; none for zero. */
export function toRlpNumber(value: bigint): Bytes {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}

/** What is short has its length in the first byte, what is not has the length of its length there. */
function toPrefix(base: 0x80 | 0xc0, length: number): Bytes {
  if (length < 56) return Uint8Array.of(base + length);
  const bytes = toRlpNumber(BigInt(length));
  return concatBytes(Uint8Array.of(base + 55 + bytes.length), bytes);
}
