import type { OAuthProvider, ServiceError } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import type { PropsOf } from '../../screens/index.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { findRefusal, loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { isSignupOff, landing, toLanding } from '../steps.ts';
import type { FlowFacts, Transitions } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

type OAuthScreen = 'AWAITING_OAUTH_SCREEN' | 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE';

const transitions = {
  AWAITING_OAUTH_SCREEN: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error }, facts, { entry }) => oauthErrorFrom(entry, error, facts),
    back: (_, _facts, { entry, request }) =>
      entry.props.act === 'login' ? { to: landing(request, {}) } : { close: 'given-up' },
  },
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: { back: toLanding, closed: () => ({ close: 'given-up' }) },
} as const satisfies Pick<Transitions, OAuthScreen>;

/**
 * Returns the step after a failed visit to a provider. If the refusal of a login has its own screen, or the browser
 * inside another app cannot log in, the screen of that error follows. Otherwise the same screen shows the error.
 */
function oauthErrorFrom(entry: EntryOf<'AWAITING_OAUTH_SCREEN'>, error: ServiceError, facts: FlowFacts) {
  const isElsewhere = entry.props.act === 'login' && findRefusal(error, facts);
  if (isElsewhere || error.details?.reason === 'in_app_browser') return loginErrorFrom(entry, error, facts);
  return { to: { ...entry, props: { ...entry.props, error } }, failure: error };
}

function oauthScreen(
  request: ModalRequest | null,
  props: PropsOf<'AWAITING_OAUTH_SCREEN'>,
): EntryOf<'AWAITING_OAUTH_SCREEN'> {
  const disableSignup = request && isSignupOff(request) ? { disableSignup: true } : {};
  return { name: 'AWAITING_OAUTH_SCREEN', props: { ...props, ...disableSignup } };
}

const starts = {
  social: ({ provider }, _facts, { request }) => ({
    to: oauthScreen(request, { provider, act: 'login', step: 'gone' }),
  }),
} as const satisfies Pick<Transitions['LANDING'], 'social'>;

export const oauth = {
  transitions,
  starts,
  resumed(request) {
    const provider = request.input?.back;
    return provider ? oauthScreen(request, { provider, act: 'login', step: 'finish' }) : null;
  },
  link: ({ method, isBack }) =>
    oauthScreen(null, { provider: method as OAuthProvider, act: 'link', step: isBack ? 'finish' : 'leave' }),
  transferOf: (offer, { name, props }) =>
    name === 'AWAITING_OAUTH_SCREEN' ? { offer, method: props.provider } : null,
  spendsToken: ({ name, props }) => name === 'AWAITING_OAUTH_SCREEN' && props.step === 'leave',
} as const satisfies AccountTypeFlow;
