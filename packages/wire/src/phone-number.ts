import { toTypedDigits } from './typed.ts';

/** A phone number as a person typed it and as it crosses the wire (LAND-29). */
export interface PhoneValue {
  /** What was typed, without the country's calling code. */
  rawPhoneNumber: string;
  /** Plus sign, calling code, a space, the number: `+1 5551234567`. */
  qualifiedPhoneNumber: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  isValid: boolean;
}

/** The digits of a number in any script, and nothing else of it. */
export function digitsOf(phoneNumber: string): string {
  return toTypedDigits(phoneNumber).replace(/\D/g, '');
}

/**
 * The digits that are dialled for a number with its calling code. Mexico has had no 1 between its code, 52, and a mobile's ten
 * digits since 2019; people and address books still have it.
 */
export function dialledDigitsOf(phoneNumber: string): string {
  return digitsOf(phoneNumber).replace(/^521(?=\d{10}$)/, '52');
}

/** Whether two texts are the same phone number: what is no digit does not count (LAND-26). */
export function isSamePhoneNumber(a: string, b: string): boolean {
  return dialledDigitsOf(a) === dialledDigitsOf(b);
}

/**
 * Reads a number with its calling code, in any writing, as E.164 writes it; whether its country has it is not asked.
 *
 * @returns null for what is none
 */
export function readTypedNumber(text: string): string | null {
  const number = toTypedDigits(text).replace(/[ ().\p{Pd}\u2212\u30FC]/gu, '');
  return /^\+\d{6,15}$/.test(number) ? `+${dialledDigitsOf(number)}` : null;
}
