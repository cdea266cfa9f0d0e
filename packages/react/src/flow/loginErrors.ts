import type { ServiceError } from '@latchkey/wire';
import type { Entry, EntryOf } from './state.ts';
import type { Extras, FlowFacts, To } from './transition.ts';

type RefusalScreen =
  | 'ACCOUNT_NOT_FOUND_SCREEN'
  | 'ALLOWLIST_REJECTION_SCREEN'
  | 'GUEST_WALLET_SCREEN'
  | 'USER_LIMIT_REACHED_SCREEN';
export type LoginError = To<LoginErrorScreen | 'ERROR_SCREEN'> & Extras;
type LoginErrorScreen = RefusalScreen | 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE' | 'LOGIN_FAILED_SCREEN';

/**
 * Returns the step after a failed login: the error's own screen, or the general error screen, which leads back to
 * `previous`.
 */
export function loginErrorFrom(previous: Entry, error: ServiceError, facts: FlowFacts): LoginError {
  return {
    to: screenOf(error, facts) ?? { name: 'ERROR_SCREEN', props: { error, previous } },
    failure: error,
  };
}

/** Returns the screen of a refusal that has its own screen; null for other errors. */
export function findRefusal(
  { code }: ServiceError,
  { isGuestWithWallet }: FlowFacts,
): EntryOf<RefusalScreen> | null {
  switch (code) {
    case 'allowlist_rejected':
      return { name: 'ALLOWLIST_REJECTION_SCREEN', props: {} };
    case 'max_accounts_reached':
      return { name: 'USER_LIMIT_REACHED_SCREEN', props: {} };
    case 'user_does_not_exist':
      return { name: 'ACCOUNT_NOT_FOUND_SCREEN', props: {} };
    case 'linked_to_another_user':
      return isGuestWithWallet ? { name: 'GUEST_WALLET_SCREEN', props: {} } : null;
    default:
      return null;
  }
}

/** Returns true if a login failed because its method is not allowed, or with a refusal that has its own screen. */
export const isFinalRefusal = (error: ServiceError, facts: FlowFacts): boolean =>
  error.code === 'disallowed_login_method' || findRefusal(error, facts) !== null;

function screenOf(error: ServiceError, facts: FlowFacts): EntryOf<LoginErrorScreen> | null {
  if (error.details?.reason === 'in_app_browser')
    return { name: 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', props: {} };
  if (error.code === 'authentication_failed' || error.code === 'unknown_auth_error')
    return { name: 'LOGIN_FAILED_SCREEN', props: {} };
  return findRefusal(error, facts);
}
