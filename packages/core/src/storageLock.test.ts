import { createBrowserProfile, movableClock, movableTimers } from '@latchkey/testkit';
import { describe, expect, it } from 'vitest';
import { createKeyStore } from './storage/index.ts';
import { withStorageLock } from './storageLock.ts';

const lock = { name: 'transactions', leaseMs: 1_000 } as const;

/** Tabs of one browser, whose time the test moves. */
function openTabs(...pages: Parameters<ReturnType<typeof createBrowserProfile>['open']>[0][]) {
  const profile = createBrowserProfile();
  const clock = movableTimers(movableClock());
  const tabs = pages.map((options) => {
    const { window } = profile.open(options);
    const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
    return {
      environment: { clock, random, window },
      options: { appId: 'app' },
      storage: createKeyStore(window, ''),
    };
  });
  return { clock, profile, tabs };
}

/** Begins a task under the lock, which ends when it is told to. */
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
    ['with locks of the browser', {}],
    ['without', { hasLocks: false }],
    ['where the storage is refused too', { hasLocks: false, isStorageBlocked: true }],
  ])('%s, one task runs after the other in a tab', async (_, page) => {
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

  it('that outlasted its lease is not released for the tab that took it', async () => {
    const { clock, profile, tabs } = openTabs({ hasLocks: false }, { hasLocks: false }, { hasLocks: false });
    const [one, two, three] = tabs;
    if (!one || !two || !three) throw new Error('no tabs');
    const log: string[] = [];
    const slow = begin(one, 'slow', log);
    await clock.advance(lock.leaseMs);
    const second = begin(two, 'second', log);
    await clock.advance(200);
    expect(log).toEqual(['slow begins', 'second begins']);
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

  it('is taken in the storage where the browser refuses its own, and a failure of the task stays one', async () => {
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
    expect([await failing, times]).toEqual(['of the task', 1]);
  });
});
