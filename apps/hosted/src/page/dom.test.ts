import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fit } from './dom.ts';

const page = { dir: 'ltr' };
beforeEach(() => {
  page.dir = 'ltr';
  vi.stubGlobal('document', { documentElement: page });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Hebrew', '\u05d0\u05d1'],
  ['Arabic', '\u0627\u0628'],
  ['Hebrew presentation forms', '\ufb2a'],
  ['Arabic presentation forms A', '\ufdf2'],
  ['Arabic presentation forms B', '\ufef0'],
  ['Syriac Supplement', '\u0860'],
  ['Adlam', '\u{1e900}\u{1e901}'],
  ['Hanifi Rohingya', '\u{10d00}\u{10d01}'],
  ['Phoenician', '\u{10900}\u{10901}'],
  ['Old South Arabian', '\u{10a60}'],
  ['Arabic mathematical symbols', '\u{1ee00}'],
])('fit() isolates a name with right-to-left letters: %s', (_, letters) => {
  expect(fit(`Pay ${letters}`)).toBe(`\u2068Pay ${letters}\u2069`);
});

test('fit() isolates a name without right-to-left letters only on a page that runs from right to left', () => {
  for (const name of ['Tidewater', '海', '😀 Pay', '\u2615\ufe0f Café', '\ufe60', 'Ω', '𝔘'] as const) {
    expect(fit(name)).toBe(name);
    page.dir = 'rtl';
    expect(fit(name)).toBe(`\u2068${name}\u2069`);
    page.dir = 'ltr';
  }
});

test('fit() shortens a name of 41 characters to 40, and counts a character outside the basic plane once', () => {
  expect(fit('\u{1e900}'.repeat(41))).toBe(`\u2068${'\u{1e900}'.repeat(39)}…\u2069`);
  expect(fit('😀'.repeat(40))).toBe('😀'.repeat(40));
});
