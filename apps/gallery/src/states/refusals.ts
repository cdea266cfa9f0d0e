import {
  type ErrorCode,
  meRoutes,
  type NotSupportedReason,
  ServiceError,
  userFromWire,
  type WireUser,
} from '@latchkey/wire';
import { hang, refuse } from '../network.ts';
import { ada, terms } from '../people.ts';
import type { State, States } from './state.ts';

const failedWith = (code: ErrorCode, message?: string): State<'ERROR_SCREEN'> => ({
  props: { error: new ServiceError(code, message ? { message } : {}), previous: null },
});
const notSupported = (reason: NotSupportedReason): State<'ERROR_SCREEN'> => ({
  props: { error: new ServiceError('not_supported', { details: { reason } }), previous: null },
  act: ({ see }) => see('.button.primary'),
});

export const error: States<'ERROR_SCREEN'> = {
  usual: failedWith('internal_error'),
  'timed out': failedWith('client_request_timeout'),
  'method not allowed': failedWith('disallowed_login_method'),
  'linked to another user': failedWith('linked_to_another_user'),
  'session over': failedWith('missing_or_invalid_token'),
  'region not supported': failedWith('not_supported'),
  'own recovery': notSupported('own_recovery'),
  'not secure': { ...failedWith('insecure_context'), act: ({ see }) => see('.button.primary') },
  'too many requests': failedWith('too_many_requests'),
  "the service's own words": failedWith(
    'invalid_data',
    'The domain of this wallet is not the one that asks.',
  ),
  final: { props: { ...failedWith('internal_error').props, isFinal: true } },
};

export const accountNotFound: States<'ACCOUNT_NOT_FOUND_SCREEN'> = { usual: { props: {} } };
export const loginFailed: States<'LOGIN_FAILED_SCREEN'> = { usual: { props: {} } };
export const userLimit: States<'USER_LIMIT_REACHED_SCREEN'> = { usual: { props: {} } };

export const allowlist: States<'ALLOWLIST_REJECTION_SCREEN'> = {
  usual: { props: {} },
  "the operator's words": {
    props: {},
    app: {
      allowlist_config: {
        error_title: 'Tidewater opens in spring',
        error_detail: 'We let people in week by week. Leave your address, and we write to you.',
        cta_text: 'Join the waiting list',
        cta_link: 'https://tidewater.example/wait',
      },
    },
  },
};

const guest: WireUser = {
  ...ada,
  is_guest: true,
  linked_accounts: ada.linked_accounts.filter(({ type }) => type === 'wallet'),
};
const solanaWallet = {
  ...guest.linked_accounts[0],
  address: 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8',
  chain_type: 'solana',
} as WireUser['linked_accounts'][number];

export const guestWallet: States<'GUEST_WALLET_SCREEN'> = {
  usual: { props: {}, isLoggedIn: true, user: guest, act: ({ see }) => see('.button.primary') },
  'several wallets': {
    props: {},
    isLoggedIn: true,
    user: { ...guest, linked_accounts: [...guest.linked_accounts, solanaWallet] },
    act: ({ see }) => see('.button.primary'),
  },
};

const consentDue: State<'AFFIRMATIVE_CONSENT_SCREEN'> = {
  props: { login: { user: userFromWire(ada), isNewUser: true, loginMethod: 'email' } },
  app: { require_users_accept_terms: true },
  isLoggedIn: true,
};

export const consent: States<'AFFIRMATIVE_CONSENT_SCREEN'> = {
  usual: consentDue,
  'terms alone': { ...consentDue, app: { ...terms, ...consentDue.app, privacy_policy_url: null } },
  busy: {
    ...consentDue,
    answers: [hang(meRoutes.acceptTerms)],
    async act({ press, see }) {
      await press('.button.primary');
      await see('.button.primary .spinner');
    },
  },
  failed: {
    ...consentDue,
    answers: [refuse(meRoutes.acceptTerms, 'internal_error')],
    async act({ press, see }) {
      await press('.button.primary');
      await see('.field-error:not(:empty)');
    },
  },
};
