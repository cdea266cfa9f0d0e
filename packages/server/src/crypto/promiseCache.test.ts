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
