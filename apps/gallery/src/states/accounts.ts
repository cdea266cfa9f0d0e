import { emailRoutes } from '@latchkey/wire';
import { hang, refuse } from '../network.ts';
import { ada, adaEverywhere, adaWithPhone, address, phone } from '../people.ts';
import type { State, States } from './state.ts';

const newEmail = 'ada@harbour.example';
const isLoggedIn = true;

/** Ada has an email address, so she links a phone number. */
export const linkPhone: States<'LINK_PHONE_SCREEN'> = {
  usual: { props: {}, isLoggedIn, act: ({ see }) => see('[placeholder^="("]') },
  typed: { props: { typed: phone }, isLoggedIn, act: ({ see }) => see('.field-submit:enabled') },
};
export const linkEmail: States<'LINK_EMAIL_SCREEN'> = { usual: { props: {}, isLoggedIn } };
export const updateEmail: States<'UPDATE_EMAIL_SCREEN'> = {
  usual: { props: {}, isLoggedIn },
  busy: {
    props: { typed: newEmail },
    isLoggedIn,
    answers: [hang(emailRoutes.sendCode)],
    async act({ press, see }) {
      await press('.field-submit');
      await see('.field[data-busy]');
    },
  },
};
export const updatePhone: States<'UPDATE_PHONE_SCREEN'> = {
  usual: { props: {}, isLoggedIn, user: adaWithPhone, act: ({ see }) => see('[placeholder^="("]') },
};

const codeSent: State<'AWAITING_ACCOUNT_CODE'> = {
  props: { act: 'update', method: 'email', recipient: newEmail },
  isLoggedIn,
  prepare: ({ accountFlows }) => accountFlows.update.email.sendCode(newEmail),
};
export const accountCode: States<'AWAITING_ACCOUNT_CODE'> = {
  usual: codeSent,
  wrong: {
    ...codeSent,
    answers: [refuse(emailRoutes.update, 'invalid_credentials')],
    async act({ type, see }) {
      await type('input[name=code]', '482915');
      await see('.field-error:not(:empty)');
    },
  },
};

export const confirmLogin: States<'CONFIRM_LOGIN_SCREEN'> = {
  usual: { props: {}, isLoggedIn, user: adaWithPhone },
  'every way': { props: {}, isLoggedIn, user: adaEverywhere },
  'open it again': {
    props: { mustReopen: true },
    isLoggedIn,
    user: {
      ...ada,
      linked_accounts: adaEverywhere.linked_accounts.filter(({ type }) => type === 'telegram'),
    },
  },
  'open it again, or otherwise': { props: { mustReopen: true }, isLoggedIn, user: adaEverywhere },
  'no code reaches': { props: {}, isLoggedIn, user: { ...ada, linked_accounts: [] } },
};

const offer = {
  nonce: 'n',
  subject: newEmail,
  displayName: newEmail,
  otherWalletAddress: null,
  userInfo: { subject: newEmail },
};
const google = { ...offer, displayName: 'ada@gmail.example', otherWalletAddress: address };
export const linkConflict: States<'LINK_CONFLICT_SCREEN'> = {
  usual: { isLoggedIn, props: { transfer: { method: 'google', offer: google } } },
  'by e-mail': { isLoggedIn, props: { transfer: { method: 'email', offer } } },
};
