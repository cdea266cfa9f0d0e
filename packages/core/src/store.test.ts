import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("a store continues with the change and the other listeners if a host's listener throws", () => {
    const late: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (task: () => void) => late.push(task));
    const store = createStore({ count: 0 });
    const seen: number[] = [];
    const mistake = new Error('a mistake of the host');
    store.subscribe(() => {
      throw mistake;
    });
    store.subscribe(() => seen.push(store.get().count));
    store.set({ count: 1 });
    expect(seen).toEqual([1]);
    expect(late).toHaveLength(1);
    expect(late[0]).toThrow(mistake);
  });
});
