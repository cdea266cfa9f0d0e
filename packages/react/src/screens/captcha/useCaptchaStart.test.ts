import { expect, it } from 'vitest';
import type { Services } from '../services.ts';
import { isCaptchaDue } from './useCaptchaStart.ts';

/** Whether a captcha of this status is due of a person of this kind. */
function isDue(status: string, person: 'nobody' | 'guest' | 'user'): boolean {
  const state = { authenticated: person !== 'nobody', user: { isGuest: person === 'guest' } };
  return isCaptchaDue({
    captcha: { getState: () => ({ status }) },
    client: { getState: () => (person === 'nobody' ? { ...state, user: null } : state) },
  } as unknown as Services);
}

it.each(['ready', 'loading', 'error'])(
  '[CAPT-05] is due while it is %s, and not of who is signed in',
  (status) => {
    expect([isDue(status, 'nobody'), isDue(status, 'guest'), isDue(status, 'user')]).toEqual([
      true,
      true,
      false,
    ]);
  },
);

it.each(['disabled', 'success'])('[CAPT-05, CAPT-07] is due of no one while it is %s', (status) => {
  expect([isDue(status, 'nobody'), isDue(status, 'guest'), isDue(status, 'user')]).toEqual([
    false,
    false,
    false,
  ]);
});
