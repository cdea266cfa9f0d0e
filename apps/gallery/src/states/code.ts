import { emailRoutes } from '@latchkey/wire';
import { hang, refuse } from '../network.ts';
import { email, phone } from '../people.ts';
import type { State, States } from './state.ts';

const sent: State<'AWAITING_PASSWORDLESS_CODE'> = {
  props: { channel: 'email', recipient: email },
  prepare: ({ codeLogins }) => codeLogins.email.sendCode({ email }),
};
const field = 'input[name=code]';

export const code: States<'AWAITING_PASSWORDLESS_CODE'> = {
  usual: sent,
  'half typed': { ...sent, act: ({ type }) => type(field, '482') },
  letters: {
    ...sent,
    async act({ type, see }) {
      await type(field, '48x');
      await see('.field-error:not(:empty)');
    },
  },
  checking: {
    ...sent,
    answers: [hang(emailRoutes.authenticate)],
    async act({ type, see }) {
      await type(field, '482915');
      await see('.code[data-state=busy]');
    },
  },
  wrong: {
    ...sent,
    answers: [refuse(emailRoutes.authenticate, 'invalid_credentials')],
    async act({ type, see }) {
      await type(field, '482915');
      await see('.field-error:not(:empty)');
    },
  },
  'too many': {
    ...sent,
    answers: [refuse(emailRoutes.authenticate, 'too_many_requests')],
    async act({ type, see }) {
      await type(field, '482915');
      await see('.field-error:not(:empty)');
    },
  },
  resend: { props: sent.props },
  done: {
    ...sent,
    async act({ type, see }) {
      await type(field, '482915');
      await see('.code-status[data-done]');
    },
  },
  phone: {
    props: { channel: 'sms', recipient: phone },
    prepare: ({ codeLogins }) => codeLogins.sms.sendCode({ phoneNumber: phone }),
  },
  'long address': {
    ...sent,
    props: {
      channel: 'email',
      recipient: 'person.with.a.very.long.name.and.a.tag@department.of.the.longest.host.example',
    },
  },
};
