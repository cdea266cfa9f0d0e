import { afterEach, expect, test, vi } from 'vitest';
import { loadPart } from './load.ts';

// Scripts in data URLs. A retry appends a number to the URL, which is a comment there.

afterEach(() => vi.unstubAllGlobals());

test('runs the script of a loaded part once, although the other part failed to load in between', async () => {
  const cloud = 'data:text/javascript,export const instance = {};//';
  vi.stubGlobal('partPaths', { cloud, farcaster: 'data:text/javascript,throw new Error("failed");//' });
  const first = await loadPart('cloud');
  await expect(loadPart('farcaster')).rejects.toMatchObject({ type: 'error' });
  expect(await loadPart('cloud')).toBe(first);
});
