import type { AccountChange } from '@latchkey/core/login';
import { ServiceError, type User } from '@latchkey/wire';
import type { ExitsOf, ScreenName } from '../screens/index.ts';
import type { ModalRequest } from './request.ts';
import type { Facts, Step } from './roads.ts';
import type { Entry, EntryOf } from './state.ts';

/** The rows of the screens of `oauthRoads.ts`, for the table of all. */
const error = new ServiceError('internal_error');
const user = { id: 'did:privy:test' } as User;
export const result = { user, isNewUser: true, loginMethod: 'google_oauth' } as const;
const change: AccountChange = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } };
export const login: ModalRequest = { intent: 'login', input: undefined };
export const linkingGoogle: ModalRequest = { intent: 'link', input: { method: 'google' } };
const landing: Entry = { name: 'LANDING', props: {} };
export const calm: Facts = {
  authenticated: true,
  termsDue: false,
  walletDue: false,
  captchaPending: false,
  walletFrameUp: true,
  recovery: { options: [], isRequired: false, isPasswordRequired: false },
  findWallet: () => null,
};

export const oauthAt = (
  act: 'link' | 'login',
  step: 'finish' | 'gone' | 'leave',
): EntryOf<'AWAITING_OAUTH_SCREEN'> => ({
  name: 'AWAITING_OAUTH_SCREEN',
  props: { provider: 'google', act, step },
});
type OAuthScreen = 'AWAITING_OAUTH_SCREEN' | 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE';

export const oauthEntries: { [N in OAuthScreen]: EntryOf<N> } = {
  AWAITING_OAUTH_SCREEN: oauthAt('link', 'finish'),
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: { name: 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', props: {} },
};

type Rows = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: [payload: ExitsOf<N>[X], request: ModalRequest, facts: Facts, step: Step];
  };
};

export const oauthRows: Pick<Rows, OAuthScreen> = {
  AWAITING_OAUTH_SCREEN: {
    verified: [result, login, calm, { close: 'finished', afterMs: 1400, result }],
    linked: [change, linkingGoogle, calm, { close: 'finished', afterMs: 1400, result: change }],
    failed: [
      { error },
      linkingGoogle,
      calm,
      {
        to: { name: 'AWAITING_OAUTH_SCREEN', props: { ...oauthAt('link', 'finish').props, error } },
        failure: error,
      },
    ],
    back: [undefined, linkingGoogle, calm, { close: 'given-up' }],
  },
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: {
    back: [undefined, login, calm, { to: landing }],
    closed: [undefined, login, calm, { close: 'given-up' }],
  },
};
