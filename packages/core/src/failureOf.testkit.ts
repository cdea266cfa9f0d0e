import { isCode, type ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';

/** Waits for a promise to reject with a `ServiceError`, and returns it. Fails the test if it resolves, or rejects with another error. */
export const failureOf = (act: Promise<unknown>): Promise<ServiceError> =>
  act.then(
    () => expect.fail('it did not fail'),
    (error) => (isCode(error) ? error : expect.fail(String(error))),
  );
