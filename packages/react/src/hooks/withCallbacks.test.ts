import { ServiceError } from '@latchkey/wire';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withCallbacks } from './withCallbacks.ts';

/** Errors that the runtime reports because nothing caught them. Vitest would fail the test for them. */
let reported: unknown[];
const listeners = process.listeners('unhandledRejection');
beforeEach(() => {
  reported = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => reported.push(reason));
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
});

const own = new Error('a mistake in the host');
const throwOwn = () => {
  throw own;
};

it("if a callback of the host throws, the operation's result stays the same, no other callback is called, and the error is reported", async () => {
  const errors: ServiceError[] = [];
  const onError = (error: ServiceError) => errors.push(error);
  const sent = withCallbacks(async () => 'sent', { onDone: throwOwn, onError, otherwise: 'internal_error' });
  expect(await sent).toBe('sent');
  await expect.poll(() => reported).toEqual([own]);
  expect(errors).toEqual([]);

  const refused = new ServiceError('user_rejected_request');
  const failed = withCallbacks(() => Promise.reject(refused), {
    onDone: () => undefined,
    onError: throwOwn,
    otherwise: 'internal_error',
  });
  await expect(failed).rejects.toBe(refused);
  await expect.poll(() => reported).toEqual([own, own]);
});

it('an error without a code gets the given one, also if the operation throws before it returns a promise', async () => {
  const cause = new Error('not ours');
  const told: ServiceError[] = [];
  const failed = withCallbacks<never>(
    () => {
      throw cause;
    },
    {
      onDone: () => undefined,
      onError: (error) => told.push(error),
      otherwise: 'unknown_auth_error',
    },
  );
  await expect(failed).rejects.toMatchObject({ code: 'unknown_auth_error', cause });
  expect(told).toMatchObject([{ code: 'unknown_auth_error', cause }]);
  expect(reported).toEqual([]);
});
