import { expect, test } from 'vitest';
import { createFreshness } from './freshness.ts';

function fixture() {
  const world = { nowMs: 1_000_000, version: 1, asked: 0, changes: 0, down: false };
  const wait = createFreshness({
    clock: { now: () => world.nowMs },
    async read() {
      world.asked += 1;
      if (world.down) throw new Error('down');
      return world.version;
    },
    onChange: () => {
      world.changes += 1;
    },
  });
  return { world, wait };
}

test('the check reads the version of the apps at most once a second, without delaying requests', async () => {
  const { world, wait } = fixture();
  await wait();
  for (let second = 1; second <= 5; second += 1) {
    world.nowMs += 1_000;
    for (let request = 0; request < 100; request += 1) expect(wait()).toBeNull();
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(world.asked).toBe(1 + second);
  }
  expect(world.changes).toBe(0);
});

test('cached apps are dropped after the version has changed', async () => {
  const { world, wait } = fixture();
  await wait();
  world.version = 2;
  world.nowMs += 999;
  expect(wait()).toBeNull();
  world.nowMs += 1;
  expect(wait()).toBeNull();
  await new Promise(setImmediate);
  expect(world.changes).toBe(1);
});

test('a request after a long silence waits until the version is read and changed apps are dropped', async () => {
  const { world, wait } = fixture();
  await wait();
  world.version = 2;
  world.nowMs += 8_000;
  await wait();
  expect(world.changes).toBe(1);
});

test('a failing database is tolerated for 8 s, and requests reject after that', async () => {
  const { world, wait } = fixture();
  await wait();
  world.down = true;
  world.nowMs += 7_999;
  expect(wait()).toBeNull();
  await new Promise(setImmediate);
  world.nowMs += 1;
  await expect(wait()).rejects.toThrow('down');
  world.down = false;
  await wait();
  expect(wait()).toBeNull();
});
