import { type ErrorCode, errorTable, fromReply, ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { errorTextOf } from './errorTexts.ts';

const textOf = (code: ErrorCode) => errorTextOf(new ServiceError(code));

describe('errorTextOf', () => {
  it("[ERR-01] the error screen shows 'Timed out' for a time-out", () => {
    expect(textOf('client_request_timeout')).toEqual({
      title: 'Timed out',
      detail: 'The request timed out. Try again.',
      button: 'Try again',
    });
  });

  it("[ERR-02] the error screen shows 'Insufficient balance' for a wallet that is short of funds", () => {
    expect(textOf('insufficient_balance')).toEqual({
      title: 'Insufficient balance',
      detail: 'Wallet has insufficient funds for this transaction.',
      button: 'Try again',
    });
  });

  it("[ERR-09] the error screen shows 'Authentication failed' for an account that belongs to another user", () => {
    expect(textOf('linked_to_another_user')).toMatchObject({
      title: 'Authentication failed',
      detail: 'This account has already been linked to another user.',
    });
  });

  it("[ERR-17] the error screen shows the service's message if the user has too many accounts of a type", () => {
    const full = 'User already has an account of type phone linked.';
    const refused = fromReply(422, { code: 'cannot_link_more_of_type', error: full });
    expect(errorTextOf(refused).detail).toBe(full);
  });

  it('[ERR-03, ERR-07, ERR-08] the error screen has texts for captcha errors', () => {
    const title = 'Something went wrong';
    expect(textOf('invalid_captcha')).toMatchObject({ title, detail: 'Please try again.' });
    expect(textOf('captcha_failure')).toMatchObject({
      title,
      detail: 'You did not pass CAPTCHA. Please try again.',
      button: 'Retry',
    });
    expect(textOf('captcha_timeout')).toMatchObject({
      title,
      detail: 'Something went wrong! Please try again later.',
    });
  });

  it("[ERR-12] the error screen shows the service's message of a 400 or 422 response whose code has no text of its own", () => {
    const refused = fromReply(422, { code: 'disallowed_plus_email', error: 'Plus addresses are off' });
    expect(errorTextOf(refused).detail).toBe('Plus addresses are off');
    const invalid = fromReply(400, { code: 'invalid_data', error: 'Invalid email address' });
    expect(errorTextOf(invalid).detail).toBe('Invalid email address');
  });

  it("[ERR-12] the error screen prefers the text of a code to the service's message", () => {
    const refused = fromReply(422, { code: 'invalid_credentials', error: 'No such code' });
    expect(errorTextOf(refused).title).toBe('Something went wrong. Try again.');
  });

  it('[ERR-14] the error screen shows the default text for errors without a text of their own', () => {
    const others = [
      'internal_error',
      'network_error',
      'app_not_found',
      'unable_to_sign',
      'storage_unavailable',
    ] as const;
    for (const code of others) {
      expect(textOf(code), code).toMatchObject({ title: 'Something went wrong', detail: 'Try again later' });
    }
  });

  it('[EMBW-06] the error screen asks the user to log in again for the codes missing_or_invalid_token and must_be_authenticated', () => {
    for (const code of ['missing_or_invalid_token', 'must_be_authenticated'] as const)
      expect(textOf(code).detail, code).toBe('An error has occured, please login again.');
  });

  it("[ERR-16] the error screen shows 'Something went wrong. Try again.' for wrong credentials", () => {
    expect(textOf('invalid_credentials')).toMatchObject({
      title: 'Something went wrong. Try again.',
      button: 'Try again',
    });
  });

  it('the error screen has a title and a button for every error code', () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      const { title, button } = textOf(code);
      expect([title, button].every(Boolean), code).toBe(true);
    }
  });
});
