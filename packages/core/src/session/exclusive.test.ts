import { createBrowserProfile, movableClock, movableTimers } from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { expect, it } from 'vitest';
import type { Environment } from '../environment.ts';
import { createExclusive } from './exclusive.ts';

it('a task that waited too long for the lock of its own page waits for the task that holds it', async () => {
  const { window } = createBrowserProfile().open();
  const clock = movableTimers(movableClock());
  const exclusive = createExclusive({ window, clock } as unknown as Environment, 'session');
  const log: string[] = [];
  let end = () => {};
  const first = exclusive(async () => {
    log.push('the first begins');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    log.push('the first ends');
  });
  await expect.poll(() => log).toEqual(['the first begins']);
  const second = exclusive(async () => log.push('the second runs'));
  await clock.advance(limits.callTimeoutMs);
  expect(log).toEqual(['the first begins']);
  end();
  await Promise.all([first, second]);
  expect(log).toEqual(['the first begins', 'the first ends', 'the second runs']);
});
