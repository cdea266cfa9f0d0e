/** Bytes or a quantity, as hex digits with 0x. */
export type Hex = `0x${string}`;

/** Encodes a quantity for JSON-RPC. */
export const toHex = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** Encodes bytes, two digits each. */
export function bytesToHex(bytes: Iterable<number>): Hex {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
