import { appIdOfProvider } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import type { PropsOf } from '../../screens/index.ts';
import { isFinalRefusal, loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { isSignupOff } from '../steps.ts';
import type { Transitions } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';
import { proofTransitions } from './onScreen.ts';

const transitions = {
  CROSS_APP_AUTH_SCREEN: {
    ...proofTransitions,
    failed: ({ error }, facts, { entry }) =>
      entry.props.act === 'login' && isFinalRefusal(error, facts)
        ? loginErrorFrom(entry, error, facts)
        : { stay: true, failure: error },
  },
} as const satisfies Pick<Transitions, 'CROSS_APP_AUTH_SCREEN'>;

const crossAppScreen = (props: PropsOf<'CROSS_APP_AUTH_SCREEN'>): EntryOf<'CROSS_APP_AUTH_SCREEN'> => ({
  name: 'CROSS_APP_AUTH_SCREEN',
  props,
});

type Visited = Pick<PropsOf<'CROSS_APP_AUTH_SCREEN'>, 'appId' | 'popup'>;

const loginScreen = (visited: Visited, request: ModalRequest) =>
  crossAppScreen({ ...visited, act: 'login', ...(isSignupOff(request) ? { disableSignup: true } : {}) });

const starts = {
  'cross-app': (visited, _facts, { request }) => ({ to: loginScreen(visited, request) }),
} as const satisfies Pick<Transitions['LANDING'], 'cross-app'>;

const visitOf = ({ method, popup = null }: { method: string; popup?: Window | null }): Visited => ({
  appId: appIdOfProvider(method) ?? '',
  popup,
});

export const crossApp = {
  transitions,
  starts,
  /** Returns the screen of a login that the host's own button started. */
  resumed(request) {
    const visited = request.input?.crossApp;
    return visited ? loginScreen(visited, request) : null;
  },
  link: (input) => crossAppScreen({ ...visitOf(input), act: 'link' }),
  confirm: (props, chosen) =>
    crossAppScreen({
      ...visitOf(chosen),
      act: 'confirm',
      ...(props.confirms ? { confirms: props.confirms } : {}),
    }),
} as const satisfies AccountTypeFlow;
