import { Bytes } from 'ox';

/** Start of Farcaster's time in Unix seconds: 1 January 2021. */
const epochS = Date.UTC(2021, 0, 1) / 1_000;

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];
const bytes = (field: number, content: readonly number[]) => [
  (field << 3) | 2,
  ...varint(content.length),
  ...content,
];

/** Encodes a minimal Farcaster cast as `MessageData`. A real app would use Farcaster's own library. */
export function castOf(fid: number, text: string): Uint8Array {
  const nowS = Math.floor(Date.now() / 1_000) - epochS;
  const body = bytes(4, Array.from(Bytes.fromString(text)));
  // Type, account, time and network, followed by the cast.
  return Uint8Array.from([
    ...[0x08, 1, 0x10, ...varint(fid), 0x18, ...varint(nowS), 0x20, 1],
    ...bytes(5, body),
  ]);
}
