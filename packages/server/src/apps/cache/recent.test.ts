import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

/** Creates a cache that records the keys that it loads. Keys `app-…` exist, others do not. */
function counting() {
  const asked: string[] = [];
  const recent = createRecent(async (key: string) => {
    asked.push(key);
    return key.startsWith('app-') ? { key } : null;
  });
  return { asked, recent };
}

test('the cache loads a key once until it is cleared, even for simultaneous callers', async () => {
  const { asked, recent } = counting();
  const both = await Promise.all([recent.get('app-1'), recent.get('app-1')]);
  expect(both[0]).toBe(both[1]);
  expect(await recent.get('app-1')).toBe(both[0]);
  expect(asked).toEqual(['app-1']);
  recent.clear();
  await recent.get('app-1');
  expect(asked).toEqual(['app-1', 'app-1']);
});

test('20,000 unknown keys leave existing ones in the cache', async () => {
  const { asked, recent } = counting();
  for (let app = 0; app < 20; app += 1) await recent.get(`app-${app}`);
  for (let guess = 0; guess < 20_000; guess += 1) await recent.get(`guess-${guess}`);
  asked.length = 0;
  for (let app = 0; app < 20; app += 1) await recent.get(`app-${app}`);
  expect(asked).toEqual([]);
  await recent.get('guess-19999');
  expect(asked).toEqual([]);
});

test('a failed load is not cached, and neither is one that began before a clear', async () => {
  const results: (() => Promise<string>)[] = [
    () => Promise.reject(new Error('down')),
    () => Promise.resolve('old'),
    () => Promise.resolve('new'),
  ];
  const recent = createRecent(() => results.shift()?.() ?? Promise.resolve('later'));
  await expect(recent.get('x')).rejects.toThrow('down');
  const old = recent.get('x');
  recent.clear();
  expect(await old).toBe('old');
  expect(await recent.get('x')).toBe('new');
  expect(await recent.get('x')).toBe('new');
});
