import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPasskeySlot } from './slot.ts';

const lifeMs = 2 * 60_000;
const toPasskey = () => ({ credentialId: 'one', secret: new Uint8Array(32).fill(7) });
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('gives a passkey’s secret to one operation', () => {
  const slot = createPasskeySlot(() => 0);
  const passkey = toPasskey();
  slot.keep(passkey);
  expect(slot.take()).toBe(passkey);
  expect(isZero(passkey.secret)).toBe(false);
  expect(slot.take()).toBeNull();
});

test('[S7] overwrites a passkey’s secret after two minutes, when another one arrives, and when it is cleared', () => {
  const slot = createPasskeySlot(() => 0);
  const [late, replaced, cleared] = [toPasskey(), toPasskey(), toPasskey()];
  slot.keep(late);
  vi.advanceTimersByTime(lifeMs);
  expect(isZero(late.secret)).toBe(true);
  slot.keep(replaced);
  slot.keep(cleared);
  expect([replaced, cleared].map(({ secret }) => isZero(secret))).toEqual([true, false]);
  slot.clear();
  expect(isZero(cleared.secret)).toBe(true);
  expect(slot.take()).toBeNull();
});

test('[S7] gives out no passkey’s secret after two minutes, or after the clock was set back, even if no timer has fired', () => {
  let nowMs = 0;
  const slot = createPasskeySlot(() => nowMs);
  for (const laterMs of [lifeMs, lifeMs * 100, -1]) {
    const passkey = toPasskey();
    slot.keep(passkey);
    nowMs += laterMs;
    expect(slot.take()).toBeNull();
    expect(isZero(passkey.secret)).toBe(true);
  }
  const passkey = toPasskey();
  slot.keep(passkey);
  nowMs += lifeMs - 1;
  expect(slot.take()).toBe(passkey);
});
