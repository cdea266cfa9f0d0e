import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { timings } from '../timings.ts';
import { afterLogin } from './afterLogin.ts';
import { loginErrorFrom } from './loginErrors.ts';
import type { Roads, Step } from './roads.ts';
import type { EntryOf } from './state.ts';
import { landing, toLanding } from './steps.ts';

type OAuthScreen = 'AWAITING_OAUTH_SCREEN' | 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE';

/** The screens of visits to providers of social login. */
export const oauthRoads: Pick<Roads, OAuthScreen> = {
  AWAITING_OAUTH_SCREEN: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error }, _facts, { entry }) => oauthErrorFrom(entry, error),
    back: (_, _facts, { entry, request }) =>
      entry.props.act === 'login' ? { to: landing(request, {}) } : { close: 'given-up' },
  },
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: { back: toLanding, closed: () => ({ close: 'given-up' }) },
};

/** Where a visit to a provider that failed goes: a login to the screen that its code has; else it is told where it is on. */
function oauthErrorFrom(entry: EntryOf<'AWAITING_OAUTH_SCREEN'>, error: ServiceError): Step {
  const isElsewhere = entry.props.act === 'login' && screensOfTheirOwn.includes(error.code);
  if (isElsewhere || error.details?.reason === 'in_app_browser') return loginErrorFrom(entry, error);
  return { to: { ...entry, props: { ...entry.props, error } }, failure: error };
}

/** Refusals that another try does not change. */
const screensOfTheirOwn: readonly ErrorCode[] = [
  'allowlist_rejected',
  'max_accounts_reached',
  'user_does_not_exist',
];
