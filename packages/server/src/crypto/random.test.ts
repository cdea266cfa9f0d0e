import { expect, test } from 'vitest';
import { nodeRandom, randomId } from './random.ts';

test('a random id has 25 characters of base 32, and a thousand ids differ', () => {
  const ids = Array.from({ length: 1_000 }, () => randomId(nodeRandom));
  for (const id of ids) expect(id).toMatch(/^[a-z2-7]{25}$/);
  expect(new Set(ids)).toHaveLength(ids.length);
});

test('[S28] random integers below a million are spread evenly over ten ranges', () => {
  const buckets = new Array<number>(10).fill(0);
  for (let count = 0; count < 20_000; count += 1) {
    const bucket = Math.floor(nodeRandom.integer(1_000_000) / 100_000);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  // 2,000 are expected in each. A fair source is off by 300 with a chance below 1 in 10^10.
  for (const count of buckets) expect(Math.abs(count - 2_000)).toBeLessThan(300);
});

test('random bytes have the requested length and repeat no 16 bytes, over 400 requests of several lengths', () => {
  const seen = new Set<string>();
  const lengths = [16, 25, 32, 48, 255, 256, 257, 5_000];
  const pieces = Array.from({ length: 400 }, (_, at) => nodeRandom.bytes(lengths[at % lengths.length] ?? 16));
  for (const piece of pieces) {
    for (let at = 0; at + 16 <= piece.length; at += 16) {
      seen.add(Buffer.from(piece.subarray(at, at + 16)).toString('hex'));
    }
  }
  const expected = pieces.reduce((sum, piece) => sum + Math.floor(piece.length / 16), 0);
  expect(seen.size).toBe(expected);
  expect(pieces.map((piece) => piece.length).slice(0, 8)).toEqual(lengths);
});
