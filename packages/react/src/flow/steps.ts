import type { ServiceError } from '@latchkey/wire';
import type { Step } from './roads.ts';
import type { Entry } from './state.ts';

/** To the error screen, which leads back to `previous`; without one, to the beginning. */
export function errorFrom(previous: Entry | null, error: ServiceError): Step {
  return { to: { name: 'ERROR_SCREEN', props: { error, previous } }, failure: error };
}

/** To where a person whose login is old says again who they are, and from there on to `next`. */
export const confirmLogin = (next: Entry): Step => ({
  to: { name: 'CONFIRM_LOGIN_SCREEN', props: { next } },
});

/**
 * Where a wallet goes that could not be had or used: a login that is too old for it is confirmed first, and then it is
 * tried again (docs/custody.md, custody routes).
 */
export function walletErrorFrom(here: Entry, error: ServiceError): Step {
  return error.code === 'recent_login_required' ? confirmLogin(here) : errorFrom(here, error);
}
