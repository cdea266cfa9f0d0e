import { type ErrorCode, ServiceError } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { failureOf, recoveryErrorTexts } from './failureOf.ts';

const textOf = (code: ErrorCode) => failureOf(new ServiceError(code), recoveryErrorTexts);

it('[EMBW-06] asks to log in again without a token, and when the session has ended', () => {
  for (const code of ['missing_or_invalid_token', 'must_be_authenticated'] as const)
    expect(textOf(code), code).toBe('An error has occured, please login again.');
  expect(textOf('internal_error')).toBe('An error has occurred, please try again.');
});
