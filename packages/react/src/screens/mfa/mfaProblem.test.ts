import { type ErrorCode, ServiceError } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { mfaErrorsTexts } from '../../texts/generated/en/mfaErrors.ts';
import { mfaProblem } from './mfaProblem.ts';

const said = (code: ErrorCode, message?: string) =>
  mfaProblem(new ServiceError(code, message ? { message } : {}), mfaErrorsTexts);

it("[MFA-28, MFA-29] the text of a failed verification depends on its error, and may be the client's own message", () => {
  expect(said('passkey_not_allowed')).toBe('Verification canceled');
  expect(said('network_error')).toBe('Something went wrong.');
  expect(said('internal_error')).toBe('Unknown error');
  expect(said('invalid_data', 'Unsupported MFA method')).toBe('Unsupported MFA method');
});
