import type { Environment } from './environment.ts';
import { bytesToHex } from './hex.ts';

/** Generates a version 4 UUID (RFC 9562 §5.4). `crypto.randomUUID` is missing in insecure contexts. */
export function newUuid(random: Environment['random']): string {
  const marked = random(new Uint8Array(16)).map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40;
    return at === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  return bytesToHex(marked).replace(/^0x(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
