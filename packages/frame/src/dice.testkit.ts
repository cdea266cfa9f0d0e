/** Creates a generator of pseudo-random numbers that are the same in every run, so that a failure can be reproduced. */
export function createDice(seed: number) {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** Returns a whole number from 0 to `limit` - 1. */
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    bytes: (length: number) => Uint8Array.from({ length }, () => below(256)),
  };
}
