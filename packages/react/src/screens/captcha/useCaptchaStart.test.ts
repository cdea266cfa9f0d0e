import { expect, it } from 'vitest';
import type { Services } from '../services.ts';
import { isCaptchaDue } from './useCaptchaStart.ts';

function isDue(status: string, person: 'nobody' | 'guest' | 'user'): boolean {
  const state = { authenticated: person !== 'nobody', user: { isGuest: person === 'guest' } };
  return isCaptchaDue({
    captcha: { getState: () => ({ status }) },
    client: { getState: () => (person === 'nobody' ? { ...state, user: null } : state) },
  } as unknown as Services);
}

it.each(['ready', 'loading', 'error'])(
  '[CAPT-05] a captcha with status %s is due for visitors and guests, but not for signed-in users',
  (status) => {
    expect(isDue(status, 'nobody')).toBe(true);
    expect(isDue(status, 'guest')).toBe(true);
    expect(isDue(status, 'user')).toBe(false);
  },
);

it.each(['disabled', 'success'])('[CAPT-05, CAPT-07] no captcha is due if its status is %s', (status) => {
  expect(isDue(status, 'nobody')).toBe(false);
  expect(isDue(status, 'guest')).toBe(false);
  expect(isDue(status, 'user')).toBe(false);
});
