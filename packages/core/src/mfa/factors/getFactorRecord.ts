import { fail, type MfaMethod } from '@latchkey/wire';
import type { FactorRecord } from './factor.ts';
import { factorRecords } from './list.ts';

/** Returns the record of a method that a host names. @throws ServiceError `invalid_data` for one that does not exist */
export function getFactorRecord(method: MfaMethod): FactorRecord {
  return Object.hasOwn(factorRecords, method)
    ? factorRecords[method]
    : fail('invalid_data', { message: 'Unsupported MFA method' });
}
