import { expect, test } from 'vitest';
import { createPromiseCache } from './promiseCache.ts';

test('a lookup that fails is forgotten, but not a later lookup that took its place', async () => {
  const cache = createPromiseCache<string>(() => 0);
  let fail = (_: Error) => {};
  const late = cache.get('key', () => new Promise((_, reject) => (fail = reject)));
  cache.forget('key');
  await cache.get('key', async () => 'newer');
  fail(new Error('unreachable'));
  await expect(late).rejects.toThrow('unreachable');
  expect(await cache.get('key', async () => 'looked up again')).toBe('newer');

  await expect(cache.get('other', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('other', async () => 'up')).toBe('up');
});

test('an entry is dropped after five minutes without another lookup, but not a later one that took its place', async () => {
  const timers: { work: () => void; ms: number }[] = [];
  const cache = createPromiseCache<string>(
    () => 0,
    (work, ms) => void timers.push({ work, ms }),
  );
  await cache.get('key', async () => 'first');
  cache.forget('key');
  await cache.get('key', async () => 'second');
  expect(timers.map(({ ms }) => ms)).toEqual([300_000, 300_000]);
  timers[0]?.work();
  expect(await cache.get('key', async () => 'third')).toBe('second');
  timers[1]?.work();
  expect(await cache.get('key', async () => 'third')).toBe('third');
});
