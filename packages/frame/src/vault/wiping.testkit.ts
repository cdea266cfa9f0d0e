import { bytesToHex } from '@noble/hashes/utils.js';

/** What was overwritten with zeros, as it stood before. */
export interface Wiping {
  /** How often these bytes were overwritten. */
  countOf(bytes: Uint8Array): number;
  stop(): void;
}

/**
 * Watches which bytes are overwritten with zeros. The only way to see it of those that no caller gets: what JavaScript
 * leaves in its memory cannot be read from within.
 */
export function watchWiping(): Wiping {
  const seen: string[] = [];
  const { fill } = Uint8Array.prototype;
  Object.defineProperty(Uint8Array.prototype, 'fill', {
    configurable: true,
    writable: true,
    value(this: Uint8Array, ...args: Parameters<typeof fill>) {
      if (args[0] === 0 && this.length > 0) seen.push(bytesToHex(this));
      return fill.apply(this, args);
    },
  });
  return {
    countOf: (bytes) => seen.filter((one) => one === bytesToHex(bytes)).length,
    stop: () => void Reflect.deleteProperty(Uint8Array.prototype, 'fill'),
  };
}
