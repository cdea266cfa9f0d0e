import { bytesToHex } from '@noble/hashes/utils.js';

/** Record of the bytes that were overwritten with zeros, as they were before. */
export interface Wiping {
  /** Returns how often these bytes were overwritten. */
  countOf(bytes: Uint8Array): number;
  stop(): void;
}

/**
 * Records which bytes are overwritten with zeros, because no caller receives some of them, and a script cannot read
 * freed memory.
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
