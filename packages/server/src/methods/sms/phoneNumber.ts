import { dialledDigitsOf, fail } from '@latchkey/wire';
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Kinds of numbers that no one logs in with, and that cost the caller them: where SMS fraud earns (S45). */
const costly: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'VOICEMAIL', 'UAN'];

/**
 * Reads a number with its calling code in any writing.
 *
 * @param regions ISO 3166-1 alpha-2 codes that the app sends to, or null for all
 * @returns the number as E.164, such as `+12015550123`
 * @throws ServiceError `invalid_data` for a number that its country does not have, `not_supported` for one that the app
 *   sends nothing to
 */
export function readPhoneNumber(text: string, regions: readonly string[] | null): string {
  const parsed = parsePhoneNumberFromString(`+${dialledDigitsOf(text)}`);
  if (!parsed?.isValid()) fail('invalid_data', { message: 'Invalid phone number' });
  const isRegionOff = regions !== null && !regions.includes(parsed.country ?? '');
  if (isRegionOff || costly.includes(parsed.getType()))
    fail('not_supported', { details: { reason: 'sms_region' } });
  return parsed.number;
}
