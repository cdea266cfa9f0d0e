import { type ErrorCode, errorTable, fromReply, ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { errorTextOf } from './errorTexts.ts';

const textOf = (code: ErrorCode) => errorTextOf(new ServiceError(code));

describe('errorTextOf', () => {
  it("[ERR-01] says 'Timed out' with the message of a time-out", () => {
    expect(textOf('client_request_timeout')).toEqual({
      title: 'Timed out',
      detail: 'The request timed out. Try again.',
      button: 'Try again',
    });
  });

  it("[ERR-02] says 'Insufficient balance' of a wallet that is short of funds", () => {
    expect(textOf('insufficient_balance')).toEqual({
      title: 'Insufficient balance',
      detail: 'Wallet has insufficient funds for this transaction.',
      button: 'Try again',
    });
  });

  it("[ERR-09] says 'Authentication failed' of an account that is another user's", () => {
    expect(textOf('linked_to_another_user')).toMatchObject({
      title: 'Authentication failed',
      detail: 'This account has already been linked to another user.',
    });
  });

  it('[ERR-17] shows the message of a type that is full', () => {
    const full = 'User already has an account of type phone linked.';
    const refused = fromReply(422, { code: 'cannot_link_more_of_type', error: full });
    expect(errorTextOf(refused).detail).toBe(full);
  });

  it('[ERR-03, ERR-07, ERR-08] has the rows of captchas', () => {
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

  it('[ERR-12] shows the message of a 400 or 422 answer', () => {
    const refused = fromReply(422, { code: 'disallowed_plus_email', error: 'Plus addresses are off' });
    expect(errorTextOf(refused).detail).toBe('Plus addresses are off');
    const invalid = fromReply(400, { code: 'invalid_data', error: 'Invalid email address' });
    expect(errorTextOf(invalid).detail).toBe('Invalid email address');
  });

  it("[ERR-12] lets a code's own row win over the message", () => {
    const refused = fromReply(422, { code: 'invalid_credentials', error: 'No such code' });
    expect(errorTextOf(refused).title).toBe('Something went wrong. Try again.');
  });

  it('[ERR-14] says the same of every other error', () => {
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

  it('[EMBW-06] asks to log in again without a token, and when the session has ended', () => {
    for (const code of ['missing_or_invalid_token', 'must_be_authenticated'] as const)
      expect(textOf(code).detail, code).toBe('An error has occured, please login again.');
  });

  it("[ERR-16] says 'Something went wrong. Try again.' of a wrong credential away from the code screen", () => {
    expect(textOf('invalid_credentials')).toMatchObject({
      title: 'Something went wrong. Try again.',
      button: 'Try again',
    });
  });

  it('has a title and a button for every code there is', () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      const { title, button } = textOf(code);
      expect([title, button].every(Boolean), code).toBe(true);
    }
  });
});
