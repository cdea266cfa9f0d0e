/**
 * What countries there are, how their numbers look and which are valid. Loaded when a phone input is first shown, never
 * before: the numbering plans weigh more than the modal.
 */
import { dialledDigitsOf, digitsOf, type PhoneValue, toTypedDigits } from '@latchkey/wire';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';

export interface Country {
  code: string;
  name: string;
  /** Such as `+1`. */
  callingCode: string;
}

/**
 * The countries of the world, by their names in a language.
 *
 * @param locale as the host names it; one that browsers do not know counts as English
 */
export function listCountries(locale: string): Country[] {
  const written = locale.replaceAll('_', '-');
  const language = isLanguage(written) ? written : 'en';
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: callingCodeOf(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** `Intl` throws at what is not written as a language is. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** A number of a country as its people write it, for the placeholder. */
export function exampleOf(country: string): string {
  return isSupportedCountry(country) ? (getExampleNumber(country, examples)?.formatNational() ?? '') : '';
}

/** What was typed, formatted as the country's numbers are while they are typed (LAND-25). */
export function formatNumber(text: string, country: string): string {
  return isSupportedCountry(country) ? new AsYouType(country).input(digitsOf(text)) : text;
}

/** What was typed as the value that crosses the wire (LAND-29). */
export function readNumber(text: string, country: string): PhoneValue {
  const parsed = isSupportedCountry(country) ? parseNumber(text, country) : undefined;
  const raw = parsed?.nationalNumber ?? digitsOf(text);
  return {
    rawPhoneNumber: text,
    qualifiedPhoneNumber: `${callingCodeOf(country)} ${raw}`,
    countryCode: country,
    // A number of a country with the same calling code (Canada for the United States) is one too.
    isValid: parsed?.isValid() === true,
  };
}

/** A number that was pasted or filled in with its calling code: its country, and the number as typed in it. */
export function findCountry(text: string): { country: string; text: string } | null {
  const number = toTypedDigits(text);
  if (!number.startsWith('+')) return null;
  const parsed = parseNumber(number);
  return parsed?.country ? { country: parsed.country, text: parsed.formatNational() } : null;
}

/** Parses a number of a country, or with its calling code. */
function parseNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(toTypedDigits(text), country);
  return parsed && parsePhoneNumberFromString(`+${dialledDigitsOf(parsed.number)}`);
}

function callingCodeOf(country: string): string {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : '';
}
