import { isCode, type ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';

/** Returns the `ServiceError` with which a promise rejects. Fails the test otherwise. */
export const failureOf = (act: Promise<unknown>): Promise<ServiceError> =>
  act.then(
    () => expect.fail('it did not fail'),
    (error) => (isCode(error) ? error : expect.fail(String(error))),
  );
