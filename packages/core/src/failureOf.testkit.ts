import { isCode, type ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';

/** The error of the service's that something fails with; the test ends where it does not fail, or by another error. */
export const failureOf = (act: Promise<unknown>): Promise<ServiceError> =>
  act.then(
    () => expect.fail('it did not fail'),
    (error) => (isCode(error) ? error : expect.fail(String(error))),
  );
