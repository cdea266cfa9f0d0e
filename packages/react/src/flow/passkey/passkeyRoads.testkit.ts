import type { AccountChange } from '@latchkey/core/login';
import { ServiceError, type User } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ExitsOf } from '../../screens/index.ts';
import { calm } from '../recoveryRoads.testkit.ts';
import type { ModalRequest } from '../request.ts';
import type { Facts, Step } from '../roads.ts';
import type { Entry, EntryOf } from '../state.ts';

type PasskeyScreen = 'AWAITING_PASSKEY_SYSTEM_DIALOGUE' | 'LINK_PASSKEY_SCREEN';

const refused = new ServiceError('user_does_not_exist');
const user = { id: 'did:privy:test' } as User;
export const passkeyResult = { user, isNewUser: false, loginMethod: 'passkey' } as const;
const change: AccountChange = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } };
const login: ModalRequest = { intent: 'login', input: undefined };
export const linkingPasskey: ModalRequest = { intent: 'link', input: { method: 'passkey' } };
const landing: Entry = { name: 'LANDING', props: {} };
const toNotFound: Step = { to: { name: 'ACCOUNT_NOT_FOUND_SCREEN', props: {} }, failure: refused };
const closes: Step = { close: 'finished', afterMs: 1400, result: passkeyResult };

const signUp: Entry = { name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', props: { act: 'sign-up' } };

export const passkeyEntries: { [N in PasskeyScreen]: EntryOf<N> } = {
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: { name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', props: { act: 'log-in' } },
  LINK_PASSKEY_SCREEN: { name: 'LINK_PASSKEY_SCREEN', props: {} },
};

type Row<N extends PasskeyScreen | 'LANDING', X extends keyof ExitsOf<N>> = [
  payload: ExitsOf<N>[X],
  request: ModalRequest,
  facts: Facts,
  step: Step,
];

/** The rows of the screens of `passkeyRoads.ts`, for the table of all. */
export const passkeyRows: { [N in PasskeyScreen]: { [X in keyof ExitsOf<N>]: Row<N, X> } } = {
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: {
    verified: [passkeyResult, login, calm, closes],
    failed: [{ error: refused }, login, calm, toNotFound],
    'sign-up': [undefined, login, calm, { to: signUp }],
    back: [undefined, login, calm, { to: landing }],
  },
  LINK_PASSKEY_SCREEN: {
    linked: [change, linkingPasskey, calm, { close: 'finished', afterMs: 1400, result: change }],
    removed: [undefined, linkingPasskey, calm, { stay: true }],
    failed: [{ error: refused }, linkingPasskey, calm, { stay: true }],
  },
};

type PasskeyStart = 'passkey' | 'passkey-captcha' | 'passkey-used' | 'passkey-failed';

const start = expect.any(Function) as () => Promise<undefined>;

export const passkeyStartRows: { [X in PasskeyStart]: Row<'LANDING', X> } = {
  passkey: [{ act: 'log-in' }, login, calm, { to: passkeyEntries.AWAITING_PASSKEY_SYSTEM_DIALOGUE }],
  'passkey-captcha': [
    { act: 'log-in' },
    login,
    calm,
    {
      to: {
        name: 'CAPTCHA_SCREEN',
        props: { start, success: passkeyEntries.AWAITING_PASSKEY_SYSTEM_DIALOGUE, failure: landing },
      },
    },
  ],
  'passkey-used': [passkeyResult, login, calm, closes],
  'passkey-failed': [{ error: refused }, login, calm, toNotFound],
};
