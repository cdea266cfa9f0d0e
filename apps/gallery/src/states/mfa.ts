import { type FactorList, mfaRoutes, recoveryPasskeyRoutes, type WireUser } from '@latchkey/wire';
import { answer, hang, refuse } from '../network.ts';
import { ada, adaWithPhone } from '../people.ts';
import type { State, States } from './state.ts';

type Method = WireUser['mfa_methods'][number]['type'];
type Factor = FactorList['factors'][number];

const at = 1_760_000_000;
const dayS = 24 * 60 * 60;
const isLoggedIn = true;
const methods: Method[] = ['totp', 'sms', 'passkey'];
const app = { mfa_methods: methods };

const enrolledIn = (user: WireUser, ...types: Method[]): WireUser => ({
  ...user,
  mfa_methods: types.map((type) => ({ type, verified_at: at })),
});

const factor = (id: string, type: Method, more: Partial<Factor> = {}): Factor => ({
  id,
  type,
  name: null,
  created_at: at,
  last_used_at: at + 2 * dayS,
  is_usable: true,
  ...more,
});
const list = (factors: Factor[], more: Partial<FactorList> = {}) =>
  answer(mfaRoutes.list, { factors, backup_codes: 8, removal: null, ...more });

const longName = 'A security key whose maker gave it a name that is much too long';

const flow = { props: {}, app, isLoggedIn };
export const mfaEnrollmentFlow: States<'MFA_ENROLLMENT_FLOW_SCREEN'> = {
  usual: flow,
  'none offered': { props: {}, isLoggedIn },
  choice: { ...flow, props: { isIntroduced: true } },
  'login by SMS': { ...flow, props: { isIntroduced: true }, user: adaWithPhone },
  'one added': {
    ...flow,
    user: enrolledIn(ada, 'totp'),
    answers: [list([factor('app', 'totp')])],
    act: ({ see }) => see('.factor-times'),
  },
  'all added': {
    ...flow,
    user: enrolledIn(ada, ...methods),
    answers: [
      list([
        factor('app', 'totp'),
        factor('number', 'sms', { name: '+1•••••••23', last_used_at: null, is_usable: false }),
        factor('mac', 'passkey', { name: 'Apple Passwords' }),
        factor('key', 'passkey', { name: longName }),
      ]),
    ],
    act: ({ see }) => see('.factor-times'),
  },
  'removal asked for': {
    ...flow,
    user: enrolledIn(ada, 'totp'),
    answers: [
      list([factor('app', 'totp')], {
        removal: { requested_at: at, removes_at: at + 7 * dayS },
        backup_codes: 0,
      }),
    ],
    act: ({ see }) => see('.warning'),
  },
};

const enrollment = { secret: 'JBSWY3DP', authUrl: 'otpauth://totp/Tidewater' };
export const mfaEnrollCode: States<'MFA_ENROLLMENT_CODE_SCREEN'> = {
  usual: { props: { method: 'totp', enrollment }, app, isLoggedIn },
  sms: { props: { method: 'sms', enrollment: { phoneNumber: '+12015550123' } }, app, isLoggedIn },
};

export const mfaEnrolled: States<'MFA_ENROLLED_SCREEN'> = {
  usual: { props: { method: 'totp', isFirst: true } },
  another: { props: { method: 'sms', isFirst: false } },
};

const codes = { isLoggedIn, walletFrame: 'signing' } as const;
export const mfaBackupCodes: States<'MFA_BACKUP_CODES_SCREEN'> = {
  usual: { ...codes, props: { isRenewal: false }, act: ({ see }) => see('.codes > li') },
  renewed: { ...codes, props: { isRenewal: true }, act: ({ see }) => see('.codes > li') },
};

export const mfaRemoval: States<'MFA_REMOVAL_SCREEN'> = {
  usual: { props: { method: 'totp' } },
  sms: { props: { method: 'sms' } },
  passkey: { props: { method: 'passkey' } },
};

export const mfaVerification: States<'MFA_VERIFICATION_SCREEN'> = { usual: { props: { methods } } };

const field = 'input[name=code]';
const byApp: State<'MFA_VERIFICATION_CODE_SCREEN'> = {
  props: { method: 'totp', methods },
  app,
  isLoggedIn,
  walletFrame: 'wrong-factor',
  user: enrolledIn(ada, 'totp', 'sms'),
};
export const mfaVerifyCode: States<'MFA_VERIFICATION_CODE_SCREEN'> = {
  usual: byApp,
  sms: {
    ...byApp,
    props: { method: 'sms', methods: ['sms'] },
    answers: [answer(mfaRoutes.startSms, { success: true })],
  },
  'not sent': {
    ...byApp,
    props: { method: 'sms', methods },
    answers: [refuse(mfaRoutes.startSms, 'twilio_verification_failed')],
    act: ({ see }) => see('.field-error:not(:empty)'),
  },
  wrong: {
    ...byApp,
    async act({ type, see }) {
      await type(field, '482915');
      await see('.field-error:not(:empty)');
    },
  },
  'too many': {
    ...byApp,
    async act({ type, see }) {
      await type(field, '000000');
      await see('.code[data-state=blocked]');
    },
  },
};

export const mfaVerifyPasskey: States<'MFA_VERIFICATION_PASSKEY_SCREEN'> = {
  usual: { props: { methods: ['passkey'] }, isLoggedIn, act: ({ see }) => see('.status') },
  refused: {
    props: { methods },
    isLoggedIn,
    answers: [refuse(mfaRoutes.startPasskey, 'too_many_requests')],
    act: ({ see }) => see('.button'),
  },
};

export const mfaBackupCode: States<'MFA_BACKUP_CODE_SCREEN'> = {
  usual: { props: { methods }, isLoggedIn },
  wrong: {
    props: { methods },
    isLoggedIn,
    walletFrame: 'wrong-factor',
    async act({ type, press, see }) {
      await type('input[name=text]', '7K1M-Q2XD-9V1R-H4TW');
      await press('.field-submit');
      await see('.field-error:not(:empty)');
    },
  },
};

const withPassword: WireUser = {
  ...ada,
  linked_accounts: ada.linked_accounts.map((account) =>
    account.type === 'wallet' ? { ...account, recovery_method: 'user-passcode' } : account,
  ),
};
const lost = { props: { methods }, isLoggedIn, answers: [hang(recoveryPasskeyRoutes.list)] };
const asking = { props: { methods, isAsking: true }, isLoggedIn };
export const mfaLost: States<'MFA_LOST_SCREEN'> = {
  usual: lost,
  'by password too': { ...lost, user: withPassword },
  password: { props: { methods, byPassword: true }, isLoggedIn, user: withPassword },
  requested: {
    ...asking,
    answers: [answer(mfaRoutes.requestRemoval, { removes_at: at + 7 * dayS })],
    act: ({ see }) => see('.status'),
  },
  'not offered': {
    ...asking,
    answers: [refuse(mfaRoutes.requestRemoval, 'not_supported')],
    act: ({ see }) => see('.field-error:not(:empty)'),
  },
};
