import { toTypedDigits } from './typed.ts';

/** Phone number as the user typed it, and as the wire carries it (LAND-29). */
export interface PhoneValue {
  /** Typed text, without the country's calling code. */
  rawPhoneNumber: string;
  /** Plus sign, calling code, a space, the number: `+1 5551234567`. */
  qualifiedPhoneNumber: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  isValid: boolean;
}

/** Returns only the digits of a phone number, from any script. */
export function digitsOf(phoneNumber: string): string {
  return toTypedDigits(phoneNumber).replace(/\D/g, '');
}

/**
 * Returns the digits to dial for a phone number with its calling code. Since 2019, Mexico has no 1 between its code,
 * 52, and the ten digits of a mobile number, but users and address books still have it.
 */
export function dialledDigitsOf(phoneNumber: string): string {
  return digitsOf(phoneNumber).replace(/^521(?=\d{10}$)/, '52');
}

/**
 * Returns true if two texts are the same phone number, ignoring everything but digits, and Mexico's former 1
 * (LAND-26).
 */
export function isSamePhoneNumber(a: string, b: string): boolean {
  return dialledDigitsOf(a) === dialledDigitsOf(b);
}

/**
 * Reads a phone number that begins with + and its calling code, as E.164. Ignores spaces, parentheses, dots and
 * dashes. Does not check if the number exists in its country.
 *
 * @returns null if the text is not a phone number
 */
export function readTypedNumber(text: string): string | null {
  const number = toTypedDigits(text).replace(/[ ().\p{Pd}\u2212\u30FC]/gu, '');
  return /^\+\d{6,15}$/.test(number) ? `+${dialledDigitsOf(number)}` : null;
}
