import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultEnvironment } from './environment.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function machine() {
  let [wallMs, performanceMs] = [1_000_000, 5];
  // Browsers round the wall clock down to a millisecond.
  vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(wallMs));
  vi.spyOn(performance, 'now').mockImplementation(() => performanceMs);
  const now = defaultEnvironment().clock.monotonicNow;
  const startMs = now();
  return {
    now: () => now() - startMs,
    run(ms: number) {
      wallMs += ms;
      performanceMs += ms;
    },
    sleep(ms: number) {
      wallMs += ms;
    },
    set(ms: number) {
      wallMs = ms;
    },
  };
}

describe('the monotonic clock of a page', () => {
  it('the monotonic clock advances with time', () => {
    const { now, run } = machine();
    expect(now()).toBe(0);
    run(20_000);
    expect(now()).toBe(20_000);
  });

  it('the monotonic clock keeps counting and never goes back if the device’s clock is set back', () => {
    const { now, run, set } = machine();
    run(10_000);
    now();
    set(0);
    expect(now()).toBe(10_000);
    run(10_000);
    expect(now()).toBe(20_000);
  });

  it('the monotonic clock counts the time while the machine slept', () => {
    const { now, run, sleep } = machine();
    run(10_000);
    sleep(8 * 60 * 60_000);
    run(5_000);
    expect(now()).toBe(8 * 60 * 60_000 + 15_000);
    run(1_000);
    expect(now()).toBe(8 * 60 * 60_000 + 16_000);
  });

  it('the monotonic clock gains no time from frequent reads, though the two clocks round differently', () => {
    const { now, run } = machine();
    for (let times = 0; times < 10_000; times += 1) {
      run(0.3);
      now();
    }
    expect(now()).toBe(3_000);
  });
});
