import { expect, test } from 'vitest';
import { nodeRandom, randomId } from './random.ts';

test('an id is 25 characters of base 32, never the same twice', () => {
  const ids = Array.from({ length: 1_000 }, () => randomId(nodeRandom));
  for (const id of ids) expect(id).toMatch(/^[a-z2-7]{25}$/);
  expect(new Set(ids)).toHaveLength(ids.length);
});

test('[S28] whole numbers below a million spread evenly', () => {
  const buckets = new Array<number>(10).fill(0);
  for (let count = 0; count < 20_000; count += 1) {
    const bucket = Math.floor(nodeRandom.integer(1_000_000) / 100_000);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  // 2,000 expected in each; the chance that a fair source strays by 300 is below 1 in 10^10.
  for (const count of buckets) expect(Math.abs(count - 2_000)).toBeLessThan(300);
});

test('bytes are never given twice, nor left empty, however long the run and the pieces', () => {
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
