/** Reproducible random values, so a failing case can be repeated with its seed. */
export interface Chance {
  /** An integer in [0, below). */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** Creates a generator from a seed (mulberry32). Not for secrets. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number) => Math.floor(next() * below);
  return {
    integer,
    pick<T>(from: readonly T[]) {
      if (from.length === 0) throw new Error('Nothing to pick from');
      return from[integer(from.length)] as T;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => integer(256))),
  };
}
