/**
 * Countries and phone numbers of the numbering plans, which are large. This file loads when a phone input first
 * appears.
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
 * Returns the countries of the world, sorted by their names in a language.
 *
 * @param locale as the host sets it; a malformed one counts as English
 */
export function listCountries(locale: string): Country[] {
  const written = locale.replaceAll('_', '-');
  const language = isLanguage(written) ? written : 'en';
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: callingCodeOf(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Returns false for a malformed tag, for which `Intl` throws. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Returns an example number of a country in its national format, for the placeholder. */
export function exampleOf(country: string): string {
  return isSupportedCountry(country) ? (getExampleNumber(country, examples)?.formatNational() ?? '') : '';
}

/** Formats a typed number in the format of the country (LAND-25). */
export function formatNumber(text: string, country: string): string {
  return isSupportedCountry(country) ? new AsYouType(country).input(digitsOf(text)) : text;
}

/** Reads a typed number: the form that is sent to the service, and whether it is valid (LAND-29). */
export function readNumber(text: string, country: string): PhoneValue {
  const parsed = isSupportedCountry(country) ? parseNumber(text, country) : undefined;
  const raw = parsed?.nationalNumber ?? digitsOf(text);
  return {
    rawPhoneNumber: text,
    qualifiedPhoneNumber: `${callingCodeOf(country)} ${raw}`,
    countryCode: country,
    // A number of a country with the same calling code is valid too, such as Canada for the United States.
    isValid: parsed?.isValid() === true,
  };
}

/** Returns the country of a number that was pasted or filled in with its calling code, and its national format. */
export function findCountry(text: string): { country: string; text: string } | null {
  const number = toTypedDigits(text);
  if (!number.startsWith('+')) return null;
  const parsed = parseNumber(number);
  return parsed?.country ? { country: parsed.country, text: parsed.formatNational() } : null;
}

function parseNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(toTypedDigits(text), country);
  return parsed && parsePhoneNumberFromString(`+${dialledDigitsOf(parsed.number)}`);
}

function callingCodeOf(country: string): string {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : '';
}
