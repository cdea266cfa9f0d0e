import { fail, type MfaMethod } from '@latchkey/wire';
import { factorRecords } from './list.ts';

/** Returns the record of a method that a host names. @throws ServiceError `invalid_data` if the method does not exist */
export function getFactorRecord<Method extends MfaMethod>(method: Method): (typeof factorRecords)[Method] {
  return Object.hasOwn(factorRecords, method)
    ? factorRecords[method]
    : fail('invalid_data', { message: 'Unsupported MFA method' });
}
