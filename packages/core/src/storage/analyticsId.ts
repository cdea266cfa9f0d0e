import type { Environment } from '../environment.ts';
import type { KeyStore } from './keyStore.ts';

/** Gives the client analytics id (`caid`), made at the first need; log-out deletes it. */
export function getAnalyticsId(storage: KeyStore, random: Environment['random']): string {
  const kept = storage.find('analyticsId');
  if (kept) return kept;
  const made = toUuid(random(new Uint8Array(16)));
  storage.set('analyticsId', made);
  return made;
}

/** A version 4 UUID (RFC 9562 §5.4). `crypto.randomUUID` is missing on http pages. */
function toUuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, at) => {
    const fixed = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
