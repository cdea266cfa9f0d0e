import { passkeyRoutes, type WireAccount } from '@latchkey/wire';
import { refuse } from '../network.ts';
import { ada } from '../people.ts';
import type { States } from './state.ts';

const at = 1_760_000_000;
const times = { verified_at: at, first_verified_at: at, latest_verified_at: at };
const passkey = (id: string, more: object): WireAccount => ({
  type: 'passkey',
  credential_id: id,
  enrolled_in_mfa: false,
  ...times,
  ...more,
});
const adaWithPasskeys = {
  ...ada,
  linked_accounts: [
    ...ada.linked_accounts,
    passkey('mac', { authenticator_name: 'Apple Passwords', created_with_browser: 'Safari' }),
    passkey('phone', { created_with_browser: 'Chrome', created_with_os: 'Android' }),
    passkey('key', {}),
  ],
};
const isLoggedIn = true;

export const passkeyLogin: States<'AWAITING_PASSKEY_SYSTEM_DIALOGUE'> = {
  usual: { props: { act: 'log-in' }, act: ({ see }) => see('.status') },
  refused: {
    props: { act: 'log-in' },
    answers: [refuse(passkeyRoutes.startLogin, 'too_many_requests')],
    act: ({ see }) => see('.button'),
  },
  'none here': {
    props: { act: 'log-in' },
    app: { passkeys_for_signup_enabled: true },
    answers: [refuse(passkeyRoutes.startLogin, 'invalid_credentials')],
    act: ({ see }) => see('.link'),
  },
  'sign-up': { props: { act: 'sign-up' }, act: ({ see }) => see('.status') },
};

export const linkPasskey: States<'LINK_PASSKEY_SCREEN'> = {
  usual: { props: {}, isLoggedIn, act: ({ see }) => see('.button') },
  list: { props: {}, isLoggedIn, user: adaWithPasskeys, act: ({ see }) => see('.document') },
  unfolded: {
    props: {},
    isLoggedIn,
    user: adaWithPasskeys,
    async act({ press, see }) {
      await press('.group p .link');
      await see('.document:nth-child(3)');
    },
  },
};
