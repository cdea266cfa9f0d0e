import { fail } from '@latchkey/wire';

/** Refuses what is no transaction (TX-16); the reason is for developers. @throws ServiceError `invalid_data` */
export function refuseRequest(reason: string): never {
  return fail('invalid_data', { message: 'Invalid transaction request', details: { reason } });
}
