import type { ServiceError } from '@latchkey/wire';
import type { PlainStep } from './roads.ts';
import type { Entry } from './state.ts';

/**
 * Where a login that failed goes, the same for every method: the screen that its code has, else the error screen, which
 * leads back to `previous`.
 */
export function loginErrorFrom(previous: Entry, error: ServiceError): PlainStep {
  return { to: screenOf(error) ?? { name: 'ERROR_SCREEN', props: { error, previous } }, failure: error };
}

function screenOf({ code, details }: ServiceError): Entry | null {
  if (details?.reason === 'in_app_browser') return { name: 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', props: {} };
  switch (code) {
    case 'allowlist_rejected':
      return { name: 'ALLOWLIST_REJECTION_SCREEN', props: {} };
    case 'max_accounts_reached':
      return { name: 'USER_LIMIT_REACHED_SCREEN', props: {} };
    case 'user_does_not_exist':
      return { name: 'ACCOUNT_NOT_FOUND_SCREEN', props: {} };
    case 'authentication_failed':
    case 'unknown_auth_error':
      return { name: 'LOGIN_FAILED_SCREEN', props: {} };
    default:
      return null;
  }
}
