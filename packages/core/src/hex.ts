/** Bytes, or a quantity, as 0x and hex digits. */
export type Hex = `0x${string}`;

/** Writes a quantity as JSON-RPC has it. */
export const toHex = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** Writes bytes, each as two digits. */
export function bytesToHex(bytes: Iterable<number>): Hex {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
