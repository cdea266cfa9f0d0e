import { toConfirmationAct } from '@latchkey/core/startup';
import type { ConfirmationAct, ServiceError } from '@latchkey/wire';
import type { PropsOf } from '../screens/index.ts';
import type { ModalRequest } from './request.ts';
import type { Facts, Step } from './roads.ts';
import type { Entry, EntryOf } from './state.ts';

/** To the error screen, which leads back to `previous`; without one, to the beginning. */
export function errorFrom(previous: Entry | null, error: ServiceError): Step {
  // Time alone ends a hold: to go back would lead here again.
  const isFinal = error.code === 'account_on_hold' ? { isFinal: true } : {};
  return { to: { name: 'ERROR_SCREEN', props: { error, previous, ...isFinal } }, failure: error };
}

/**
 * To where a person whose login is old says again who they are, and from there on to `next`.
 *
 * @param refusal what was refused: a wallet's says for which act the proof is to be given
 */
export function confirmLogin(next: Entry, refusal?: ServiceError): Step {
  return { to: confirmEntry(next, toConfirmationAct(refusal)) };
}

/**
 * The same before a change of how a user logs in: the proof is given for this very change, so that other sessions may end
 * with it (docs/custody.md, a takeover).
 */
export const confirmChange = (next: Entry): Step => ({
  to: confirmEntry(next, { purpose: 'account_change' }),
});

/** The same as an entry. @param confirms what the proof is given for */
export const confirmEntry = (next: Entry | null, confirms?: ConfirmationAct): Entry => ({
  name: 'CONFIRM_LOGIN_SCREEN',
  props: { next, ...(confirms ? { confirms } : {}) },
});

/**
 * Where a wallet goes that could not be had or used: a login that is too old for it is confirmed first, and then it is
 * tried again (docs/custody.md, custody routes).
 */
export function walletErrorFrom(here: Entry, error: ServiceError): Step {
  return error.code === 'recent_login_required' ? confirmLogin(here, error) : errorFrom(here, error);
}

/** Whether only users who have an account get in. */
export function isSignupOff(request: ModalRequest): boolean {
  return request.intent === 'login' && request.input?.disableSignup === true;
}

export function toLanding(_: undefined, _facts: Facts, { request }: { request: ModalRequest }): Step {
  return { to: landing(request, {}) };
}

/** The landing of a login as it was asked for. */
export function landing(request: ModalRequest, props: PropsOf<'LANDING'>): EntryOf<'LANDING'> {
  return { name: 'LANDING', props: isSignupOff(request) ? { ...props, disableSignup: true } : props };
}

/** The screen of a visit to a provider. */
export function oauthScreen(
  request: ModalRequest,
  props: PropsOf<'AWAITING_OAUTH_SCREEN'>,
): EntryOf<'AWAITING_OAUTH_SCREEN'> {
  const disableSignup = isSignupOff(request) ? { disableSignup: true } : {};
  return { name: 'AWAITING_OAUTH_SCREEN', props: { ...props, ...disableSignup } };
}
