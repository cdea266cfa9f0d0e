import type { AccountChange } from '@latchkey/core/login';
import { ServiceError } from '@latchkey/wire';
import type { ExitsOf, ScreenName } from '../screens/index.ts';
import { calm } from './recoveryRoads.testkit.ts';
import type { LoginResult, ModalRequest } from './request.ts';
import type { Facts, Step } from './roads.ts';
import type { Entry, EntryOf } from './state.ts';

type Name = 'AWAITING_FARCASTER_CONNECTION';
type Rows<N extends ScreenName> = {
  [X in keyof ExitsOf<N>]: [payload: ExitsOf<N>[X], request: ModalRequest, facts: Facts, step: Step];
};

export const start = async () => undefined;
export const linkingFarcaster: ModalRequest = { intent: 'link', input: { method: 'farcaster' } };
const login: ModalRequest = { intent: 'login', input: undefined };

export function farcasterAt(act: 'confirm' | 'login' | 'link', props: object = {}): EntryOf<Name> {
  return { name: 'AWAITING_FARCASTER_CONNECTION', props: { act, ...props } };
}

/** The captcha that stands before an entry. */
function captchaBefore(success: Entry, failure: Entry): Entry {
  return { name: 'CAPTCHA_SCREEN', props: { start, success, failure } };
}

/** Its rows of the landing. */
export function farcasterFromLanding(
  landing: Entry,
): Pick<Rows<'LANDING'>, 'farcaster' | 'farcaster-captcha'> {
  return {
    farcaster: [undefined, login, calm, { to: farcasterAt('login') }],
    'farcaster-captcha': [{ start }, login, calm, { to: captchaBefore(farcasterAt('login'), landing) }],
  };
}

/** The rows of Farcaster in the table of `roads.test.ts`, on the way from a login. */
export function farcasterRows(around: {
  change: AccountChange;
  landing: Entry;
  result: LoginResult;
}): Rows<Name> {
  const { change, landing, result } = around;
  const here = farcasterAt('login');
  const paused = farcasterAt('login', { isPaused: true });
  return {
    verified: [result, login, calm, { close: 'finished', afterMs: 1400, result }],
    linked: [change, linkingFarcaster, calm, { close: 'finished', afterMs: 1400, result: change }],
    failed: [{ error: new ServiceError('internal_error') }, login, calm, { stay: true }],
    captcha: [{ start }, linkingFarcaster, calm, { to: captchaBefore(here, paused) }],
    confirmed: [
      { confirmed: true },
      linkingFarcaster,
      calm,
      { done: { close: 'finished', result: { confirmed: true } } },
    ],
    back: [undefined, login, calm, { to: landing }],
  };
}
