import { limits } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import { codesToVoid, type SentCode, sendWaitMs } from './sendRules.ts';

const now = 1_800_000_000_000;
const minute = 60_000;

function sent(network: string, agoMs: number, more: Partial<SentCode> = {}): SentCode {
  return {
    codeId: `${network}@${agoMs}`,
    network,
    isKnownNetwork: false,
    isLive: true,
    sentAtMs: now - agoMs,
    ...more,
  };
}

function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((one, at) => ordersOf(things.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

const stranger = (network: string) => ({ network, isKnown: false });
const known = (network: string) => ({ network, isKnown: true });

describe('sendWaitMs', () => {
  test('sendWaitMs lets the first send go at once', () => {
    expect(sendWaitMs([], stranger('a'), now)).toBe(0);
  });

  test('[OTP-05, S29] sendWaitMs makes the same network wait 30 s, and no other network', () => {
    expect(sendWaitMs([sent('a', 1_000)], stranger('a'), now)).toBe(29_000);
    expect(sendWaitMs([sent('a', 29_999)], stranger('a'), now)).toBe(1);
    expect(sendWaitMs([sent('a', 30_000)], stranger('a'), now)).toBe(0);
    expect(sendWaitMs([sent('a', 1_000)], stranger('b'), now)).toBe(0);
  });

  test('[S28] sendWaitMs keeps the fifth send for a network that has requested none', () => {
    const four = [sent('a', 9 * minute), sent('a', 8 * minute), sent('a', 7 * minute), sent('a', 6 * minute)];
    expect(sendWaitMs(four, stranger('a'), now)).toBe(1 * minute);
    expect(sendWaitMs(four, stranger('b'), now)).toBe(0);
    expect(sendWaitMs([...four, sent('b', minute)], stranger('c'), now)).toBe(1 * minute);
  });

  test('[S28] sendWaitMs leaves a known network one send of its own after attackers used all five', () => {
    const strangers = ['a', 'b', 'c', 'd', 'e'].map((network, index) => sent(network, (index + 1) * minute));
    expect(sendWaitMs(strangers, known('home'), now)).toBe(0);
    const withOwn = [...strangers, sent('home', 2 * minute, { isKnownNetwork: true })];
    expect(sendWaitMs(withOwn, known('home'), now)).toBeGreaterThan(0);
  });

  test('sendWaitMs allows a known network all five sends and no sixth if no other network sends', () => {
    const five = [9, 8, 7, 6, 5].map((ago) => sent('home', ago * minute));
    expect(sendWaitMs(five.slice(0, 4), known('home'), now)).toBe(0);
    expect(sendWaitMs(five, known('home'), now)).toBe(1 * minute);
  });

  test('sendWaitMs returns the same wait for every order of the sent codes', () => {
    const five = [9, 7, 5, 3, 1].map((ago) => sent(`n${ago}`, ago * minute));
    for (const order of ordersOf(five)) expect(sendWaitMs(order, stranger('x'), now)).toBe(1 * minute);
  });

  test('sendWaitMs allows the send after the wait that it returned', () => {
    const five = ['a', 'a', 'b', 'c', 'd'].map((network, index) => sent(network, (9 - index) * minute));
    for (const requester of [stranger('a'), stranger('x'), known('a')]) {
      const later = now + sendWaitMs(five, requester, now);
      const still = five.filter((one) => one.sentAtMs > later - limits.codeSendWindowMs);
      expect(sendWaitMs(still, requester, later)).toBe(0);
    }
  });
});

describe('codesToVoid', () => {
  test('[S29] codesToVoid voids the codes that the same network requested', () => {
    expect(codesToVoid([sent('a', minute), sent('b', minute)], stranger('a'))).toEqual(['a@60000']);
  });

  test('codesToVoid keeps three live codes: the new one and the two youngest', () => {
    const live = [sent('a', 3 * minute), sent('b', 2 * minute), sent('c', minute)];
    expect(codesToVoid(live, stranger('d'))).toEqual(['a@180000']);
  });

  test('[S28] codesToVoid does not void the code of a known network because of other networks', () => {
    const owner = sent('home', 5 * minute, { isKnownNetwork: true });
    const live = [owner, sent('a', 2 * minute), sent('b', minute)];
    for (const order of ordersOf(live)) expect(codesToVoid(order, stranger('c'))).toEqual(['a@120000']);
  });

  test('codesToVoid does not count used codes as live', () => {
    const spent = [sent('a', 3 * minute, { isLive: false }), sent('b', 2 * minute, { isLive: false })];
    expect(codesToVoid([...spent, sent('c', minute)], stranger('d'))).toEqual([]);
  });
});
