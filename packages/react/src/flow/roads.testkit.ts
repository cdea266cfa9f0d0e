import type { AccountChange } from '@latchkey/core/login';
import { ServiceError, type User } from '@latchkey/wire';
import type { PropsOf, ScreenName } from '../screens/index.ts';
import { conflictAt } from './account/accountRoads.testkit.ts';
import { farcasterAt, start } from './farcasterRoads.testkit.ts';
import { oauthEntries } from './oauthRoads.testkit.ts';
import { passkeyEntries } from './passkey/passkeyRoads.testkit.ts';
import { recoveryEntries } from './recoveryRoads.testkit.ts';
import type { ModalRequest } from './request.ts';
import type { Facts } from './roads.ts';
import type { EntryOf } from './state.ts';
import { telegramEntry } from './telegram/telegramRoads.testkit.ts';

/** An entry of every screen, and what the table of roads is made of. */
export const error = new ServiceError('internal_error');
const user = { id: 'did:privy:test' } as User;
export const typed = { channel: 'email', recipient: 'ada@host.example' } as const;
export const landingAgain: EntryOf<'LANDING'> = { name: 'LANDING', props: { typed } };
export const login: ModalRequest = { intent: 'login', input: undefined };
export const create: ModalRequest = { intent: 'create-wallet', input: undefined };
export const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const input = { method: 'personal_sign', data: 'Hello', address } as const;
export const sign: ModalRequest = { intent: 'sign', input };
export const exporting: ModalRequest = { intent: 'export-wallet', input: { address } };
export const calm: Facts = {
  authenticated: true,
  termsDue: false,
  walletDue: false,
  captchaPending: false,
  walletFrameUp: true,
  recovery: { options: [], isRequired: false, isPasswordRequired: false },
  findWallet: () => null,
};
export const due: Facts = { ...calm, walletDue: true };
export const termsDue: Facts = { ...due, termsDue: true };

const sent = { ...typed, disableSignup: false };
export const result = { user, isNewUser: true, loginMethod: 'email' } as const;
export const accepted = { ...user, hasAcceptedTerms: true };

export const linking: ModalRequest = { intent: 'link', input: { method: 'email' } };
export const updating: ModalRequest = { intent: 'update', input: { method: 'sms' } };
export const confirming: ModalRequest = { intent: 'confirm', input: undefined };
export const recipient = 'ada@host.example';
export const change: AccountChange = {
  user,
  account: { type: 'guest', latestVerifiedAt: new Date(0) },
};
export const confirmation = { confirmed: true } as const;
export const codeFor = (
  act: PropsOf<'AWAITING_ACCOUNT_CODE'>['act'],
  method: 'email' | 'sms' = 'email',
): EntryOf<'AWAITING_ACCOUNT_CODE'> => ({
  name: 'AWAITING_ACCOUNT_CODE',
  props: { act, method, recipient },
});
export const entries: { [N in ScreenName]: EntryOf<N> } = {
  ACCOUNT_NOT_FOUND_SCREEN: { name: 'ACCOUNT_NOT_FOUND_SCREEN', props: {} },
  AFFIRMATIVE_CONSENT_SCREEN: { name: 'AFFIRMATIVE_CONSENT_SCREEN', props: { login: result } },
  ALLOWLIST_REJECTION_SCREEN: { name: 'ALLOWLIST_REJECTION_SCREEN', props: {} },
  CAPTCHA_SCREEN: {
    name: 'CAPTCHA_SCREEN',
    props: {
      start,
      success: { name: 'AWAITING_PASSWORDLESS_CODE', props: sent },
      failure: landingAgain,
    },
  },
  LANDING: { name: 'LANDING', props: {} },
  AWAITING_FARCASTER_CONNECTION: farcasterAt('login'),
  AWAITING_PASSWORDLESS_CODE: { name: 'AWAITING_PASSWORDLESS_CODE', props: sent },
  AWAITING_ACCOUNT_CODE: codeFor('link'),
  CONFIRM_LOGIN_SCREEN: { name: 'CONFIRM_LOGIN_SCREEN', props: {} },
  LINK_CONFLICT_SCREEN: conflictAt,
  LINK_EMAIL_SCREEN: { name: 'LINK_EMAIL_SCREEN', props: {} },
  LINK_PHONE_SCREEN: { name: 'LINK_PHONE_SCREEN', props: {} },
  UPDATE_EMAIL_SCREEN: { name: 'UPDATE_EMAIL_SCREEN', props: {} },
  UPDATE_PHONE_SCREEN: { name: 'UPDATE_PHONE_SCREEN', props: {} },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: {} },
  EMBEDDED_WALLET_CREATED_SCREEN: { name: 'EMBEDDED_WALLET_CREATED_SCREEN', props: { address } },
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: { name: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN', props: { address } },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    name: 'EMBEDDED_WALLET_CONNECTING_SCREEN',
    props: {
      address,
    },
  },
  ...oauthEntries,
  ...passkeyEntries,
  TELEGRAM_AUTH_SCREEN: telegramEntry,
  ...recoveryEntries,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    name: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
    props: { request: input },
  },
  ERROR_SCREEN: { name: 'ERROR_SCREEN', props: { error, previous: null } },
  SESSIONS_SCREEN: { name: 'SESSIONS_SCREEN', props: {} },
  UNDO_CHANGE_SCREEN: { name: 'UNDO_CHANGE_SCREEN', props: { reference: 'r' } },
  UNDO_DONE_SCREEN: { name: 'UNDO_DONE_SCREEN', props: { holdUntil: new Date(0) } },
  LOGIN_FAILED_SCREEN: { name: 'LOGIN_FAILED_SCREEN', props: {} },
  USER_LIMIT_REACHED_SCREEN: { name: 'USER_LIMIT_REACHED_SCREEN', props: {} },
};
