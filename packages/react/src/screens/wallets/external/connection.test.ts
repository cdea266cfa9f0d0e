import { type ErrorCode, ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { connectionTexts } from '../../../texts/generated/en/connection.ts';
import { errorTextOf } from '../../error/errorTexts.ts';
import { lastingTextOf } from '../../error/lastingTexts.ts';
import { failureText } from './failureText.ts';
import { isInAppBrowser } from './isInAppBrowser.ts';
import { storeOf } from './storeOf.ts';

const textOf = (error: ServiceError) => lastingTextOf(error) ?? errorTextOf(error);
const tell = (code: ErrorCode, retries = 0) =>
  failureText(new ServiceError(code), retries, connectionTexts, textOf);

describe('failureText', () => {
  it('[EXTW-06] [EXTW-20] [ERR-21] the text of a failed connection names what happened, and the user can try again at most twice', () => {
    expect(tell('user_rejected_request')).toEqual({
      title: 'Request rejected',
      detail: 'Unable to connect to wallet.',
      isRetryable: true,
    });
    expect(tell('client_request_timeout')).toEqual({
      title: 'Connect failed',
      detail: 'The request timed out. Try again.',
      isRetryable: true,
    });
    const generic = { title: 'Connect failed', detail: 'Unable to connect to wallet.', isRetryable: true };
    expect(tell('generic_connect_wallet_error')).toEqual(generic);
    expect(tell('unknown_connect_wallet_error', 1)).toEqual(generic);
    expect(tell('internal_error')).toEqual(generic);
    for (const code of ['user_rejected_request', 'client_request_timeout', 'internal_error'] as const)
      expect(tell(code, 2)).toMatchObject({ detail: 'Unable to connect wallet.', isRetryable: false });
  });

  it('the text of a failed connection sends the user to a wallet that still shows an earlier request, also after five retries', () => {
    const pending = new ServiceError('generic_connect_wallet_error', { details: { isPending: true } });
    for (const retries of [0, 5])
      expect(failureText(pending, retries, connectionTexts, textOf)).toEqual({
        title: 'Open your wallet to answer',
        detail: 'It already shows a request from this page.',
        isRetryable: true,
      });
  });

  it('[EXTW-20] [ERR-17] [ERR-09] a connection offers no retry if the wallet belongs to another user, no further wallet can be linked or the account is on hold', () => {
    expect(tell('linked_to_another_user')).toEqual({
      title: 'Authentication failed',
      detail: 'This account has already been linked to another user.',
      isRetryable: false,
    });
    const message = 'User already has an account of type wallet linked.';
    const full = new ServiceError('cannot_link_more_of_type', { message });
    expect(failureText(full, 0, connectionTexts, textOf)).toMatchObject({
      detail: message,
      isRetryable: false,
    });
    expect(tell('account_on_hold')).toMatchObject({
      title: 'Your account is on hold',
      isRetryable: false,
    });
    expect(tell('too_many_requests').detail).toBe('Too many attempts.');
  });
});

it('browsers inside other apps are recognised by their user agent', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  expect(isInAppBrowser(`${phone} MetaMaskMobile`)).toBe(true);
  expect(isInAppBrowser(`${phone} Instagram 300.0`)).toBe(true);
  expect(isInAppBrowser('Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) Chrome/140.0 Mobile')).toBe(true);
  expect(isInAppBrowser(`${phone} Version/18.0 Safari/604.1`)).toBe(false);
});

it("the install link leads to the store for the user's browser, or else to the wallet's own page", () => {
  const stores = {
    site: 'https://w.example/',
    chrome: 'https://chrome.example/',
    firefox: null,
    ios: 'https://ios.example/',
    android: null,
  };
  expect(storeOf({ stores }, 'iPhone')).toBe(stores.ios);
  expect(storeOf({ stores }, 'Linux; Android 16')).toBe(stores.site);
  expect(storeOf({ stores }, 'Firefox/140.0')).toBe(stores.site);
  expect(storeOf({ stores }, 'Chrome/140.0')).toBe(stores.chrome);
});
