import { type ErrorCode, ServiceError } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { errorResponse } from './index.ts';

test.each<[ErrorCode, number]>([
  ['missing_or_invalid_token', 401],
  ['missing_or_invalid_mfa', 401],
  ['invalid_webhook', 400],
  ['service_unavailable', 503],
])('errorResponse() answers %s with this code and the status %i, without details', async (code, status) => {
  const details = { reason: 'signature', expected: 'inner' };
  const answer = errorResponse(new ServiceError(code, { message: 'A detail of the check', details }));
  expect(answer.status).toBe(status);
  const body = await answer.text();
  expect(JSON.parse(body)).toMatchObject({ code });
  expect(body).not.toMatch(/A detail|signature|inner/);
});

test('errorResponse() throws errors that are not about the caller, so that they reach the log', () => {
  const errors = [new ServiceError('invalid_option'), new ServiceError('invalid_app_secret'), new Error('x')];
  for (const error of errors) expect(() => errorResponse(error)).toThrow(error);
});
