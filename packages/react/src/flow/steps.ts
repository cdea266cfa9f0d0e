import type { ConfirmationAct, ServiceError } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import { type Failed, isLasting, type PropsOf } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';
import type { Extras, FlowFacts, To } from './transition.ts';

/** Leads to the error screen, which leads back to `previous`, or to the beginning if it is null. */
export function errorFrom(previous: Entry | null, error: ServiceError): To<'ERROR_SCREEN'> & Extras {
  // To go back would lead here again: time alone ends a hold, and no press makes a page secure.
  const isFinal = isLasting(error) && error.code !== 'not_supported' ? { isFinal: true } : {};
  return { to: { name: 'ERROR_SCREEN', props: { error, previous, ...isFinal } }, failure: error };
}

/** A screen that failed, as it is tried again. */
export const triedAgain = (entry: Entry, { again }: Pick<Failed, 'again'>): Entry =>
  ({ ...entry, props: { ...entry.props, ...again } }) as Entry;

/** To where a person says again who they are. @param confirms what the proof is given for */
export const confirmEntry = (confirms?: ConfirmationAct): EntryOf<'CONFIRM_LOGIN_SCREEN'> => ({
  name: 'CONFIRM_LOGIN_SCREEN',
  props: confirms ? { confirms } : {},
});

/** Whether only users who have an account get in. */
export function isSignupOff(request: ModalRequest): boolean {
  const isLogin = request.intent === 'login' || request.intent === 'connect-or-create';
  return isLogin && request.input?.disableSignup === true;
}

export function toLanding(_: undefined, _facts: FlowFacts, { request }: { request: ModalRequest }) {
  return { to: landing(request, {}) };
}

/** The landing of a login as it was asked for. */
export function landing(
  request: ModalRequest,
  props: PropsOf<'LANDING'>,
): EntryOf<'LANDING' | 'CONNECT_OR_CREATE'> {
  const name = request.intent === 'connect-or-create' ? 'CONNECT_OR_CREATE' : 'LANDING';
  return { name, props: isSignupOff(request) ? { ...props, disableSignup: true } : props };
}
