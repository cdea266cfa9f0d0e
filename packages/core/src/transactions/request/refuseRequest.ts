import { fail } from '@latchkey/wire';

/** Rejects an invalid transaction request (TX-16). The reason is for developers. @throws ServiceError `invalid_data` */
export function refuseRequest(reason: string): never {
  return fail('invalid_data', { message: 'Invalid transaction request', details: { reason } });
}
