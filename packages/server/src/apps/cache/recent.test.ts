import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

/** A source that counts what it is asked for; `app-…` is there, all else is not. */
function counting() {
  const asked: string[] = [];
  const recent = createRecent(async (key: string) => {
    asked.push(key);
    return key.startsWith('app-') ? { key } : null;
  });
  return { asked, recent };
}

test('loads once, also for callers that come while it loads, until it is cleared', async () => {
  const { asked, recent } = counting();
  const both = await Promise.all([recent.get('app-1'), recent.get('app-1')]);
  expect(both[0]).toBe(both[1]);
  expect(await recent.get('app-1')).toBe(both[0]);
  expect(asked).toEqual(['app-1']);
  recent.clear();
  await recent.get('app-1');
  expect(asked).toEqual(['app-1', 'app-1']);
});

test('names that no one has, however many, cost those that are there nothing', async () => {
  const { asked, recent } = counting();
  for (let app = 0; app < 20; app += 1) await recent.get(`app-${app}`);
  for (let guess = 0; guess < 20_000; guess += 1) await recent.get(`guess-${guess}`);
  asked.length = 0;
  for (let app = 0; app < 20; app += 1) await recent.get(`app-${app}`);
  expect(asked).toEqual([]);
  await recent.get('guess-19999');
  expect(asked).toEqual([]);
});

test('a failed load is not kept, and what was asked before a clear is not either', async () => {
  const results: (() => Promise<string>)[] = [
    () => Promise.reject(new Error('down')),
    () => Promise.resolve('old'),
    () => Promise.resolve('new'),
  ];
  const recent = createRecent(() => results.shift()?.() ?? Promise.resolve('later'));
  await expect(recent.get('x')).rejects.toThrow('down');
  const old = recent.get('x');
  recent.clear();
  expect([await old, await recent.get('x'), await recent.get('x')]).toEqual(['old', 'new', 'new']);
});
