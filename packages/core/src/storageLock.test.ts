import { createBrowserProfile, movableClock, movableTimers } from '@latchkey/testkit';
import { describe, expect, it } from 'vitest';
import { createKeyStore } from './storage/index.ts';
import { withStorageLock } from './storageLock.ts';

const lock = { name: 'transactions', leaseMs: 1_000 } as const;

/** Opens tabs of one browser, with a clock that the test moves. */
function openTabs(...pages: Parameters<ReturnType<typeof createBrowserProfile>['open']>[0][]) {
  const profile = createBrowserProfile();
  const clock = movableTimers(movableClock());
  const tabs = pages.map((options) => {
    const { window } = profile.open(options);
    const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
    const tab = { isFrozen: false };
    const setTimeout = (callback: () => void, ms: number) =>
      clock.setTimeout(() => tab.isFrozen || callback(), ms);
    return Object.assign(tab, {
      environment: { clock: { ...clock, setTimeout }, random, window },
      options: { appId: 'app' },
      storage: createKeyStore(window, ''),
    });
  });
  return { clock, profile, tabs };
}

/** Starts a task under the lock, which ends on request. */
function begin(tab: Parameters<typeof withStorageLock>[0], name: string, log: string[]) {
  let end = () => {};
  const done = withStorageLock(tab, lock, async () => {
    log.push(`${name} begins`);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    log.push(`${name} ends`);
  });
  return { done, end: () => end() };
}

describe('a lock among tabs', () => {
  it.each([
    ['with the browser’s locks', {}],
    ['without the browser’s locks', { hasLocks: false }],
    ['without the browser’s locks and storage', { hasLocks: false, isStorageBlocked: true }],
  ])('a storage lock runs one task after the other in a tab, %s', async (_, page) => {
    const { clock, tabs } = openTabs(page);
    const [tab] = tabs;
    if (!tab) throw new Error('no tab');
    const log: string[] = [];
    const first = begin(tab, 'first', log);
    const second = begin(tab, 'second', log);
    await clock.advance(200);
    expect(log).toEqual(['first begins']);
    first.end();
    await clock.advance(200);
    second.end();
    await Promise.all([first.done, second.done]);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('a storage lock stays with its holder while the task takes longer than the lease', async () => {
    const { clock, profile, tabs } = openTabs({ hasLocks: false }, { hasLocks: false });
    const [one, two] = tabs;
    if (!one || !two) throw new Error('no tabs');
    const log: string[] = [];
    const slow = begin(one, 'slow', log);
    await clock.advance(200);
    const second = begin(two, 'second', log);
    for (let passed = 0; passed < 5 * lock.leaseMs; passed += 200) await clock.advance(200);
    expect(log).toEqual(['slow begins']);
    slow.end();
    await slow.done;
    await clock.advance(200);
    second.end();
    await second.done;
    expect(log).toEqual(['slow begins', 'slow ends', 'second begins', 'second ends']);
    expect([...profile.stored.keys()]).toEqual([]);
    await clock.advance(lock.leaseMs);
    expect([...profile.stored.keys()]).toEqual([]);
  });

  it('a storage lock stays with its new holder when the task of a tab that was frozen for longer than the lease ends', async () => {
    const { clock, profile, tabs } = openTabs({ hasLocks: false }, { hasLocks: false }, { hasLocks: false });
    const [one, two, three] = tabs;
    if (!one || !two || !three) throw new Error('no tabs');
    const log: string[] = [];
    const slow = begin(one, 'slow', log);
    await clock.advance(200);
    one.isFrozen = true;
    await clock.advance(lock.leaseMs);
    const second = begin(two, 'second', log);
    await clock.advance(200);
    expect(log).toEqual(['slow begins', 'second begins']);
    one.isFrozen = false;
    slow.end();
    await slow.done;
    const third = begin(three, 'third', log);
    await clock.advance(200);
    expect(log).toEqual(['slow begins', 'second begins', 'slow ends']);
    second.end();
    await clock.advance(200);
    third.end();
    await Promise.all([second.done, third.done]);
    expect(log.slice(3)).toEqual(['second ends', 'third begins', 'third ends']);
    expect([...profile.stored.keys()]).toEqual([]);
  });

  it("a storage lock works if the browser refuses its own locks, and passes on the task's error", async () => {
    const { clock, tabs } = openTabs({});
    const [tab] = tabs;
    if (!tab) throw new Error('no tab');
    const refused = { request: () => Promise.reject(new DOMException('sandboxed', 'SecurityError')) };
    Object.assign(tab.environment.window.navigator, { locks: refused });
    let times = 0;
    const failing = withStorageLock(tab, lock, () => {
      times += 1;
      throw new Error('of the task');
    }).catch((error: Error) => error.message);
    await clock.advance(200);
    expect(await failing).toBe('of the task');
    expect(times).toBe(1);
  });
});
