import { dialledDigitsOf, fail } from '@latchkey/wire';
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Number types that are no user's own phone. Fraudsters can earn from texts to some of them, at the operator's cost,
 * so all are refused (S45).
 */
const costly: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'VOICEMAIL', 'UAN'];

/**
 * Reads a number with its calling code, in any format.
 *
 * @param regions ISO 3166-1 alpha-2 codes that the app sends to, or null for all
 * @returns the number as E.164, such as `+12015550123`
 * @throws ServiceError `invalid_data` for a number that does not exist in its country's plan, `not_supported` for
 *   one in a region that the app does not send to, or of a type that is no user's own phone
 */
export function readPhoneNumber(text: string, regions: readonly string[] | null): string {
  const parsed = parsePhoneNumberFromString(`+${dialledDigitsOf(text)}`);
  if (!parsed?.isValid()) fail('invalid_data', { message: 'Invalid phone number' });
  const isRegionOff = regions !== null && !regions.includes(parsed.country ?? '');
  if (isRegionOff || costly.includes(parsed.getType()))
    fail('not_supported', { details: { reason: 'sms_region' } });
  return parsed.number;
}
