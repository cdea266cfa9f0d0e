import { type MfaMethod, mfaMethods, type WireAccount, type WireUser } from '@latchkey/wire';
import { ada } from '../people.ts';
import type { States } from './state.ts';

const at = 1_760_000_000;
const longName = 'A security key whose maker gave it a name that is much too long';
const names = [
  { authenticator_name: 'Apple Passwords', created_with_browser: 'Safari' },
  { created_with_browser: 'Chrome', created_with_os: 'Android' },
  { authenticator_name: longName, created_with_browser: 'Firefox' },
  { created_with_os: 'Windows', created_with_browser: 'Edge' },
  {},
];
const withPasskeys = (count: number): WireUser => ({
  ...ada,
  linked_accounts: [
    ...ada.linked_accounts,
    ...names.slice(0, count).map(
      (name, id): WireAccount => ({
        type: 'passkey',
        credential_id: `${id}`,
        enrolled_in_mfa: false,
        verified_at: at,
        first_verified_at: at,
        latest_verified_at: at,
        ...name,
      }),
    ),
  ],
});

const isLoggedIn = true;
const app = { mfa_methods: [...mfaMethods] };
const flow = { props: {}, app, isLoggedIn };

type EnrollScreen = `MFA_ENROLLMENT_${Uppercase<MfaMethod>}_SCREEN`;

export const factorStates: { readonly [Name in EnrollScreen]: States<Name> } = {
  MFA_ENROLLMENT_PASSKEY_SCREEN: {
    usual: flow,
    one: { ...flow, user: withPasskeys(1) },
    three: { ...flow, user: withPasskeys(3) },
    five: { ...flow, user: withPasskeys(5) },
    unfolded: {
      ...flow,
      user: withPasskeys(5),
      async act({ press, see }) {
        await press('.group p .link');
        await see('.document:nth-child(5)');
      },
    },
  },
  MFA_ENROLLMENT_SMS_SCREEN: {
    usual: flow,
    typed: {
      ...flow,
      props: { earlier: { phoneNumber: '+12015550123' } },
      act: ({ see }) => see('.field-submit:enabled'),
    },
  },
  MFA_ENROLLMENT_TOTP_SCREEN: {
    usual: { ...flow, walletFrame: 'signing', act: ({ see }) => see('[data-secret]') },
    preparing: flow,
  },
};
