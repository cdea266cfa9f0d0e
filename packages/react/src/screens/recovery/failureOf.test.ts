import { type ErrorCode, ServiceError } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { recoveryErrorsTexts } from '../../texts/generated/en/recoveryErrors.ts';
import { failureOf } from './failureOf.ts';

const textOf = (code: ErrorCode) => failureOf(new ServiceError(code), recoveryErrorsTexts);

it('[EMBW-06] a failed recovery asks the user to log in again for missing_or_invalid_token and must_be_authenticated, but not for internal_error', () => {
  for (const code of ['missing_or_invalid_token', 'must_be_authenticated'] as const)
    expect(textOf(code), code).toBe('An error has occured, please login again.');
  expect(textOf('internal_error')).toBe('An error has occurred, please try again.');
});
