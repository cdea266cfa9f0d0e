import { fail, isEmail, readTypedEmail, readTypedNumber } from '@latchkey/wire';

/** An address as it is sent and compared. @throws ServiceError `invalid_data` for what is none */
export function readEmail(text: string): string {
  const email = readTypedEmail(text);
  return isEmail(email) ? email : fail('invalid_data', { message: 'Invalid email address' });
}

/**
 * A number with its calling code as it is sent and compared. Whether it exists is the service's to say: the numbering
 * plans would weigh more than the rest of the client.
 * @throws ServiceError `invalid_data` for what is none
 */
export function readPhoneNumber(text: string): string {
  return readTypedNumber(text) ?? fail('invalid_data', { message: 'Invalid phone number' });
}
