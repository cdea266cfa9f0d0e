import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  emailAuthenticateBodySchema,
  isEmail,
  normalizeAllowlistValue,
  readTypedCode,
  readTypedEmail,
  readTypedNumber,
  recoverWalletBodySchema,
  smsAuthenticateBodySchema,
  toPlainLine,
  toTyped,
} from './index.ts';

const addresses = [
  ['  Mia@Example.ORG ', 'mia@example.org'],
  ['ｍｉａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'mia@example.org'],
  ['ＭＩＡ@example.org', 'mia@example.org'],
  ['mia@example。org', 'mia@example.org'],
  ['\u3000mia@example.org\u00a0', 'mia@example.org'],
  ['\u200e\ufeffmia\u200b@exam\u00adple.org\u202c', 'mia@example.org'],
  ['mia\ufe0f@example.org', 'mia@example.org'],
  ['mia+1@example.org', 'mia+1@example.org'],
  ['ü＠Example．org\n', 'ü@example.org'],
] as const;

/** Addresses in which a changed letter could name another mailbox. They must stay as they are. */
const others = [
  // With a Cyrillic а.
  'mi\u0430@example.org',
  // With a separate combining mark, and as one letter.
  'u\u0308@example.org',
  'ü@example.org',
  'نامه\u200cای@example.org',
  'ｍｉａü@example.org',
];

describe('readTypedEmail', () => {
  it.each(addresses)('readTypedEmail() reads %j as %s', (typed, address) => {
    expect(readTypedEmail(typed)).toBe(address);
    expect(isEmail(address)).toBe(true);
    expect(v.parse(emailAuthenticateBodySchema(), { email: typed, code: '123456' }).email).toBe(address);
    expect(normalizeAllowlistValue('email', typed)).toBe(address);
  });

  it.each(others)('readTypedEmail() does not change %j', (address) => {
    expect(readTypedEmail(address)).toBe(address);
    expect(v.parse(emailAuthenticateBodySchema(), { email: address, code: '123456' }).email).toBe(address);
  });

  it('readTypedEmail() makes no address of a text with an inner space, a Cyrillic host or an empty name', () => {
    for (const typed of ['mi a@example.org', 'mi\u3000a@example.org', 'mia@ex\u0430mple.org', '\u200b', '@'])
      expect(isEmail(readTypedEmail(typed)), typed).toBe(false);
  });
});

describe('readTypedCode', () => {
  it.each([
    ['012345', '012345'],
    ['０１２３４５', '012345'],
    ['٠١٢٣٤٥', '012345'],
    ['०१२३४५', '012345'],
    ['𝟘𝟙𝟚𝟛𝟜𝟝', '012345'],
    ['012\u00a0345\n', '012345'],
    ['012‑345', '012345'],
    ['０１２ー３４５', '012345'],
    ['\u200e012345\u200b', '012345'],
  ])('readTypedCode() reads %j as %s', (typed, code) => {
    expect(readTypedCode(typed)).toBe(code);
    expect(v.parse(smsAuthenticateBodySchema(), { phoneNumber: '+12015550123', code: typed }).code).toBe(
      code,
    );
    expect(v.parse(recoverWalletBodySchema().entries.code, typed)).toBe(code);
  });

  it('readTypedCode() reads each decimal digit of Unicode', () => {
    const digits = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    const read = digits.map(readTypedCode).join('');
    expect(read).toBe('0123456789'.repeat(digits.length / 10));
  });
});

describe('readTypedNumber', () => {
  it.each([
    ['+1 (201) 555-0123', '+12015550123'],
    ['＋８１ ９０ー１２３４ー５６７８', '+819012345678'],
    ['\u202a+49\u00a0151\u2011234567\u202c', '+49151234567'],
    ['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+52 55 1234 5678', '+525512345678'],
  ])('readTypedNumber() reads %j as %s', (typed, number) => {
    expect(readTypedNumber(typed)).toBe(number);
    expect(normalizeAllowlistValue('phone', typed)).toBe(number);
    // The wire carries the number as it was sent, because a wallet may have signed it.
    const body = { phoneNumber: typed, code: '123456' };
    expect(v.parse(smsAuthenticateBodySchema(), body).phoneNumber).toBe(typed.trim());
  });

  it.each(['2015550123', '+1 201 abc 0123', '+12345', '+1234567890123456', '+', '+1/2015550123'])(
    'readTypedNumber() does not read %j as a phone number',
    (typed) => {
      expect(readTypedNumber(typed)).toBeNull();
      expect(v.is(smsAuthenticateBodySchema(), { phoneNumber: typed, code: '123456' })).toBe(false);
    },
  );
});

it('toTyped() reads text as it looks, and keeps letters of other scripts', () => {
  expect(toTyped('\u2003Ｒａｉｎｂｏｗ\u200b\u00a0wallet\u3000')).toBe('Rainbow wallet');
  expect(toTyped('r\u0430inbow')).toBe('r\u0430inbow');
});

it('typed text loses the same invisible characters as text for display, except four that no keyboard has', () => {
  const differing = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (sign) => {
      const isShown = toPlainLine(`a${sign}b`) === `a${sign}b` && sign !== ' ';
      const typed = toTyped(`a${sign}b`);
      return isShown === (typed === 'ab' || typed === 'a b');
    },
  );
  // Blank Egyptian, Khitan and musical glyphs, which no keyboard has.
  expect(differing).toEqual(['\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}']);
});
