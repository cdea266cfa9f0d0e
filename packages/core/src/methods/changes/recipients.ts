import { fail, isEmail, readTypedEmail, readTypedNumber } from '@latchkey/wire';

/**
 * Reads an email address in the form that is sent and compared. @throws ServiceError `invalid_data` for a malformed
 * address
 */
export function readEmail(text: string): string {
  const email = readTypedEmail(text);
  return isEmail(email) ? email : fail('invalid_data', { message: 'Invalid email address' });
}

/**
 * Reads a phone number with its calling code in the form that is sent and compared. Only the service checks it
 * against the numbering plans, whose tables are too large for the client.
 *
 * @throws ServiceError `invalid_data` for a malformed number
 */
export function readPhoneNumber(text: string): string {
  return readTypedNumber(text) ?? fail('invalid_data', { message: 'Invalid phone number' });
}
