import type { ConfirmationAct, ServiceError } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import { type Failed, isLasting, type PropsOf } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';
import type { Extras, FlowFacts, To } from './transition.ts';

/**
 * Returns the error screen. It leads back to `previous`, or to the beginning if that is null. After a lasting error
 * other than `not_supported` it can only be closed.
 */
export function errorFrom(previous: Entry | null, error: ServiceError): To<'ERROR_SCREEN'> & Extras {
  // Going back would lead to the same error: no click makes a page secure, for example.
  const isFinal = isLasting(error) && error.code !== 'not_supported' ? { isFinal: true } : {};
  return { to: { name: 'ERROR_SCREEN', props: { error, previous, ...isFinal } }, failure: error };
}

export const triedAgain = (entry: Entry, { again }: Pick<Failed, 'again'>): Entry =>
  ({ ...entry, props: { ...entry.props, ...again } }) as Entry;

/** Returns the screen on which users confirm their login. @param confirms the action to confirm */
export const confirmEntry = (confirms?: ConfirmationAct): EntryOf<'CONFIRM_LOGIN_SCREEN'> => ({
  name: 'CONFIRM_LOGIN_SCREEN',
  props: confirms ? { confirms } : {},
});

export function isSignupOff(request: ModalRequest): boolean {
  const isLogin = request.intent === 'login' || request.intent === 'connect-or-create';
  return isLogin && request.input?.disableSignup === true;
}

export function toLanding(_: undefined, _facts: FlowFacts, { request }: { request: ModalRequest }) {
  return { to: landing(request, {}) };
}

export function landing(
  request: ModalRequest,
  props: PropsOf<'LANDING'>,
): EntryOf<'LANDING' | 'CONNECT_OR_CREATE'> {
  const name = request.intent === 'connect-or-create' ? 'CONNECT_OR_CREATE' : 'LANDING';
  return { name, props: isSignupOff(request) ? { ...props, disableSignup: true } : props };
}
