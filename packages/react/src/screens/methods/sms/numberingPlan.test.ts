import { isSamePhoneNumber } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { exampleOf, findCountry, formatNumber, listCountries, readNumber } from './numberingPlan.ts';

describe('phone numbers', () => {
  it('[LAND-29] a typed phone number has a raw and a qualified form, a country and a validity', () => {
    expect(readNumber('(201) 555-0123', 'US')).toEqual({
      rawPhoneNumber: '(201) 555-0123',
      qualifiedPhoneNumber: '+1 2015550123',
      countryCode: 'US',
      isValid: true,
    });
    expect(readNumber('(201) 555', 'US')).toMatchObject({
      qualifiedPhoneNumber: '+1 201555',
      isValid: false,
    });
    // The leading zero of a German number is not dialled from abroad.
    expect(readNumber('0151 23456789', 'DE')).toMatchObject({
      qualifiedPhoneNumber: '+49 15123456789',
      isValid: true,
    });
    expect(readNumber('', 'DE')).toMatchObject({ qualifiedPhoneNumber: '+49 ', isValid: false });
  });

  it('[LAND-25] a phone number is formatted while it is typed', () => {
    const typed = '2015550123';
    const seen = [...typed].map((_, at) => formatNumber(typed.slice(0, at + 1), 'US'));
    expect(seen.at(3)).toBe('(201) 5');
    expect(seen.at(-1)).toBe('(201) 555-0123');
    expect(formatNumber('abc', 'US')).toBe('');
  });

  it('[LAND-26] phone numbers with different signs between their digits are the same', () => {
    expect(isSamePhoneNumber('+1 (201) 555-0123', '+12015550123')).toBe(true);
    expect(isSamePhoneNumber('+1 (201) 555-0123', '+12015550124')).toBe(false);
  });

  it('a pasted phone number with its calling code selects its country', () => {
    expect(findCountry('+49 151 23456789')).toEqual({ country: 'DE', text: '01512 3456789' });
    expect(findCountry('0151 23456789')).toBeNull();
    expect(findCountry('+999')).toBeNull();
  });

  it('Mexican phone numbers are the same with and without the 1 that was dialled until 2019', () => {
    const now = { qualifiedPhoneNumber: '+52 5512345678', isValid: true };
    for (const text of ['55 1234 5678', '1 55 1234 5678', '+52 1 55 1234 5678'])
      expect(readNumber(text, 'MX'), text).toMatchObject(now);
    expect(findCountry('+52 1 55 1234 5678')).toEqual({ country: 'MX', text: '55 1234 5678' });
    expect(isSamePhoneNumber('+52 1 55 1234 5678', '+525512345678')).toBe(true);
    // Here the 1 is a digit of the number itself, or the number is from another country.
    expect(isSamePhoneNumber('+52 1 55 1234 567', '+52 55 1234 567')).toBe(false);
    expect(isSamePhoneNumber('+1 521 5512345678', '+1 52 5512345678')).toBe(false);
  });

  it('listed countries have example phone numbers, and a German list has the German name of Germany', () => {
    const countries = listCountries('de');
    expect(countries.length).toBeGreaterThan(200);
    expect(countries.find(({ code }) => code === 'DE')).toEqual({
      code: 'DE',
      name: 'Deutschland',
      callingCode: '+49',
    });
    for (const { code } of countries) expect(exampleOf(code), code).toMatch(/\d/);
  });

  it('the list of countries accepts a locale with an underscore, and uses English names for an invalid one', () => {
    const germany = (locale: string) => listCountries(locale).find(({ code }) => code === 'DE')?.name;
    expect(germany('de_AT')).toBe('Deutschland');
    expect(germany('no language!')).toBe('Germany');
    expect(germany('')).toBe('Germany');
  });
});
